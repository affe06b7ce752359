package migrate

import (
	"ecslab/ecs"
	"ecslab/scenarios"
)

// toggle: as add-remove, one by one, but the component that comes and goes is
// declared to be kept in a sparse set. Hybrid storage then leaves the table row
// where it is, whatever it carries; others ignore the declaration, and show
// what it saves. In preset full it is done in batches too.
var toggle = scenarios.Scenario{
	Name:       "migrate/toggle",
	Doc:        "What does it cost to add and remove a component that is declared sparse, by what is carried along?",
	Source:     "claims B6.2, B5.2c",
	Parameters: toggleParameters,
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		return toggleFamilies(p, backends, "migrate/toggle", p.Sizes([]int{32}, []int{1, 8, 32}, []int{1, 2, 4, 8, 16, 32}),
			stunned(ecs.InSparseSet()))
	},
}

// tag: as add-remove with a component that has no value, one by one and in
// batches. It is what states without data are: visible, selected, asleep.
var tag = scenarios.Scenario{
	Name:       "migrate/tag",
	Doc:        "What does it cost to add and remove a tag, by what is carried along?",
	Parameters: toggleParameters,
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		return toggleFamilies(p, backends, "migrate/tag", p.Sizes(nil, nil, []int{1, 8, 32}),
			func(w *ecs.World) (given, kept ecs.ComponentID) {
				id := ecs.Register[frozen](w)
				return id, id
			})
	},
}

// swap: every entity has a tag, which is exchanged for the component and back,
// in one move each, one by one and in batches: a state that takes the place of
// another.
var swap = scenarios.Scenario{
	Name:       "migrate/swap",
	Doc:        "What does it cost to exchange one component for another in one move, and back?",
	Source:     "go-ecs-benchmarks, exchange",
	Parameters: toggleParameters,
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		return toggleFamilies(p, backends, "migrate/swap", p.Sizes(nil, nil, []int{1, 8, 32}),
			func(w *ecs.World) (given, kept ecs.ComponentID) {
				return ecs.Register[stun](w), ecs.Register[frozen](w)
			})
	},
}

var toggleParameters = []scenarios.Param{
	{Key: "n", Value: "entities"},
	{Key: "carry", Value: "components of 16 bytes that they carry along"},
	{Key: "mode", Value: "batch: 500 a call; whole: all in one call; one by one where it is not named"},
}

func toggleFamilies(p scenarios.Preset, backends []ecs.Backend, name string, carry []int,
	register func(w *ecs.World) (given, kept ecs.ComponentID)) []scenarios.Family {
	modes := []string{"single"}
	if p == scenarios.Full || p == scenarios.Small {
		modes = append(modes, "batch", "whole")
	}
	var out []scenarios.Family
	for _, n := range p.Sizes([]int{10000}, []int{10000}, []int{1000, 10000, 100000}) {
		for _, carry := range carry {
			for _, mode := range modes {
				at := point{n, load{carry, 16}, mode}
				if p == scenarios.Small {
					at.carry = 7
				}
				f := scenarios.Family{
					Scenario: name, Params: []scenarios.Param{scenarios.Int("n", n), scenarios.Int("carry", at.carry)},
					N: n, Unit: "entity",
					Cells: append(floors(at), cells(backends, func(b ecs.Backend, _ uint64) (*bearers, error) {
						return newBearers(b, n, at.kinds(), register)
					}, at.move)...),
				}
				if mode != "single" {
					f.Params = append(f.Params, scenarios.Param{Key: "mode", Value: mode})
				}
				out = append(out, f)
			}
		}
	}
	return out
}
