package apps

import (
	"fmt"

	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

func barFloors(n, k int) []scenarios.Cell {
	floor := func(form string) scenarios.Cell {
		list := form == "list"
		return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
			place, turns, frames := scenarios.NewPlacement(seed), newTurns(n, k), 0
			ps, vs := scenarios.Slice[position](place, n), scenarios.Slice[velocity](place, n)
			hs, bars := scenarios.Slice[health](place, n), scenarios.Slice[bar](place, n)
			for i := range hs {
				vs[i] = velocity{X: 1, Y: 2}
				hs[i], bars[i] = after(0)
			}
			frame := func() {
				component.Advance(ps, vs)
				a, b := turns.frame()
				for _, part := range [2][]uint32{a, b} {
					for _, i := range part {
						hit(&hs[i])
					}
					if list {
						for _, i := range part {
							bars[i].draw(&hs[i])
						}
					}
				}
				if !list {
					drawAll(bars, hs)
				}
				frames++
			}
			return everyFrame(frame, func() error {
				for i, hits := range turns.of() {
					h, b := after(hits)
					if hs[i] != h || bars[i] != b || ps[i].Y != float64(2*frames) {
						return fmt.Errorf("row %d has health %v and bar %v after %d hits, expected %v and %v", i, hs[i], bars[i], hits, h, b)
					}
				}
				return nil
			})
		})
	}
	return []scenarios.Cell{floor("list"), floor("all")}
}
