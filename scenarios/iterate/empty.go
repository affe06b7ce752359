package iterate

import (
	"math/bits"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// empty: as pair, in a world in which entities of many other component sets with
// both components lived once. Their tables match and are empty: what a world is
// left with in which much was assembled piece by piece.
//
// Floors: as pair.
var empty = scenarios.Scenario{
	Name:   "iterate/empty",
	Doc:    "What do component sets cost a pass that match and of which nobody lives?",
	Source: "Bevy, empty_archetypes; claim B6.1",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities, all of one component set"},
		{Key: "archetypes", Value: "component sets that match; all others are empty"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, nil, []int{100, 10000}) {
			for _, sets := range p.Sizes(nil, nil, []int{1, 256, 4096}) {
				if p == scenarios.Small {
					sets = 16
				}
				out = append(out, scenarios.Family{
					Scenario: "iterate/empty", Params: []scenarios.Param{scenarios.Int("n", n), scenarios.Int("archetypes", sets)},
					N: n, Unit: "entity", Bytes: motionBytes,
					Cells: append(denseFloors(n), motionCells(backends, "", func(b ecs.Backend, _ uint64) (*motion, error) {
						return buildEmpty(b, n, sets)
					})...),
				})
			}
		}
		return out
	},
}

func buildEmpty(b ecs.Backend, n, sets int) (*motion, error) {
	w := world(b)
	kinds := component.Others(8, bits.Len(uint(sets-1)))
	component.Register(w, kinds)
	for set := 1; set < sets; set++ {
		es, err := spawnBoth(w, 1, component.Names(component.Subset(kinds, set))...)
		if err != nil {
			return nil, err
		}
		if err := w.Despawn(es...); err != nil {
			return nil, err
		}
	}
	es, err := spawnBoth(w, n)
	if err != nil {
		return nil, err
	}
	return newMotion(w, es)
}
