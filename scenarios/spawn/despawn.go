package spawn

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// despawn: n entities are spawned in one call and then despawned again: in one
// call (form "batch"), one by one in the order of their spawn ("ordered") or
// one by one in random order ("random"). The spawn is a part of what is timed;
// spawn/fill has it with a reset in the place of the despawn.
//
// Floor: rows that are filled and freed, with a flag for each that lives and a
// stack of free ones; and rows that are filled and forgotten.
var despawn = scenarios.Scenario{
	Name:   "spawn/despawn",
	Doc:    "What does it cost to despawn entities that were spawned in one call?",
	Source: "go-ecs-benchmarks, delete 2 and 10 components; claim B4.2",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "components", Value: "components of each"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{1000, 10000, 100000}) {
			for _, components := range p.Sizes(nil, []int{2}, []int{2, 10}) {
				if p == scenarios.Small {
					components = 5
				}
				s := shape{components, 16}
				f := scenarios.Family{
					Scenario: "spawn/despawn",
					Params:   []scenarios.Param{scenarios.Int("n", n), scenarios.Int("components", components)},
					N:        n, Unit: "entity", Cells: despawnFloors(n, s),
				}
				for _, mode := range []string{"batch", "ordered", "random"} {
					f.Cells = append(f.Cells, scenarios.Cells(scenarios.Storages(backends), mode,
						func(b ecs.Backend, seed uint64) (scenarios.Kernel, error) { return newDespawn(b, n, s, mode, seed) })...)
				}
				out = append(out, f)
			}
		}
		return out
	},
}

func newDespawn(b ecs.Backend, n int, s shape, mode string, seed uint64) (scenarios.Kernel, error) {
	f, err := newFlock(b, n, s)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	order := despawnOrder(n, mode, seed)
	one := make([]ecs.Entity, 1)
	step := func() {
		f.batch(f.es, 0)
		if mode == "batch" {
			must(f.world.Despawn(f.es...))
			return
		}
		for _, i := range order {
			one[0] = f.es[i]
			must(f.world.Despawn(one...))
		}
	}
	return scenarios.Kernel{
		Run: func(n int) {
			for range n {
				step()
			}
		},
		Check: func() error {
			if err := f.checkCount(0); err != nil {
				return err
			}
			for i, e := range f.es {
				if f.world.Alive(e) {
					return fmt.Errorf("entity %d lives", i)
				}
			}
			f.batch(f.es, 0)
			if err := f.check(); err != nil {
				return fmt.Errorf("spawned after all were despawned: %w", err)
			}
			return f.world.Despawn(f.es...)
		},
	}, nil
}

func despawnOrder(n int, mode string, seed uint64) []uint32 {
	order := make([]uint32, n)
	for i := range order {
		order[i] = uint32(i)
	}
	if mode == "random" {
		return scenarios.Shuffled(order, seed)
	}
	return order
}

func despawnFloors(n int, s shape) []scenarios.Cell {
	return append(fillFloors(n, s), scenarios.FloorCell("flags", func(seed uint64) scenarios.Kernel {
		r := newRows(n, s, seed)
		order := despawnOrder(n, "ordered", seed)
		empty := func() {
			for _, i := range order {
				r.kill(int(i))
			}
		}
		fill := func() {
			for i := range n {
				r.revive(i)
			}
		}
		empty()
		return scenarios.Kernel{
			Run: func(n int) {
				for range n {
					fill()
					empty()
				}
			},
			Check: func() error {
				if len(r.free) != n {
					return fmt.Errorf("%d rows are free, expected %d", len(r.free), n)
				}
				fill()
				err := r.check()
				empty()
				return err
			},
		}
	}))
}
