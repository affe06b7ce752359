package iterate

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// payload: n entities with one component, all of whose bytes a pass reads and
// writes: each number in it gains one. The larger it is, the less of the time is
// the query's and the more the memory's; past the caches only bandwidth counts.
//
// Floor: the same function over a slice.
var payload = scenarios.Scenario{
	Name: "iterate/payload",
	Doc:  "What does it cost to visit a component, by its size?",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "bytes", Value: "size of the component"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, nil, usual) {
			out = append(out,
				loadFamily[[1]float64](n, backends), loadFamily[[2]float64](n, backends), loadFamily[[4]float64](n, backends),
				loadFamily[[8]float64](n, backends), loadFamily[[16]float64](n, backends), loadFamily[[32]float64](n, backends),
			)
		}
		return out
	},
}

// burden is the component: so many numbers.
type burden[S component.Size] struct{ Value S }

func loadFamily[S component.Size](n int, backends []ecs.Backend) scenarios.Family {
	var size S
	bytes := 8 * len(size)
	return scenarios.Family{
		Scenario: "iterate/payload", Params: []scenarios.Param{scenarios.Int("n", n), scenarios.Int("bytes", bytes)},
		N: n, Unit: "entity", Bytes: float64(2 * bytes),
		Cells: append([]scenarios.Cell{loadFloor[S](n)}, scenarios.Cells(scenarios.Storages(backends), "",
			func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return newLoads[S](b, n) })...),
	}
}

// raise is the dense loop, shared by backends and floor.
//
//go:noinline
func raise[S component.Size](values []burden[S]) {
	for i := range values {
		b := &values[i]
		for k := range len(b.Value) {
			b.Value[k]++
		}
	}
}

//go:noinline
func raiseRows[S component.Size](values []burden[S], rows []uint32) {
	for _, row := range rows {
		b := &values[row]
		for k := range len(b.Value) {
			b.Value[k]++
		}
	}
}

func newLoads[S component.Size](b ecs.Backend, n int) (scenarios.Kernel, error) {
	w := world(b)
	ecs.Register[burden[S]](w)
	view, es, passes := ecs.Write[burden[S]](), make([]ecs.Entity, n), 0
	sp, err := w.Spawner(ecs.All(ecs.Of[burden[S]]()))
	if err != nil {
		return scenarios.Kernel{}, err
	}
	if err := sp.Into(es, nil); err != nil {
		return scenarios.Kernel{}, err
	}
	q, err := w.Query(view)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	return scenarios.Kernel{
		Run: func(n int) {
			for range n {
				if err := q.Open(); err != nil {
					panic(err)
				}
				for c := q.Next(); c != nil; c = q.Next() {
					if c.Dense {
						raise(view.Slice(c))
						continue
					}
					raiseRows(view.Rows(c))
				}
			}
			passes += n
		},
		Check: func() error {
			a, err := ecs.NewAccess[burden[S]](w)
			if err != nil {
				return err
			}
			for i, e := range es {
				v := a.Get(e)
				if v == nil {
					return fmt.Errorf("entity %d has lost its component", i)
				}
				if err := checkLoad(v, i, passes); err != nil {
					return err
				}
			}
			return nil
		},
	}, nil
}

func checkLoad[S component.Size](b *burden[S], i, passes int) error {
	for k := range len(b.Value) {
		if b.Value[k] != float64(passes) {
			return fmt.Errorf("number %d of entity %d is %v after %d passes", k, i, b.Value[k], passes)
		}
	}
	return nil
}

func loadFloor[S component.Size](n int) scenarios.Cell {
	return scenarios.FloorCell("index", func(seed uint64) scenarios.Kernel {
		values, passes := scenarios.Slice[burden[S]](scenarios.NewPlacement(seed), n), 0
		return scenarios.Kernel{
			Run: func(n int) {
				for range n {
					raise(values)
				}
				passes += n
			},
			Check: func() error {
				for i := range values {
					if err := checkLoad(&values[i], i, passes); err != nil {
						return err
					}
				}
				return nil
			},
		}
	})
}
