package hybrid

import (
	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// join makes of rows that a table or a set shows the matches among them, with
// all columns; false: there are none. Lists stand in the chunk's scratch: the
// entities' in slot 0, those of column i in slot i+1.
func (c *cursor) join(ch *driver.Chunk) bool {
	es, own := entities(ch), ch.Entities.Rows
	n, list := ch.N, own
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
		if role := c.columns[i].role; role == looked || role == wished {
			or := c.columns[i].look(es, list, ch.Scratch(i + 1)[:n])
			if role == looked {
				lack |= or
			}
		}
	}
	if lack>>31 != 0 {
		if n, list = c.compact(ch, n, list); n == 0 {
			return false
		}
	}
	if list != nil {
		c.narrow(ch, n, list)
	}
	for i := range c.columns {
		c.columns[i].show(&ch.Cols[i], ch.Scratch(i + 1)[:n])
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
		if sparseset.Common(es, c.set.Entities()[row:]) == len(es) {
			c.start = int(row)
			return 0
		}
	}
	return c.set.Rows(es, rows)
}

// compact drops those of the n matches that lack a required column.
func (c *cursor) compact(ch *driver.Chunk, n int, list []uint32) (int, []uint32) {
	keep := ch.Scratch(len(c.columns) + 1)
	kept := 0
	for j := range n {
		or := uint32(0)
		for i := range c.columns {
			if col := &c.columns[i]; col.role == looked && col.start < 0 {
				or |= ch.Scratch(i + 1)[j]
			}
		}
		keep[kept] = uint32(j)
		kept += int(1 - or>>31)
	}
	keep = keep[:kept]
	for i := range c.columns {
		col := &c.columns[i]
		if col.role != looked && col.role != wished {
			continue
		}
		rows := ch.Scratch(i + 1)
		for j, at := range keep {
			if col.start >= 0 {
				rows[j] = uint32(col.start) + at
			} else {
				rows[j] = rows[at]
			}
		}
		col.start = -1
	}
	dst := ch.Scratch(0)
	for j, at := range keep {
		if list != nil {
			at = list[at]
		}
		dst[j] = at
	}
	return kept, dst[:kept]
}

// narrow leaves those matches of a chunk that stand in the rows of list.
func (c *cursor) narrow(ch *driver.Chunk, n int, list []uint32) {
	for i := range c.columns {
		if c.columns[i].role != follows {
			continue
		}
		col := &ch.Cols[i]
		if ch.Entities.Rows == nil {
			col.Extent = ch.N
		}
		if !col.Absent {
			col.Rows = list
		}
	}
	ch.N, ch.Run, ch.Entities.Rows = n, false, list
}

// show fills a column of a chunk, but for those that follow.
func (c *column) show(col *driver.Column, rows []uint32) {
	switch c.role {
	case follows:
	case ignored:
		*col = driver.Column{}
	case lacking:
		*col = driver.Column{Absent: true}
	default:
		if c.start >= 0 {
			c.set.Stretch(col, c.start)
		} else if c.role == wished && none(rows) {
			*col = driver.Column{Absent: true}
		} else {
			c.set.Listed(col, rows)
		}
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
