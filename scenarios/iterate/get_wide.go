package iterate

import (
	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// getWide: as get, but several components of each entity are read, of 16 bytes
// each: a position and others. In tables and bitsets they lie in one row of
// several columns, in sparse sets each is looked up in a set of its own.
//
// Floors: as many slices, indexed by number; and a slice of objects that hold
// all of them.
var getWide = scenarios.Scenario{
	Name:   "iterate/get-wide",
	Doc:    "What does it cost to read several components of entities in random order?",
	Source: "Bevy, world_get and query_get, wide",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "components", Value: "components of each that are read"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, nil, []int{10000, 50000}) {
			for _, count := range []int{2, 6} {
				out = append(out, scenarios.Family{
					Scenario: "iterate/get-wide", Params: []scenarios.Param{scenarios.Int("n", n), scenarios.Int("components", count)},
					N: n, Unit: "entity", Bytes: float64(8 + 16*count),
					Cells: append(getWideFloors(n, count), scenarios.Cells(scenarios.Storages(backends), "",
						func(b ecs.Backend, seed uint64) (scenarios.Kernel, error) { return newWideReads(b, n, count, seed) })...),
				})
			}
		}
		return out
	},
}

// widelyOf are reads of so many components of n entities.
func widelyOf(n, count int) *reads {
	r := positionsOf(n)
	for i := range n {
		r.inOnePass += uint64(gain(i, count))
	}
	return r
}

func newWideReads(b ecs.Backend, n, count int, seed uint64) (scenarios.Kernel, error) {
	w, es := world(b), make([]ecs.Entity, n)
	kinds := component.Others(16, 5)
	component.Register(w, kinds)
	sp, err := w.Spawner(ecs.All(ecs.Of[position]()), ecs.All(component.Names(kinds)...))
	if err != nil {
		return scenarios.Kernel{}, err
	}
	if err := sp.Into(es, nil); err != nil {
		return scenarios.Kernel{}, err
	}
	if err := component.Fill(w, kinds, es); err != nil {
		return scenarios.Kernel{}, err
	}
	a, err := newAccesses(w)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	for i, e := range es {
		*a.ps.Untracked(e) = start(i)
	}
	order := scenarios.Shuffled(es, seed)
	if count == 2 {
		return widelyOf(n, count).kernel(func() float64 { return a.two(order) }), nil
	}
	return widelyOf(n, count).kernel(func() float64 { return a.six(order) }), nil
}

// accesses are those to all of the components.
type accesses struct {
	ps *ecs.Access[position]
	a0 *ecs.Access[c0]
	a1 *ecs.Access[c1]
	a2 *ecs.Access[c2]
	a3 *ecs.Access[c3]
	a4 *ecs.Access[c4]
}

func newAccesses(w *ecs.World) (a accesses, err error) {
	if a.ps, err = ecs.NewAccess[position](w); err != nil {
		return a, err
	}
	if a.a0, err = ecs.NewAccess[c0](w); err != nil {
		return a, err
	}
	if a.a1, err = ecs.NewAccess[c1](w); err != nil {
		return a, err
	}
	if a.a2, err = ecs.NewAccess[c2](w); err != nil {
		return a, err
	}
	if a.a3, err = ecs.NewAccess[c3](w); err != nil {
		return a, err
	}
	a.a4, err = ecs.NewAccess[c4](w)
	return a, err
}

func (a *accesses) two(order []ecs.Entity) (sum float64) {
	for _, e := range order {
		sum += a.ps.Get(e).X + a.a0.Get(e).Value[0]
	}
	return sum
}

func (a *accesses) six(order []ecs.Entity) (sum float64) {
	for _, e := range order {
		sum += a.ps.Get(e).X + a.a0.Get(e).Value[0] + a.a1.Get(e).Value[0] +
			a.a2.Get(e).Value[0] + a.a3.Get(e).Value[0] + a.a4.Get(e).Value[0]
	}
	return sum
}

func getWideFloors(n, count int) []scenarios.Cell {
	columns := scenarios.FloorCell("columns", func(seed uint64) scenarios.Kernel {
		w, order := newWideColumns(n, seed), permutation(n, seed)
		for i := range w.ps {
			w.ps[i] = start(i)
		}
		if count == 2 {
			return widelyOf(n, count).kernel(func() (sum float64) {
				ps, s0 := w.ps, w.s0
				for _, i := range order {
					sum += ps[i].X + s0[i].Value[0]
				}
				return sum
			})
		}
		return widelyOf(n, count).kernel(func() (sum float64) {
			ps, s0, s1, s2, s3, s4 := w.ps, w.s0, w.s1, w.s2, w.s3, w.s4
			for _, i := range order {
				sum += ps[i].X + s0[i].Value[0] + s1[i].Value[0] + s2[i].Value[0] + s3[i].Value[0] + s4[i].Value[0]
			}
			return sum
		})
	})
	objects := scenarios.FloorCell("objects", func(seed uint64) scenarios.Kernel {
		objects, order := scenarios.Slice[[6]position](scenarios.NewPlacement(seed), n), permutation(n, seed)
		for i := range objects {
			objects[i][0] = start(i)
			for number := range len(objects[i]) - 1 {
				objects[i][number+1].X = component.Value(i, number)
			}
		}
		if count == 2 {
			return widelyOf(n, count).kernel(func() (sum float64) {
				for _, i := range order {
					o := &objects[i]
					sum += o[0].X + o[1].X
				}
				return sum
			})
		}
		return widelyOf(n, count).kernel(func() (sum float64) {
			for _, i := range order {
				o := &objects[i]
				sum += o[0].X + o[1].X + o[2].X + o[3].X + o[4].X + o[5].X
			}
			return sum
		})
	})
	return []scenarios.Cell{columns, objects}
}
