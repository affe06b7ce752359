package spawn

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// fresh: a world is made, its components are registered, and n entities are
// spawned in one call. Memory is taken and touched for the first time. The
// worlds are dropped for the collector.
//
// The floor makes its slices in every iteration.
var fresh = scenarios.Scenario{
	Name:       "spawn/fresh",
	Doc:        "What does it cost to fill a world that is new?",
	Source:     "go-ecs-benchmarks, create 2 components allocating",
	Parameters: []scenarios.Param{{Key: "n", Value: "entities"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{1000, 10000, 100000}) {
			out = append(out, scenarios.Family{
				Scenario: "spawn/fresh", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: n, Unit: "entity", Bytes: 32, Allocs: true,
				Cells: append(freshFloors(n), scenarios.Cells(scenarios.Storages(backends), "",
					func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return newFresh(b, n) })...),
			})
		}
		return out
	},
}

func newFresh(b ecs.Backend, n int) (scenarios.Kernel, error) {
	f, err := newFlock(b, n, pairOnly)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	f.batch(f.es, 0)
	return scenarios.Kernel{
		Run: func(times int) {
			for range times {
				if f, err = newFlock(b, n, pairOnly); err != nil {
					panic(err)
				}
				f.batch(f.es, 0)
			}
		},
		Check: func() error { return f.check() },
	}, nil
}

func freshFloors(n int) []scenarios.Cell {
	type columns struct {
		ps []position
		vs []velocity
	}
	floor := func(form string, fill func() columns) scenarios.Cell {
		return scenarios.FloorCell(form, func(uint64) scenarios.Kernel {
			c := fill()
			return scenarios.Kernel{
				Run: func(n int) {
					for range n {
						c = fill()
					}
				},
				Check: func() error {
					for i := range n {
						if c.ps[i] != placed(i) || c.vs[i] != pushed(i) {
							return fmt.Errorf("row %d has %v and %v, expected %v and %v", i, c.ps[i], c.vs[i], placed(i), pushed(i))
						}
					}
					return nil
				},
			}
		})
	}
	return []scenarios.Cell{
		floor("append", func() (c columns) {
			ps, vs := make([]position, 0, n), make([]velocity, 0, n)
			for i := range n {
				ps, vs = append(ps, placed(i)), append(vs, pushed(i))
			}
			return columns{ps, vs}
		}),
		floor("index", func() (c columns) {
			ps, vs := make([]position, n), make([]velocity, n)
			for i := range ps {
				ps[i] = placed(i)
			}
			for i := range vs {
				vs[i] = pushed(i)
			}
			return columns{ps, vs}
		}),
	}
}
