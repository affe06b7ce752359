package archetype

import "ecslab/ecs/driver"

// Cursor walks the chunks of matching tables, all of them or those rows that a
// stream of records names. It is the part of a driver.RecordCursor that knows
// no graph: whoever embeds it adds the tables first.
type Cursor struct {
	Matches
	at, end   int
	plain     bool       // the pass is over all rows, and every column plain
	selection *Selection // nil: the pass is over all rows
	kept      *Selection // nil: no pass has begun from records
}

// Start begins a pass over all rows.
func (c *Cursor) Start() {
	c.at, c.end = 0, c.Refresh()
	c.plain, c.selection = c.values, nil
}

// StartFrom begins a pass over the rows that a stream names.
func (c *Cursor) StartFrom(r driver.Records) {
	if c.kept == nil {
		c.kept = NewSelection(&c.Matches)
	}
	c.kept.Collect(r)
	c.at, c.end = 0, c.kept.Len()
	c.plain, c.selection = false, c.kept
}

// Next implements driver.Cursor.
func (c *Cursor) Next(ch *driver.Chunk) bool {
	if c.at >= c.end {
		return false
	}
	if !c.plain {
		c.fill(ch)
		return true
	}
	r := &c.runs[c.at]
	c.at++
	// A chunk of a small archetype is walked in 20 ns: only what differs from
	// the chunk before is written.
	k := r.chunk
	ch.N, ch.Run, ch.First = int(k.n), k.run, k.first
	ch.Entities.Base = (*driver.Entity)(k.entities)
	if ch.Entities.Rows != nil {
		ch.Entities.Rows = nil
	}
	cols := ch.Cols[:len(r.slots)]
	for i := range cols {
		col := &cols[i]
		clean(col)
		col.Base = k.bases[r.slots[i].Value]
	}
	return true
}

// fill is Next in all other cases.
func (c *Cursor) fill(ch *driver.Chunk) {
	i := c.at
	c.at++
	if c.selection != nil {
		c.selection.Fill(i, ch)
		return
	}
	r := &c.runs[i]
	r.chunk.View(ch, r.slots, 0, r.chunk.n)
	if c.optional {
		c.absent(ch, r.chunk.table)
	}
}
