package track

import (
	"ecslab/ecs"
	"ecslab/scenarios"
)

// cluster: as density, with the same number of changes in two places: the form
// "scattered" has them drawn at random from all entities, "clustered" has them
// side by side.
//
// Floors: bits under summary words, for each of the two.
var cluster = scenarios.Scenario{
	Name:   "track/cluster",
	Doc:    "What does it matter to a search for changes whether they lie together?",
	Source: "claim S7",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "dirty", Value: "share of them that changed, in percent"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		pairs := scenarios.Homes(p, backends)
		shares := []string{"0.1", "1"}
		if p == scenarios.Standard {
			shares = shares[:1]
		}
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{1000000}, []int{10000, 1000000}) {
			for _, share := range shares {
				f := scenarios.Family{
					Scenario: "track/cluster", Params: []scenarios.Param{scenarios.Int("n", n), {Key: "dirty", Value: share}},
					N: n, Unit: "entity",
				}
				for _, form := range []string{"scattered", "clustered"} {
					f.Cells = append(f.Cells, recordsFloor(form, point{n, share, form}, (*records).bySummary))
				}
				for _, form := range []string{"scattered", "clustered"} {
					f.Cells = append(f.Cells, scenarios.Cells(pairs, form, func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
						return newFind(b, point{n, share, form}, true)
					})...)
				}
				out = append(out, f)
			}
		}
		return out
	},
}
