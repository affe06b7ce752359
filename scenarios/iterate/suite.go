package iterate

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// suite: two workloads of ecs_bench_suite under its names, at its sizes. In
// simple_iter, entities have a matrix, a position, a rotation and a velocity of
// float32, and a position gains the velocity. In frag_iter, 26 component sets of
// 20 entities each have a number, which is multiplied: by two, and in every
// second pass by a half, so that it does not grow beyond all bounds. What tells
// the sets apart is a component of 8 bytes each, of 4 in the original.
//
// Floors: the same over slices; for frag_iter one slice for all, and one for
// each set.
var suite = scenarios.Scenario{
	Name:   "iterate/suite",
	Doc:    "What do the passes of ecs_bench_suite cost?",
	Source: "ecs_bench_suite, simple_iter and frag_iter; Bevy, iter_simple and iter_frag",
	Parameters: []scenarios.Param{
		{Key: "bench", Value: "its name: simple_iter, position += velocity beside two others; frag_iter, a number in 26 component sets"},
		{Key: "n", Value: "entities"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, nil, []int{10000}) {
			out = append(out, scenarios.Family{
				Scenario: "iterate/suite", Params: []scenarios.Param{{Key: "bench", Value: "simple_iter"}, scenarios.Int("n", n)},
				N: n, Unit: "entity", Bytes: 36,
				Cells: append(bodiesFloors(n), scenarios.Cells(scenarios.Storages(backends), "",
					func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return newBodies(b, n) })...),
			})
		}
		if p == scenarios.Full || p == scenarios.Small {
			out = append(out, scenarios.Family{
				Scenario: "iterate/suite", Params: []scenarios.Param{{Key: "bench", Value: "frag_iter"}, scenarios.Int("n", fragments*inFragment)},
				N: fragments * inFragment, Unit: "entity", Bytes: 8,
				Cells: append(fragmentFloors(), scenarios.Cells(scenarios.Storages(backends), "",
					func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return newFragments(b) })...),
			})
		}
		return out
	},
}

// The components of simple_iter.
type (
	vec3     struct{ X, Y, Z float32 }
	spot     vec3
	push     vec3
	rotation vec3
	matrix   [16]float32
)

// spotAfter is where body i is after so many passes, and pushOf its velocity.
func spotAfter(i, passes int) spot {
	v, k := pushOf(i), float32(passes)
	return spot{X: float32(i) + k*v.X, Y: k * v.Y, Z: k * v.Z}
}

func pushOf(i int) push { return push{X: 1, Y: float32(i % 3), Z: -1} }

// thrust is the dense loop, shared by backends and floor.
//
//go:noinline
func thrust(ps []spot, vs []push) {
	vs = vs[:len(ps)]
	for i := range ps {
		p, v := &ps[i], &vs[i]
		p.X += v.X
		p.Y += v.Y
		p.Z += v.Z
	}
}

func newBodies(b ecs.Backend, n int) (scenarios.Kernel, error) {
	w := world(b)
	ecs.Register[matrix](w)
	ecs.Register[spot](w)
	ecs.Register[rotation](w)
	ecs.Register[push](w)
	es, at, by := make([]ecs.Entity, n), ecs.Write[spot](), ecs.Write[push]()
	sp, err := w.Spawner(at, by, ecs.All(ecs.Of[matrix](), ecs.Of[rotation]()))
	if err != nil {
		return scenarios.Kernel{}, err
	}
	filled := 0
	if err := sp.Into(es, func(c *ecs.Chunk) {
		ps, vs := at.Slice(c), by.Slice(c)
		for i := range ps {
			ps[i], vs[i] = spotAfter(filled+i, 0), pushOf(filled+i)
		}
		filled += c.N
	}); err != nil {
		return scenarios.Kernel{}, err
	}
	ps, vs := ecs.Write[spot](), ecs.Read[push]()
	q, err := w.Query(ps, vs)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	passes := 0
	return scenarios.Kernel{
		Run: func(n int) {
			for range n {
				if err := q.Open(); err != nil {
					panic(err)
				}
				for c := q.Next(); c != nil; c = q.Next() {
					if c.Dense {
						thrust(ps.Slice(c), vs.Slice(c))
						continue
					}
					spots, pr := ps.Rows(c)
					pushes, vr := vs.Rows(c)
					for k := range pr {
						p, v := &spots[pr[k]], &pushes[vr[k]]
						p.X += v.X
						p.Y += v.Y
						p.Z += v.Z
					}
				}
			}
			passes += n
		},
		Check: func() error {
			a, err := ecs.NewAccess[spot](w)
			if err != nil {
				return err
			}
			for i, e := range es {
				if p, want := a.Get(e), spotAfter(i, passes); p == nil || *p != want {
					return fmt.Errorf("entity %d is at %v after %d passes, expected %v", i, p, passes, want)
				}
			}
			return nil
		},
	}, nil
}

func bodiesFloors(n int) []scenarios.Cell {
	return []scenarios.Cell{scenarios.FloorCell("index", func(seed uint64) scenarios.Kernel {
		place := scenarios.NewPlacement(seed)
		ps, vs, passes := scenarios.Slice[spot](place, n), scenarios.Slice[push](place, n), 0
		for i := range ps {
			ps[i], vs[i] = spotAfter(i, 0), pushOf(i)
		}
		return scenarios.Kernel{
			Run: func(n int) {
				for range n {
					thrust(ps, vs)
				}
				passes += n
			},
			Check: func() error {
				for i, p := range ps {
					if want := spotAfter(i, passes); p != want {
						return fmt.Errorf("row %d is at %v after %d passes, expected %v", i, p, passes, want)
					}
				}
				return nil
			},
		}
	})}
}
