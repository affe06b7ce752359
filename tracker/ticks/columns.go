package ticks

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// This is the one file of the package that reads and writes through the
// addresses of a storage's columns.

// Mark implements driver.Tracker.
func (t *tracker) Mark(c driver.ComponentID, k driver.Kinds, ch *driver.Chunk, col int) {
	column := &ch.Cols[col]
	if column.Absent {
		return
	}
	cs := &t.columns[c]
	if k &= cs.kinds; k&driver.Added != 0 {
		mark(column.Beside[cs.added], column.Rows, ch.N, t.clock.stamp)
	}
	if k&driver.Changed != 0 {
		mark(column.Beside[cs.changed], column.Rows, ch.N, t.clock.stamp)
	}
}

func mark(column unsafe.Pointer, rows []uint32, n int, stamp uint32) {
	switch {
	case column == nil:
	case rows == nil:
		driver.Fill(driver.Stamps(column, 0, n), stamp)
	default:
		for _, row := range rows[:n] {
			if row != driver.NoRow {
				*driver.Stamp(column, row) = stamp
			}
		}
	}
}

// MarkCell implements driver.Tracker.
func (t *tracker) MarkCell(c driver.ComponentID, k driver.Kinds, _ driver.Entity, at *driver.Cell) {
	cs := &t.columns[c]
	if k &= cs.kinds; k&driver.Added != 0 {
		*(*uint32)(at.Beside[cs.added]) = t.clock.stamp
	}
	if k&driver.Changed != 0 {
		*(*uint32)(at.Beside[cs.changed]) = t.clock.stamp
	}
}

// Filter implements driver.Tracker.
func (t *tracker) Filter(r driver.Record, w driver.Window, ch *driver.Chunk, col int, out *driver.Bits) {
	at := -1
	switch r.Kind {
	case driver.Added:
		at = t.columns[r.Component].added
	case driver.Changed:
		at = t.columns[r.Component].changed
	case driver.Removed:
		t.removals.Set(r.Component, uint64(w.After)).Filter(ch, out)
		return
	case driver.Created:
		t.created.filter(windowOf(w), ch, out)
		return
	}
	if at < 0 || col < 0 || ch.Cols[col].Absent || ch.Cols[col].Beside[at] == nil {
		clear(out[:(ch.N+63)>>6])
		return
	}
	column := &ch.Cols[col]
	if column.Rows == nil {
		windowOf(w).scan(driver.Stamps(column.Beside[at], 0, ch.N), out)
		return
	}
	windowOf(w).gather(column.Beside[at], column.Rows[:ch.N], out)
}

// gather puts the matches whose row's stamp lies in the window into out.
func (w window) gather(column unsafe.Pointer, rows []uint32, out *driver.Bits) {
	for i := 0; len(rows) > 0; i++ {
		n := min(len(rows), word)
		x := uint64(0)
		for _, row := range rows[:n] { // each bit comes in at the top and moves down
			x >>= 1
			if row != driver.NoRow {
				x |= w.sign(*driver.Stamp(column, row))
			}
		}
		out[i] = x >> (word - n)
		rows = rows[n:]
	}
}

// eachColumn visits the stamps beside a component over all entities.
func (t *tracker) eachColumn(c driver.ComponentID, visit func(column int, stamps []uint32)) {
	if t.Beside(c) > 0 {
		t.host.EachBeside(c, visit)
	}
}

// settle makes the scan that keeps old stamps old, when one is due.
func (t *tracker) settle() {
	if !t.clock.due() {
		return
	}
	now := t.clock.stamp
	for c := range t.columns {
		t.eachColumn(driver.ComponentID(c), func(_ int, stamps []uint32) { clamp(stamps, now) })
	}
	t.created.each(func(stamps []uint32) { clamp(stamps, now) })
}
