package spawn

import (
	"ecslab/ecs"
	"ecslab/scenarios"
)

// reset: a world that once held n entities is emptied, although it is empty
// already. It is what fill spends on undoing, but for what a storage does only
// for chunks in use.
//
// Floor: the generations of n rows raised.
var reset = scenarios.Scenario{
	Name:       "spawn/reset",
	Doc:        "What does emptying the world cost, which is a part of spawn/fill?",
	Parameters: []scenarios.Param{{Key: "n", Value: "entities that the world held once"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, nil, []int{1000, 10000, 100000}) {
			out = append(out, scenarios.Family{
				Scenario: "spawn/reset", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: n, Unit: "entity",
				Cells: append([]scenarios.Cell{generationFloor(n)}, scenarios.Cells(scenarios.Storages(backends), "",
					func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
						f, err := newFlock(b, n, pairOnly)
						if err != nil {
							return scenarios.Kernel{}, err
						}
						f.batch(f.es, 0)
						return scenarios.Kernel{
							Run: func(n int) {
								for range n {
									must(f.world.Reset())
								}
							},
							Check: func() error {
								f.batch(f.es, 0)
								if err := f.check(); err != nil {
									return err
								}
								return f.world.Reset()
							},
						}, f.world.Reset()
					})...),
			})
		}
		return out
	},
}
