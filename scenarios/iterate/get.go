package iterate

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// get: the positions of all n entities are read one by one through their
// handles, in random order, and summed. That is what following a reference to
// another entity costs: a target, a parent, an owner. The form is "at" where
// the storage's random access can be inlined (Access.Direct), and "get" for
// all. The sum is a chain of float64 additions, which alone takes about .8 ns
// a value; fetches overlap with it.
//
// Floors: a slice indexed by number; a directory with the generation checked
// and then a slice, the least that answers whether a handle still lives; and a
// Go map from handle to row, the obvious way without an ECS.
var get = scenarios.Scenario{
	Name:       "iterate/get",
	Doc:        "What does it cost to read a component of entities in random order?",
	Source:     "go-ecs-benchmarks, random access; Bevy, world_get over 50 k; claims B4.3, B5.2b",
	Parameters: []scenarios.Param{{Key: "n", Value: "entities"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes([]int{10000}, []int{1000, 10000, 100000, 1000000}, []int{1000, 10000, 50000, 100000, 1000000}) {
			f := scenarios.Family{
				Scenario: "iterate/get", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: n, Unit: "entity", Bytes: 24, Cells: getFloors(n),
			}
			for _, b := range scenarios.Storages(backends) {
				for _, form := range []string{"at", "get"} {
					if form == "at" && !direct(b) {
						continue
					}
					f.Cells = append(f.Cells, scenarios.Cells([]ecs.Backend{b}, form, func(b ecs.Backend, seed uint64) (scenarios.Kernel, error) {
						return newReads(b, n, form, seed)
					})...)
				}
			}
			out = append(out, f)
		}
		return out
	},
}

func direct(b ecs.Backend) bool {
	a, err := ecs.NewAccess[position](world(b))
	return err == nil && a.Direct()
}

// reads counts what was read. Sums are of whole numbers below 2^53.
type reads struct {
	inOnePass uint64 // what a pass should read
	passes    int
	total     uint64
}

// positionsOf are reads of the positions of n entities.
func positionsOf(n int) *reads {
	return &reads{inOnePass: uint64(n) * uint64(n-1) / 2} // the sum of start(i).X
}

func (r *reads) check() error {
	if want := r.inOnePass * uint64(r.passes); r.total != want {
		return fmt.Errorf("what was read adds up to %d in %d passes, expected %d", r.total, r.passes, want)
	}
	return nil
}

// kernel is that of a pass which returns the sum of all that it reads.
func (r *reads) kernel(pass func() float64) scenarios.Kernel {
	return scenarios.Kernel{Check: r.check, Run: func(n int) {
		for range n {
			r.total += uint64(pass())
		}
		r.passes += n
	}}
}

func newReads(b ecs.Backend, n int, form string, seed uint64) (scenarios.Kernel, error) {
	m, err := build(b, n)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	access, err := ecs.NewAccess[position](m.world)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	order := scenarios.Shuffled(m.es, seed)
	r := positionsOf(n)
	if form == "at" {
		return r.kernel(func() float64 {
			sum := 0.0
			for _, e := range order {
				sum += access.At(e).X
			}
			return sum
		}), nil
	}
	return r.kernel(func() float64 {
		sum := 0.0
		for _, e := range order {
			sum += access.Get(e).X
		}
		return sum
	}), nil
}

func getFloors(n int) []scenarios.Cell {
	rows := func(seed uint64) (ps []position, order []uint32) {
		return newColumns(n, seed).ps, permutation(n, seed)
	}
	return []scenarios.Cell{
		scenarios.FloorCell("index", func(seed uint64) scenarios.Kernel {
			values, order := rows(seed)
			return positionsOf(n).kernel(func() float64 {
				sum, ps := 0.0, values
				for _, i := range order {
					sum += ps[i].X
				}
				return sum
			})
		}),
		scenarios.FloorCell("directory", func(seed uint64) scenarios.Kernel {
			ps, order := rows(seed)
			entries := make([]uint64, n) // generation, row
			handles := make([]uint64, n) // generation, index
			for i, row := range order {
				entries[i] = 7<<32 | uint64(row)
				handles[i] = 7<<32 | uint64(i)
			}
			return positionsOf(n).kernel(func() float64 {
				sum := 0.0
				for _, h := range handles {
					if e := entries[uint32(h)]; e>>32 == h>>32 {
						sum += ps[uint32(e)].X
					}
				}
				return sum
			})
		}),
		scenarios.FloorCell("map", func(seed uint64) scenarios.Kernel {
			ps, order := rows(seed)
			rowOf := make(map[ecs.Entity]uint32, n)
			handles := make([]ecs.Entity, n)
			for i, row := range order {
				handles[i] = ecs.Entity(7<<32 | uint64(row))
				rowOf[handles[i]] = row
			}
			return positionsOf(n).kernel(func() float64 {
				sum := 0.0
				for _, h := range handles {
					sum += ps[rowOf[h]].X
				}
				return sum
			})
		}),
	}
}
