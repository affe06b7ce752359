package spawn

import (
	"fmt"

	"ecslab/scenarios"
)

// rows is the floor: entity i's values in a row of two slices, and others in
// more of them.
type rows struct {
	ps     []position
	vs     []velocity
	others [][]float64 // bytes/8 of them a row
	width  int
	rowOf  []uint32 // row of entity i

	alive []bool   // by row
	free  []uint32 // rows to be used next, last first
}

func newRows(n int, s shape, seed uint64) *rows {
	place := scenarios.NewPlacement(seed)
	r := &rows{
		ps: scenarios.Slice[position](place, n), vs: scenarios.Slice[velocity](place, n),
		rowOf: scenarios.Slice[uint32](place, n), alive: scenarios.Slice[bool](place, n),
		free: make([]uint32, 0, n), width: s.bytes / 8,
	}
	for range s.components - 2 {
		r.others = append(r.others, scenarios.Slice[float64](place, n*r.width))
	}
	r.append()
	for i := range r.alive {
		r.alive[i] = true
	}
	return r
}

// append fills all rows as if they were empty before.
func (r *rows) append() {
	ps, vs, rowOf := r.ps[:0], r.vs[:0], r.rowOf[:0]
	for i := range r.ps {
		ps, vs = append(ps, placed(i)), append(vs, pushed(i))
		rowOf = append(rowOf, uint32(i))
	}
	for _, o := range r.others {
		clear(o)
	}
}

// index does the same by index, a column after the other.
func (r *rows) index() {
	ps, vs, rowOf := r.ps, r.vs, r.rowOf
	for i := range ps {
		ps[i] = placed(i)
	}
	for i := range vs {
		vs[i] = pushed(i)
	}
	for i := range rowOf {
		rowOf[i] = uint32(i)
	}
	for _, o := range r.others {
		clear(o)
	}
}

// kill frees the row of entity i.
func (r *rows) kill(i int) {
	row := r.rowOf[i]
	r.alive[row] = false
	r.free = append(r.free, row)
}

// revive gives entity i a free row and its values.
func (r *rows) revive(i int) {
	last := len(r.free) - 1
	row := r.free[last]
	r.free = r.free[:last]
	r.alive[row] = true
	r.rowOf[i] = row
	r.ps[row], r.vs[row] = placed(i), pushed(i)
	for _, o := range r.others {
		clear(o[int(row)*r.width : int(row+1)*r.width])
	}
}

func (r *rows) check() error {
	for i, row := range r.rowOf {
		if !r.alive[row] || r.ps[row] != placed(i) || r.vs[row] != pushed(i) {
			return fmt.Errorf("row %d of entity %d has %v and %v, expected %v and %v",
				row, i, r.ps[row], r.vs[row], placed(i), pushed(i))
		}
	}
	if len(r.free) != 0 {
		return fmt.Errorf("%d rows are free, expected none", len(r.free))
	}
	return nil
}

func floor(form string, n int, s shape, step func(*rows)) scenarios.Cell {
	return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
		r := newRows(n, s, seed)
		return scenarios.Kernel{Check: r.check, Run: func(n int) {
			for range n {
				step(r)
			}
		}}
	})
}

func fillFloors(n int, s shape) []scenarios.Cell {
	return []scenarios.Cell{floor("append", n, s, (*rows).append), floor("index", n, s, (*rows).index)}
}

// generationFloor is the floor of reset.
func generationFloor(n int) scenarios.Cell {
	return scenarios.FloorCell("generations", func(seed uint64) scenarios.Kernel {
		generations := scenarios.Slice[uint64](scenarios.NewPlacement(seed), n)
		now := uint64(0)
		return scenarios.Kernel{
			Run: func(n int) {
				for range n {
					now++
					entry := now << 32
					for i := range generations {
						generations[i] = entry
					}
				}
			},
			Check: func() error {
				for i, g := range generations {
					if g != now<<32 {
						return fmt.Errorf("generation %d is %d, expected %d", i, g, now<<32)
					}
				}
				return nil
			},
		}
	})
}
