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
	Name:   "spawn/fresh",
	Doc:    "What does it cost to fill a world that is new?",
	Source: "go-ecs-benchmarks, create 2 and 10 components allocating",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "components", Value: "components of each; 2 where it is not named"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{1000, 10000, 100000}) {
			for _, s := range []shape{pairOnly, {10, 16}} {
				if p == scenarios.Standard && s != pairOnly {
					continue
				}
				f := scenarios.Family{
					Scenario: "spawn/fresh", Params: []scenarios.Param{scenarios.Int("n", n)},
					N: n, Unit: "entity", Bytes: float64(32 + (s.components-2)*s.bytes), Allocs: true,
					Cells: append(freshFloors(n, s), scenarios.Cells(scenarios.Storages(backends), "",
						func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return newFresh(b, n, s) })...),
				}
				if s != pairOnly {
					f.Params = append(f.Params, scenarios.Int("components", s.components))
				}
				out = append(out, f)
			}
		}
		return out
	},
}

func newFresh(b ecs.Backend, n int, s shape) (scenarios.Kernel, error) {
	f, err := newFlock(b, n, s)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	f.batch(f.es, 0)
	return scenarios.Kernel{
		Run: func(times int) {
			for range times {
				if f, err = newFlock(b, n, s); err != nil {
					panic(err)
				}
				f.batch(f.es, 0)
			}
		},
		Check: func() error { return f.check() },
	}, nil
}

func freshFloors(n int, s shape) []scenarios.Cell {
	type columns struct {
		ps     []position
		vs     []velocity
		others [][]float64
	}
	others := func() (out [][]float64) {
		for range s.components - 2 {
			out = append(out, make([]float64, n*s.bytes/8))
		}
		return out
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
					if len(c.others) != s.components-2 {
						return fmt.Errorf("%d columns beside, expected %d", len(c.others), s.components-2)
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
			return columns{ps, vs, others()}
		}),
		floor("index", func() (c columns) {
			ps, vs := make([]position, n), make([]velocity, n)
			for i := range ps {
				ps[i] = placed(i)
			}
			for i := range vs {
				vs[i] = pushed(i)
			}
			return columns{ps, vs, others()}
		}),
	}
}
