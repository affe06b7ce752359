package migrate

import (
	"fmt"

	"ecslab/scenarios"
)

// flags is the floor: entity i has the component where bit i is set, and its
// value is in row i. What entities carry stays where it is.
type flags struct {
	has    []uint64
	values []stun
	order  []uint32
}

func newFlags(at point, seed uint64) *flags {
	place := scenarios.NewPlacement(seed)
	return &flags{
		has:    scenarios.Slice[uint64](place, (at.n+63)/64),
		values: scenarios.Slice[stun](place, at.n),
		order:  orderOf(at, seed),
	}
}

func orderOf(at point, seed uint64) []uint32 {
	order := make([]uint32, at.n)
	for i := range order {
		order[i] = uint32(i)
	}
	if at.mode == "random" {
		return scenarios.Shuffled(order, seed)
	}
	return order
}

func (f *flags) give() {
	has, values := f.has, f.values
	for _, i := range f.order {
		has[i>>6] |= 1 << (i & 63)
		values[i] = stun{}
	}
}

func (f *flags) take() {
	has := f.has
	for _, i := range f.order {
		has[i>>6] &^= 1 << (i & 63)
	}
}

// giveAll and takeAll do it by whole words. Bits beyond the last entity do not
// matter.
func (f *flags) giveAll() {
	has := f.has
	for i := range has {
		has[i] = ^uint64(0)
	}
	clear(f.values)
}

func (f *flags) takeAll() { clear(f.has) }

func (f *flags) check() error {
	for i := range f.values {
		if f.has[i>>6]>>(i&63)&1 != 0 {
			return fmt.Errorf("row %d has the component", i)
		}
		f.values[i].Left = 1
	}
	f.give()
	defer f.take()
	for i := range f.values {
		if f.has[i>>6]>>(i&63)&1 == 0 || f.values[i] != (stun{}) {
			return fmt.Errorf("row %d was given %v, expected zero", i, f.values[i])
		}
	}
	return nil
}

// tables is the other floor: two tables by hand, without and with the
// component. A move appends the row to the one and fills its hole in the other.
type tables struct {
	order []uint32
	place []uint32 // row of entity i in the table that has it
	side  [2]table
}

type table struct {
	ids     []uint32
	columns [][][2]float64 // what is carried, 16 bytes a piece
	stuns   []stun         // of the second table
}

func newTables(at point, seed uint64) *tables {
	place := scenarios.NewPlacement(seed)
	t := &tables{order: orderOf(at, seed), place: make([]uint32, at.n)}
	for s := range t.side {
		t.side[s].ids = scenarios.Slice[uint32](place, at.n)[:0]
		for range (at.carry*at.bytes + 15) / 16 {
			t.side[s].columns = append(t.side[s].columns, scenarios.Slice[[2]float64](place, at.n)[:0])
		}
	}
	t.side[1].stuns = scenarios.Slice[stun](place, at.n)[:0]
	from := &t.side[0]
	for i := range t.place {
		t.place[i] = uint32(i)
		from.ids = append(from.ids, uint32(i))
		for c := range from.columns {
			from.columns[c] = append(from.columns[c], carried(i, c))
		}
	}
	return t
}

func carried(i, c int) [2]float64 { return [2]float64{float64(i), float64(c)} }

// move moves entity i from one table to the other.
func (t *tables) move(i uint32, from, to *table) {
	row := t.place[i]
	last := len(from.ids) - 1
	t.place[i] = uint32(len(to.ids))
	to.ids = append(to.ids, i)
	moved := from.ids[last]
	from.ids[row] = moved
	if moved != i {
		t.place[moved] = row
	}
	from.ids = from.ids[:last]
	for c := range from.columns {
		column := from.columns[c]
		to.columns[c] = append(to.columns[c], column[row])
		column[row] = column[last]
		from.columns[c] = column[:last]
	}
}

func (t *tables) give() {
	from, to := &t.side[0], &t.side[1]
	for _, i := range t.order {
		t.move(i, from, to)
		to.stuns = append(to.stuns, stun{})
	}
}

func (t *tables) take() {
	from, to := &t.side[1], &t.side[0]
	for _, i := range t.order {
		row, last := t.place[i], len(from.stuns)-1
		from.stuns[row] = from.stuns[last]
		from.stuns = from.stuns[:last]
		t.move(i, from, to)
	}
}

func (t *tables) check() error {
	if len(t.side[0].ids) != len(t.place) || len(t.side[1].ids)+len(t.side[1].stuns) != 0 {
		return fmt.Errorf("%d rows in the first table and %d in the second, expected all %d in the first",
			len(t.side[0].ids), len(t.side[1].ids), len(t.place))
	}
	for i, row := range t.place {
		for c, column := range t.side[0].columns {
			if column[row] != carried(i, c) {
				return fmt.Errorf("row %d of column %d is %v, expected %v", row, c, column[row], carried(i, c))
			}
		}
	}
	return nil
}

// twice gives and takes.
func twice(give, take func(), check func() error) scenarios.Kernel {
	return scenarios.Kernel{Check: check, Run: func(n int) {
		for range n {
			give()
			take()
		}
	}}
}

func floors(at point) []scenarios.Cell {
	if at.mode == "batch" || at.mode == "whole" {
		return []scenarios.Cell{scenarios.FloorCell("words", func(seed uint64) scenarios.Kernel {
			f := newFlags(at, seed)
			return twice(f.giveAll, f.takeAll, f.check)
		})}
	}
	return []scenarios.Cell{
		scenarios.FloorCell("flags", func(seed uint64) scenarios.Kernel {
			f := newFlags(at, seed)
			return twice(f.give, f.take, f.check)
		}),
		scenarios.FloorCell("tables", func(seed uint64) scenarios.Kernel {
			t := newTables(at, seed)
			return twice(t.give, t.take, t.check)
		}),
	}
}
