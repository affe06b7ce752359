package hybrid

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// piece makes of the next of the rows at hand those that match, with all columns;
// false: none of them do. Lists stand in the chunk's scratch: the entities' in
// slot 0, those of column i in slot i+1.
//
// Rows whose entities stand in the same order in all sets are a chunk of their
// own, and dense. What stands otherwise comes in pieces, that get longer until
// there is order again.
func (c *cursor) piece(ch *driver.Chunk) bool {
	raw := &c.raw
	if !c.open || raw.Entities.Rows != nil {
		c.off = raw.N
		return c.join(ch, entities(raw), 0, raw.N, false)
	}
	off := c.off
	es := entities(raw)[off:]
	n := c.stretch(es)
	ordered := n >= c.s.limits.stretch || n == len(es)
	if ordered {
		c.block = c.s.limits.block
	} else {
		n = min(c.block, len(es))
		c.block = min(4*c.block, c.s.limits.rows)
	}
	c.off += n
	return c.join(ch, es[:n], off, n, ordered)
}

// stretch is for how many entities all required columns go on row by row.
func (c *cursor) stretch(es []driver.Entity) int {
	n := len(es)
	for i := range c.columns {
		col := &c.columns[i]
		if col.role != looked {
			continue
		}
		row := col.set.Row(uint32(es[0]))
		if row == driver.NoRow {
			return 0
		}
		col.start = int(row)
		if n = driver.Common(es[:n], col.set.Entities()[row:]); n < c.s.limits.stretch && n < len(es) {
			return n
		}
	}
	return n
}

// entities are the handles of a chunk as far as its rows reach: the column has
// an address and no length, for the rows that a list names may lie anywhere.
func entities(ch *driver.Chunk) []driver.Entity {
	n := ch.N
	if rows := ch.Entities.Rows; rows != nil { // ascending, as tables show them
		n = int(rows[n-1]) + 1
	}
	return ch.Entities.Slice(n)
}

// join makes a chunk of n rows at hand, from the row off on, where es stand.
// ordered says that all required columns go on row by row.
func (c *cursor) join(ch *driver.Chunk, es []driver.Entity, off, n int, ordered bool) bool {
	own := c.raw.Entities.Rows
	list := own
	if !c.open {
		dst := ch.Scratch(0)
		m := c.pick(es, own, dst)
		if m == 0 {
			return false
		}
		if m < n {
			n, list = m, dst[:m]
		}
	}
	lack := uint32(0)
	for i := range c.columns {
		switch col := &c.columns[i]; {
		case col.role == wished:
			col.look(es, list, ch.Scratch(i + 1)[:n])
		case col.role == looked && !ordered:
			lack |= col.look(es, list, ch.Scratch(i + 1)[:n])
		}
	}
	if lack>>31 != 0 {
		if n, list = c.compact(ch, n, list); n == 0 {
			return false
		}
	}
	c.show(ch, off, n, list)
	for i := range c.columns {
		if col := &c.columns[i]; col.role != follows {
			col.show(ch, i, n)
		}
	}
	return true
}

// look finds the rows of a column: consecutive ones from start on, or those
// that it writes to rows, whose disjunction it returns.
func (c *column) look(es []driver.Entity, list, rows []uint32) (or uint32) {
	c.start = -1
	if list != nil {
		return c.set.RowsOf(es, list, rows)
	}
	if row := c.set.Row(uint32(es[0])); row != driver.NoRow {
		if driver.Common(es, c.set.Entities()[row:]) == len(es) {
			c.start = int(row)
			return 0
		}
	}
	return c.set.Rows(es, rows)
}

// compact drops those of the n matches that lack a required column.
func (c *cursor) compact(ch *driver.Chunk, n int, list []uint32) (int, []uint32) {
	keep := ch.Scratch(len(c.columns) + 1)
	kept, first := n, true
	for i := range c.columns {
		col := &c.columns[i]
		if col.role != looked || col.start >= 0 {
			continue
		}
		rows := ch.Scratch(i + 1)[:n]
		at := 0 // without a branch on the outcome
		if first {
			first = false
			for j, row := range rows {
				keep[at] = uint32(j)
				at += int(1 - row>>31)
			}
		} else {
			for _, j := range keep[:kept] {
				keep[at] = j
				at += int(1 - rows[j]>>31)
			}
		}
		kept = at
	}
	keep = keep[:kept]
	for i := range c.columns {
		col := &c.columns[i]
		if col.role != looked && col.role != wished {
			continue
		}
		rows := ch.Scratch(i + 1)
		if col.start >= 0 {
			for j, at := range keep {
				rows[j] = uint32(col.start) + at
			}
		} else {
			for j, at := range keep {
				rows[j] = rows[at]
			}
		}
		col.start = -1
	}
	dst := ch.Scratch(0)
	if list == nil {
		copy(dst, keep)
		return kept, dst[:kept]
	}
	for j, at := range keep {
		dst[j] = list[at]
	}
	return kept, dst[:kept]
}

// show fills a chunk with n of the rows at hand: those of list, counted from
// the row off on, or all from there.
func (c *cursor) show(ch *driver.Chunk, off, n int, list []uint32) {
	raw := &c.raw
	ch.N = n
	ch.Run, ch.First = raw.Run && list == nil, raw.First+uint32(off)
	ch.Entities = driver.EntityColumn{Base: &entities(raw)[off], Rows: list}
	for i := range c.columns {
		if c.columns[i].role != follows {
			continue
		}
		from, col := &raw.Cols[i], &ch.Cols[i]
		*col = *from
		if from.Absent {
			continue
		}
		if off > 0 {
			skip(col, uintptr(off), c.columns[i].size)
		}
		col.Rows = list
		if raw.Entities.Rows == nil {
			col.Extent = raw.N - off
		}
	}
}

// skip makes a column begin some rows later, all of which it has: it is made of
// addresses, since its type is known to nobody here.
func skip(col *driver.Column, rows, size uintptr) {
	if col.Base != nil {
		col.Base = unsafe.Add(col.Base, rows*size)
	}
	for i, p := range col.Beside {
		if p != nil {
			col.Beside[i] = unsafe.Add(p, rows*4)
		}
	}
}

// show fills column i of a chunk of n matches.
func (c *column) show(ch *driver.Chunk, i, n int) {
	col := &ch.Cols[i]
	switch c.role {
	case ignored:
		*col = driver.Column{}
		return
	case lacking:
		*col = driver.Column{Absent: true}
		return
	}
	rows := ch.Scratch(i + 1)[:n]
	switch {
	case c.start >= 0:
		c.set.Stretch(col, c.start)
	case c.role == wished && none(rows):
		*col = driver.Column{Absent: true}
	default:
		c.set.Listed(col, rows)
	}
}

// none reports that no match has a row.
func none(rows []uint32) bool {
	for _, row := range rows {
		if row != driver.NoRow {
			return false
		}
	}
	return true
}
