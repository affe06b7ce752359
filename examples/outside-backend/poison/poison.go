// Package poison is a scenario of one's own: the smallest one that has all parts,
// a grid, cells for every backend, a floor and a check.
package poison

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

type (
	health   struct{ Points int64 }
	poisoned struct{}
)

// Scenarios is the list that main gives to the suite.
func Scenarios() []scenarios.Scenario { return []scenarios.Scenario{tagged} }

// tagged: every tenth entity is poisoned, at even distances. An iteration is one
// pass over the poisoned.
var tagged = scenarios.Scenario{
	Name:       "poison/tagged",
	Doc:        "What does it cost to visit the tenth of the entities that has a tag?",
	Parameters: []scenarios.Param{{Key: "n", Value: "entities"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes([]int{10000}, []int{1000, 10000, 100000}, []int{1000, 10000, 100000}) {
			f := scenarios.Family{
				Scenario: "poison/tagged", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: n / 10, Unit: "entity", Bytes: 16,
			}
			f.Cells = append(f.Cells, scenarios.FloorCell("", func(uint64) scenarios.Kernel { return floor(n) }))
			f.Cells = append(f.Cells, scenarios.Cells(scenarios.Storages(backends), "",
				func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return build(b, n) })...)
			out = append(out, f)
		}
		return out
	},
}

// build makes the world of one cell; it is not timed.
func build(b ecs.Backend, n int) (scenarios.Kernel, error) {
	w := b.New(ecs.DefaultOptions())
	ecs.Register[health](w)
	ecs.Register[poisoned](w, ecs.InSparseSet())
	spawner, err := w.Spawner(ecs.Write[health]())
	if err != nil {
		return scenarios.Kernel{}, err
	}
	es := make([]ecs.Entity, n)
	if err := spawner.Into(es, nil); err != nil {
		return scenarios.Kernel{}, err
	}
	for i := 0; i < n; i += 10 {
		if err := ecs.Set(w, es[i], poisoned{}); err != nil {
			return scenarios.Kernel{}, err
		}
	}
	points := ecs.Write[health]()
	q, err := w.Query(points, ecs.All(ecs.Of[poisoned]()))
	if err != nil {
		return scenarios.Kernel{}, err
	}
	all, done := ecs.Read[health](), 0
	sum := w.MustQuery(all)
	return scenarios.Kernel{
		Run: func(iterations int) {
			for range iterations {
				if err := q.Open(); err != nil {
					panic(err)
				}
				for c := q.Next(); c != nil; c = q.Next() {
					if c.Dense {
						hs := points.Slice(c)
						for i := range hs {
							hs[i].Points--
						}
						continue
					}
					hs, rows := points.Rows(c)
					for _, row := range rows {
						hs[row].Points--
					}
				}
			}
			done += iterations
		},
		Check: func() error {
			got := int64(0)
			err := ecs.Each(sum, all, func(_ ecs.Entity, h *health) { got += h.Points })
			if err != nil {
				return err
			}
			return compare(got, n, done)
		},
	}, nil
}

// floor is the same by hand: the poisoned lie in a slice.
func floor(n int) scenarios.Kernel {
	hs, done := make([]health, n/10), 0
	return scenarios.Kernel{
		Run: func(iterations int) {
			hs := hs
			for range iterations {
				for i := range hs {
					hs[i].Points--
				}
			}
			done += iterations
		},
		Check: func() error {
			got := int64(0)
			for _, h := range hs {
				got += h.Points
			}
			return compare(got, n, done)
		},
	}
}

func compare(got int64, n, done int) error {
	if want := -int64(n/10) * int64(done); got != want {
		return fmt.Errorf("all points together are %d, expected %d", got, want)
	}
	return nil
}
