package migrate

import (
	"ecslab/ecs"
	"ecslab/scenarios"
)

// addRemove: n entities that carry other components are all given one more, of
// two float64, and then all lose it. In mode "single" and "random" they are
// named one by one, in the order of their spawn and at random; in mode "batch"
// in calls for 500 neighbours, less than a chunk; in mode "whole" in one call
// for all, so that whole chunks may change hands. It is what status effects,
// equipment and state machines in components do.
//
// Floors: a bit for each entity that has the component, and a slice of its
// values, by entity or by whole words; and for single entities two tables of
// slices, with what is carried moved from the one to the other.
var addRemove = scenarios.Scenario{
	Name:   "migrate/add-remove",
	Doc:    "What does it cost to add a component and remove it again, by what is carried along?",
	Source: "go-ecs-benchmarks, add/remove component; Bevy, add_remove; claim B5.2c",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "carry", Value: "components that they carry along"},
		{Key: "bytes", Value: "size of each of those"},
		{Key: "mode", Value: "single: one by one in order; random: at random; batch: 500 a call; whole: all in one call"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, at := range addRemovePoints(p) {
			out = append(out, scenarios.Family{
				Scenario: "migrate/add-remove",
				Params: []scenarios.Param{
					scenarios.Int("n", at.n), scenarios.Int("carry", at.carry), scenarios.Int("bytes", at.bytes), {Key: "mode", Value: at.mode},
				},
				N: at.n, Unit: "entity",
				Cells: append(floors(at), cells(backends, func(b ecs.Backend, seed uint64) (*bearers, error) {
					r, err := newBearers(b, at.n, at.kinds(), stunned())
					if err == nil && at.mode == "random" {
						r.list = scenarios.Shuffled(r.es, seed)
					}
					return r, err
				}, at.move)...),
			})
		}
		return out
	},
}

type point struct {
	n int
	load
	mode string
}

// piece is the size of a call in mode batch.
const piece = 500

func (at point) move(r *bearers, x *ecs.Exchange) {
	switch at.mode {
	case "batch":
		r.inPieces(x, piece)
	case "whole":
		r.inPieces(x, len(r.list))
	default:
		r.singly(x)
	}
}

func addRemovePoints(p scenarios.Preset) []point {
	switch p {
	case scenarios.Quick:
		return []point{{10000, load{1, 16}, "single"}, {10000, load{10, 16}, "single"}}
	case scenarios.Standard:
		var out []point
		for _, at := range []struct {
			carry int
			mode  string
		}{{1, "single"}, {10, "single"}, {1, "batch"}, {10, "whole"}} {
			out = append(out, point{10000, load{at.carry, 16}, at.mode})
		}
		for _, l := range []load{{8, 8}, {32, 8}, {1, 64}, {32, 64}} {
			out = append(out, point{10000, l, "single"})
		}
		return out
	}
	var out []point
	for _, n := range p.Sizes(nil, nil, []int{1000, 10000, 100000}) {
		for _, mode := range []string{"single", "random", "batch", "whole"} {
			for _, carry := range []int{1, 10} {
				out = append(out, point{n, load{carry, 16}, mode})
			}
		}
	}
	for _, n := range p.Sizes(nil, nil, []int{10000}) {
		for _, bytes := range []int{8, 64} {
			for _, carry := range []int{1, 2, 4, 8, 16, 32} {
				for _, mode := range []string{"single", "random", "whole"} {
					out = append(out, point{n, load{carry, bytes}, mode})
				}
			}
		}
		for _, carry := range []int{5, 35} { // Bevy's
			out = append(out, point{n, load{carry, 64}, "single"})
		}
	}
	return out
}
