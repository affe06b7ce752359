package track

import (
	"math/bits"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// sets: entities with a health, spread over many component sets, of which few
// changed: one entity ("entity"), all of one set and none of the others ("set"),
// or as many, every so manieth of all ("spread"). An iteration asks what did, as
// density does. It is a world of many kinds of things of which one moves.
//
// Floors: as density.
var sets = scenarios.Scenario{
	Name:   "track/sets",
	Doc:    "What does it matter to a search for changes whether they are all in one of many component sets?",
	Source: "Bevy, what users ask of change_detection: one of many, one archetype only",
	Parameters: []scenarios.Param{
		{Key: "archetypes", Value: "component sets"},
		{Key: "each", Value: "entities of each"},
		{Key: "changed", Value: "entity: one; set: all of one set; spread: as many, of all sets"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, archetypes := range p.Sizes(nil, nil, []int{20, 100}) {
			for _, each := range p.Sizes(nil, nil, []int{100, 1000}) {
				for _, changed := range []string{"entity", "set", "spread"} {
					if p == scenarios.Small {
						archetypes, each = 5, 11
					}
					marked := markedOf(archetypes, each, changed)
					n := archetypes * each
					out = append(out, scenarios.Family{
						Scenario: "track/sets",
						Params:   []scenarios.Param{scenarios.Int("archetypes", archetypes), scenarios.Int("each", each), {Key: "changed", Value: changed}},
						N:        n, Unit: "entity",
						Cells: append(searchFloors(n, marked), scenarios.Cells(scenarios.Tracked(backends), "", func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
							h, err := newSpread(b, archetypes, each, marked)
							if err != nil {
								return scenarios.Kernel{}, err
							}
							return h.search(true)
						})...),
					})
				}
			}
		}
		return out
	},
}

// markedOf are the numbers of the entities that change; entity i is of set i/each.
func markedOf(archetypes, each int, changed string) []int {
	if changed == "entity" {
		return []int{archetypes / 2 * each}
	}
	list := make([]int, each)
	for k := range list {
		list[k] = archetypes/2*each + k
		if changed == "spread" {
			list[k] = k * archetypes
		}
	}
	return list
}

// newSpread makes a herd over so many component sets.
func newSpread(b ecs.Backend, archetypes, each int, marked []int) (*herd, error) {
	w := b.New(ecs.DefaultOptions())
	h := &herd{world: w, es: make([]ecs.Entity, archetypes*each), marked: marked}
	ecs.Register[health](w, ecs.Track(ecs.Changed))
	kinds := component.Others(8, bits.Len(uint(archetypes-1)))
	component.Register(w, kinds)
	for set := range archetypes {
		sp, err := w.Spawner(ecs.Write[health](), ecs.All(component.Names(component.Subset(kinds, set))...))
		if err != nil {
			return nil, err
		}
		if err := sp.Into(h.es[set*each:(set+1)*each], nil); err != nil {
			return nil, err
		}
	}
	return h, h.ready(true)
}
