package spawn

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// churn: of a world of n entities a tenth is despawned and as many are spawned
// on the indices that became free, their values written; then the frame ends.
// Which tenth goes round, in random order. In the form "batch" both are one
// call, in the form "single" one entity at a time.
//
// Floor: rows with a flag for each that lives and a stack of free ones.
var churn = scenarios.Scenario{
	Name:   "spawn/churn",
	Doc:    "What does it cost to replace a tenth of the world's entities?",
	Source: "claim B4.2",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities in the world"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes([]int{10000}, []int{1000, 10000, 100000}, []int{1000, 10000, 100000, 1000000}) {
			f := scenarios.Family{
				Scenario: "spawn/churn", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: n / tenths, Unit: "entity", Cells: churnFloors(n),
			}
			for _, mode := range []string{"single", "batch"} {
				f.Cells = append(f.Cells, scenarios.Cells(scenarios.Storages(backends), mode,
					func(b ecs.Backend, seed uint64) (scenarios.Kernel, error) { return newChurn(b, n, mode, seed) })...)
			}
			out = append(out, f)
		}
		return out
	},
}

const tenths = 10

func newChurn(b ecs.Backend, n int, mode string, seed uint64) (scenarios.Kernel, error) {
	f, err := newFlock(b, n, pairOnly)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	f.batch(f.es, 0)
	// Entity i of the flock is replaced by another one with its values.
	f.es = scenarios.Shuffled(f.es, seed)
	if err := f.number(); err != nil {
		return scenarios.Kernel{}, err
	}
	tenth, part := n/tenths, 0
	step := func() {
		from := part * tenth
		es := f.es[from : from+tenth]
		if mode == "batch" {
			must(f.world.Despawn(es...))
			f.batch(es, from)
		} else {
			for i := range es {
				must(f.world.Despawn(es[i : i+1]...))
			}
			f.single(es, from)
		}
		must(f.world.EndFrame(1))
		part = (part + 1) % tenths
	}
	return scenarios.Kernel{Check: f.check, Run: func(n int) {
		for range n {
			step()
		}
	}}, nil
}

// number writes the values that go with the order of the handles.
func (f *flock) number() error {
	ps, err := ecs.NewAccess[position](f.world)
	if err != nil {
		return err
	}
	vs, err := ecs.NewAccess[velocity](f.world)
	if err != nil {
		return err
	}
	for i, e := range f.es {
		p, v := ps.Untracked(e), vs.Untracked(e)
		if p == nil || v == nil {
			return fmt.Errorf("entity %d was not spawned", i)
		}
		*p, *v = placed(i), pushed(i)
	}
	return nil
}

func churnFloors(n int) []scenarios.Cell {
	return []scenarios.Cell{scenarios.FloorCell("flags", func(seed uint64) scenarios.Kernel {
		r := newRows(n, pairOnly, seed)
		r.rowOf = scenarios.Shuffled(r.rowOf, seed)
		for i, row := range r.rowOf {
			r.ps[row], r.vs[row] = placed(i), pushed(i)
		}
		tenth, part := n/tenths, 0
		return scenarios.Kernel{Check: r.check, Run: func(n int) {
			for range n {
				from := part * tenth
				for i := from; i < from+tenth; i++ {
					r.kill(i)
				}
				for i := from; i < from+tenth; i++ {
					r.revive(i)
				}
				part = (part + 1) % tenths
			}
		}}
	})}
}
