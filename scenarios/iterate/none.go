package iterate

import (
	"fmt"
	"math/bits"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// none: a world of many component sets with one entity each, and a query for a
// component that nobody has. In the form "kept" it was prepared once, and an
// iteration is a pass over it: what every idle system costs in every frame. In
// the form "anew" it is prepared in every iteration, so that it has to find out
// each time what matches. The floor ranges over an empty list of matching tables.
var none = scenarios.Scenario{
	Name:       "iterate/none",
	Doc:        "What does a query cost that nothing matches, in a world of many component sets?",
	Source:     "Bevy, empty_archetypes; claims B7.2, B6.8",
	Parameters: []scenarios.Param{{Key: "archetypes", Value: "component sets in the world"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, sets := range p.Sizes(nil, []int{16, 16384}, []int{16, 1024, 16384}) {
			f := scenarios.Family{
				Scenario: "iterate/none", Params: []scenarios.Param{scenarios.Int("archetypes", sets)},
				N: 1, Unit: "query", Allocs: true, Cells: noneFloors(),
			}
			for _, form := range []string{"kept", "anew"} {
				f.Cells = append(f.Cells, scenarios.Cells(scenarios.Storages(backends), form,
					func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return newNone(b, sets, form == "anew") })...)
			}
			out = append(out, f)
		}
		return out
	},
}

func newNone(b ecs.Backend, sets int, anew bool) (scenarios.Kernel, error) {
	w := world(b)
	kinds := component.Others(8, bits.Len(uint(sets-1)))
	component.Register(w, kinds)
	for set := range sets {
		sp, err := w.Spawner(ecs.All(component.Names(component.Subset(kinds, set))...), ecs.Write[position]())
		if err != nil {
			return scenarios.Kernel{}, err
		}
		if _, _, err := sp.Spawn(); err != nil {
			return scenarios.Kernel{}, fmt.Errorf("component set %d: %w", set, err)
		}
	}
	prepare := func() *ecs.Query { return w.MustQuery(ecs.Read[position](), ecs.Read[velocity]()) }
	q, matches := prepare(), 0
	return scenarios.Kernel{
		Run: func(n int) {
			for range n {
				if anew {
					q = prepare()
				}
				if err := q.Open(); err != nil {
					panic(err)
				}
				for c := q.Next(); c != nil; c = q.Next() {
					matches += c.N
				}
			}
		},
		Check: func() error {
			if matches != 0 || w.Len() != sets {
				return fmt.Errorf("%d matches among %d entities, expected none among %d", matches, w.Len(), sets)
			}
			return nil
		},
	}, nil
}

func noneFloors() []scenarios.Cell {
	return []scenarios.Cell{scenarios.FloorCell("", func(uint64) scenarios.Kernel {
		f := &struct {
			matching [][]position
			matches  int
		}{}
		return scenarios.Kernel{
			Run: func(n int) {
				for range n {
					for _, ps := range f.matching {
						f.matches += len(ps)
					}
				}
			},
			Check: func() error {
				if f.matches != 0 {
					return fmt.Errorf("%d matches, expected none", f.matches)
				}
				return nil
			},
		}
	})}
}
