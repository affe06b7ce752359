package iterate

import (
	"ecslab/ecs"
	"ecslab/scenarios"
)

// sparseTerms: as pair, with neither component declared to be kept in a sparse
// set (form "tables"), with the velocity ("one") or with both ("both"). Hybrid
// storage does so; others ignore it, and show what the declaration is compared
// with.
var sparseTerms = scenarios.Scenario{
	Name:       "iterate/sparse-terms",
	Doc:        "What does it cost a pass over tables if one of its components is in a sparse set?",
	Source:     "claim B7.3",
	Parameters: []scenarios.Param{{Key: "n", Value: "entities"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, usual) {
			f := scenarios.Family{
				Scenario: "iterate/sparse-terms", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: n, Unit: "entity", Bytes: motionBytes, Cells: denseFloors(n),
			}
			for sparse, form := range []string{"tables", "one", "both"} {
				f.Cells = append(f.Cells, motionCells(backends, form, func(b ecs.Backend, _ uint64) (*motion, error) {
					return buildSparse(b, n, sparse)
				})...)
			}
			out = append(out, f)
		}
		return out
	},
}

func buildSparse(b ecs.Backend, n, sparse int) (*motion, error) {
	o := ecs.DefaultOptions()
	o.Created = false
	w := b.New(o)
	var ps, vs []ecs.ComponentOption
	if sparse > 0 {
		vs = append(vs, ecs.InSparseSet())
	}
	if sparse > 1 {
		ps = append(ps, ecs.InSparseSet())
	}
	ecs.Register[position](w, ps...)
	ecs.Register[velocity](w, vs...)
	es, err := spawnBoth(w, n)
	if err != nil {
		return nil, err
	}
	return newMotion(w, es)
}
