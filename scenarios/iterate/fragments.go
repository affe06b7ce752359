package iterate

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// Of frag_iter: component sets, entities of each, and the number that all have.
const (
	fragments  = 26
	inFragment = 20
)

type number struct{ Value float32 }

// numberAfter is that of entity i after so many passes.
func numberAfter(i, passes int) number {
	v := float32(i%7 + 1)
	if passes%2 != 0 {
		v *= 2
	}
	return number{v}
}

// factor is what a pass multiplies by.
func factor(passes int) float32 {
	if passes%2 == 0 {
		return 2
	}
	return 0.5
}

//go:noinline
func scale(numbers []number, by float32) {
	for i := range numbers {
		numbers[i].Value *= by
	}
}

func newFragments(b ecs.Backend) (scenarios.Kernel, error) {
	w, es := world(b), make([]ecs.Entity, fragments*inFragment)
	ecs.Register[number](w)
	kinds := component.Others(8, fragments)
	component.Register(w, kinds)
	for set, kind := range kinds {
		sp, err := w.Spawner(ecs.All(ecs.Of[number](), kind.Of))
		if err != nil {
			return scenarios.Kernel{}, err
		}
		if err := sp.Into(es[set*inFragment:(set+1)*inFragment], nil); err != nil {
			return scenarios.Kernel{}, err
		}
	}
	a, err := ecs.NewAccess[number](w)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	for i, e := range es {
		*a.Untracked(e) = numberAfter(i, 0)
	}
	view := ecs.Write[number]()
	q, err := w.Query(view)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	passes := 0
	return scenarios.Kernel{
		Run: func(n int) {
			for range n {
				by := factor(passes)
				if err := q.Open(); err != nil {
					panic(err)
				}
				for c := q.Next(); c != nil; c = q.Next() {
					if c.Dense {
						scale(view.Slice(c), by)
						continue
					}
					numbers, rows := view.Rows(c)
					for _, row := range rows {
						numbers[row].Value *= by
					}
				}
				passes++
			}
		},
		Check: func() error {
			for i, e := range es {
				if got, want := a.Get(e), numberAfter(i, passes); got == nil || *got != want {
					return fmt.Errorf("entity %d has %v after %d passes, expected %v", i, got, passes, want)
				}
			}
			return nil
		},
	}, nil
}

func fragmentFloors() []scenarios.Cell {
	floor := func(form string, size int) scenarios.Cell {
		return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
			place, passes := scenarios.NewPlacement(seed), 0
			var parts [][]number
			for from := 0; from < fragments*inFragment; from += size {
				part := scenarios.Slice[number](place, size)
				for i := range part {
					part[i] = numberAfter(from+i, 0)
				}
				parts = append(parts, part)
			}
			return scenarios.Kernel{
				Run: func(n int) {
					for range n {
						by := factor(passes)
						for _, part := range parts {
							scale(part, by)
						}
						passes++
					}
				},
				Check: func() error {
					for k, part := range parts {
						for i, got := range part {
							if want := numberAfter(k*size+i, passes); got != want {
								return fmt.Errorf("row %d of part %d has %v after %d passes, expected %v", i, k, got, passes, want)
							}
						}
					}
					return nil
				},
			}
		})
	}
	return []scenarios.Cell{floor("index", fragments*inFragment), floor("slices", inFragment)}
}
