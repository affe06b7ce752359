package iterate

import (
	"fmt"

	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// wideColumns is the floor of wide.
type wideColumns struct {
	ps     []position
	s0     []c0
	s1     []c1
	s2     []c2
	s3     []c3
	s4     []c4
	s5     []c5
	s6     []c6
	passes int
}

// wideFloors are one loop over all of the slices, and a loop for each slice
// that is added.
func wideFloors(n, count int) []scenarios.Cell {
	floor := func(form string, pass func(*wideColumns)) scenarios.Cell {
		return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
			w := newWideColumns(n, seed)
			return scenarios.Kernel{
				Run: func(n int) {
					for range n {
						pass(w)
					}
					w.passes += n
				},
				Check: func() error {
					for i, p := range w.ps {
						if want := float64(w.passes) * gain(i, count); p.X != want || p.Y != want {
							return fmt.Errorf("row %d is at %v after %d passes, expected %v twice", i, p, w.passes, want)
						}
					}
					return nil
				},
			}
		})
	}
	one := func(w *wideColumns) {
		ps := w.ps
		for i := range ps {
			ps[i].X++
			ps[i].Y++
		}
	}
	if count == 1 {
		return []scenarios.Cell{floor("index", one)}
	}
	if count == 2 {
		return []scenarios.Cell{floor("fused", func(w *wideColumns) { add(w.ps, w.s0) })}
	}
	fused := map[int]func(w *wideColumns){
		3: func(w *wideColumns) { addThree(w.ps, w.s0, w.s1) },
		5: func(w *wideColumns) { addFive(w.ps, w.s0, w.s1, w.s2, w.s3) },
		8: func(w *wideColumns) { addEight(w.ps, w.s0, w.s1, w.s2, w.s3, w.s4, w.s5, w.s6) },
	}[count]
	return []scenarios.Cell{floor("fused", fused), floor("columns", func(w *wideColumns) {
		add(w.ps, w.s0)
		add(w.ps, w.s1)
		if count > 3 {
			add(w.ps, w.s2)
			add(w.ps, w.s3)
		}
		if count > 5 {
			add(w.ps, w.s4)
			add(w.ps, w.s5)
			add(w.ps, w.s6)
		}
	})}
}

func add[N any](ps []position, s []component.Other[[2]float64, N]) {
	s = s[:len(ps)]
	for i := range ps {
		p, a := &ps[i], &s[i].Value
		p.X += a[0]
		p.Y += a[1]
	}
}

func newWideColumns(n int, seed uint64) *wideColumns {
	place := scenarios.NewPlacement(seed)
	w := &wideColumns{ps: scenarios.Slice[position](place, n)}
	w.s0, w.s1 = column[[0]byte](place, n, 0), column[[1]byte](place, n, 1)
	w.s2, w.s3 = column[[2]byte](place, n, 2), column[[3]byte](place, n, 3)
	w.s4, w.s5 = column[[4]byte](place, n, 4), column[[5]byte](place, n, 5)
	w.s6 = column[[6]byte](place, n, 6)
	return w
}

func column[N any](place *scenarios.Placement, n, number int) []component.Other[[2]float64, N] {
	s := scenarios.Slice[component.Other[[2]float64, N]](place, n)
	for i := range s {
		v := component.Value(i, number)
		s[i].Value = [2]float64{v, v}
	}
	return s
}
