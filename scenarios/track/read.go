package track

import (
	"errors"
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// read: the health of all n entities is read one by one through their handles,
// in random order, and summed. In the form "tracked" it is tracked for added
// and changed, in the form "untracked" it is not, in a world with the same
// tracker. What the records take is the difference of the live bytes; n is a
// multiple of what chunks hold, so that no column has room to spare.
//
// Floor: an index list and a slice of values.
var read = scenarios.Scenario{
	Name:       "track/read",
	Doc:        "What does reading a component cost more if it is tracked, and what do its records take?",
	Source:     "claims S3, B10d",
	Parameters: []scenarios.Param{{Key: "n", Value: "entities"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		pairs := scenarios.Homes(p, backends, "table/bitmap")
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{16384}, []int{16384, 131072}) {
			f := scenarios.Family{
				Scenario: "track/read", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: n, Unit: "access", Cells: []scenarios.Cell{readFloor(n)},
			}
			for _, form := range []string{"tracked", "untracked"} {
				f.Cells = append(f.Cells, scenarios.Cells(pairs, form, func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
					return newReading(b, n, form == "tracked")
				})...)
			}
			out = append(out, f)
		}
		return out
	},
}

// reading sums the health of a herd.
type reading struct {
	access *ecs.Access[health]
	list   []ecs.Entity
	sum    int64
	runs   int64
}

func newReading(b ecs.Backend, n int, track bool) (scenarios.Kernel, error) {
	w := b.New(ecs.DefaultOptions())
	kinds := ecs.Kinds(0)
	if track {
		kinds = ecs.Added | ecs.Changed
	}
	ecs.Register[health](w, ecs.Track(kinds))
	sp, err := w.Spawner(ecs.Write[health]())
	if err != nil {
		return scenarios.Kernel{}, err
	}
	es := make([]ecs.Entity, n)
	if err := sp.Into(es, nil); err != nil {
		return scenarios.Kernel{}, err
	}
	access, err := ecs.NewAccess[health](w)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	for i, e := range es {
		access.Untracked(e).Points = points(i)
	}
	r := &reading{access: access, list: scenarios.Shuffled(es, scattering)}
	return scenarios.Kernel{Run: r.run, Check: r.check}, errors.Join(w.EndFrame(1), w.EndFrame(1))
}

// scattering is the seed of the order in which entities are read; it is not
// the seed of the run, so that every cell reads in the same order.
const scattering = 31

func (r *reading) run(n int) {
	sum := r.sum
	for range n {
		for _, e := range r.list {
			sum += r.access.Get(e).Points
		}
	}
	r.sum = sum
	r.runs += int64(n)
}

func (r *reading) check() error {
	n := int64(len(r.list))
	want := r.runs * (n * (n + 1) / 2)
	if r.sum != want {
		return fmt.Errorf("the points of all passes are %d, expected %d", r.sum, want)
	}
	return nil
}

func readFloor(n int) scenarios.Cell {
	return scenarios.FloorCell("", func(seed uint64) scenarios.Kernel {
		place := scenarios.NewPlacement(seed)
		values := scenarios.Slice[component.Health](place, n)
		order := make([]uint32, n)
		for i := range values {
			values[i].Points, order[i] = points(i), uint32(i)
		}
		order = scenarios.Shuffled(order, scattering)
		sum, runs := int64(0), int64(0)
		return scenarios.Kernel{
			Run: func(k int) {
				total := sum
				for range k {
					for _, i := range order {
						total += values[i].Points
					}
				}
				sum = total
				runs += int64(k)
			},
			Check: func() error {
				if want := runs * (int64(n) * (int64(n) + 1) / 2); sum != want {
					return fmt.Errorf("the points of all passes are %d, expected %d", sum, want)
				}
				return nil
			},
		}
	})
}
