package flat

import "ecslab/ecs/driver"

// Query implements driver.Storage.
func (s *Storage) Query(q *driver.Query) (driver.Cursor, error) {
	return &cursor{storage: s, query: q}, nil
}

// cursor implements driver.Cursor: it walks the set numbers of all indices.
type cursor struct {
	storage *Storage
	query   *driver.Query
	matches []uint8 // by set number: 1 if entities with that set match
	next    uint32  // index
}

// Rewind looks at the sets that are new since the last pass.
func (c *cursor) Rewind() {
	c.next = 0
	for n := len(c.matches); n < len(c.storage.sets); n++ {
		match := uint8(0)
		if n > 0 && c.query.Matches(&c.storage.sets[n]) {
			match = 1
		}
		c.matches = append(c.matches, match)
	}
}

// Next collects up to a chunk of matching indices. Every index is written to the
// list, and the list is made longer only by those that match: a branch that
// foresees nothing would cost more.
func (c *cursor) Next(ch *driver.Chunk) bool {
	s := c.storage
	rows := ch.Scratch(0)
	n := 0
	for c.next < uint32(len(s.of)) && n < driver.ChunkRows {
		// No more than what is free in the list, so that it cannot overflow.
		end := min(uint32(len(s.of)), c.next+uint32(driver.ChunkRows-n))
		for i, number := range s.of[c.next:end] {
			rows[n&(driver.ChunkRows-1)] = c.next + uint32(i)
			n += int(c.matches[number])
		}
		c.next = end
	}
	if n == 0 {
		return false
	}
	s.show(ch, rows[:n], rows[n-1]-rows[0] == uint32(n-1))
	for i := range c.query.Columns {
		access := &c.query.Columns[i]
		if !access.Maybe {
			ch.Cols[i] = s.view(access.Component, ch)
			continue
		}
		ch.Cols[i] = s.maybe(access.Component, ch, rows[:n], 1+i)
	}
	return true
}

// fill makes ch the chunk of es with the components of set as columns.
func (s *Storage) fill(ch *driver.Chunk, es []driver.Entity, set *driver.Mask) {
	rows := ch.Scratch(0)[:len(es)]
	for i, e := range es {
		rows[i] = e.Index()
	}
	s.show(ch, rows, consecutive(es) == len(es))
	slot := 0
	for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
		ch.Cols[slot] = s.view(c, ch)
		slot++
	}
}

// show makes ch the chunk of the entities with the given indices: with row k for
// match k where they are consecutive, else with the index as the row.
func (s *Storage) show(ch *driver.Chunk, rows []uint32, run bool) {
	ch.N, ch.Run, ch.First = len(rows), run, rows[0]
	if run {
		ch.Entities = driver.EntityColumn{Base: &s.handles[rows[0]]}
		return
	}
	ch.Entities = driver.EntityColumn{Base: &s.handles[0], Rows: rows}
}

// view is the column of a component that all matches of the chunk have.
func (s *Storage) view(c driver.ComponentID, ch *driver.Chunk) driver.Column {
	if ch.Run {
		return s.columns[c].from(ch.First)
	}
	col := s.columns[c].from(0)
	col.Rows = ch.Entities.Rows
	return col
}

// maybe is the column of a component that some may lack; slot is a list of rows
// that is free.
func (s *Storage) maybe(c driver.ComponentID, ch *driver.Chunk, indices []uint32, slot int) driver.Column {
	rows := ch.Scratch(slot)[:len(indices)]
	have := 0
	for k, index := range indices {
		rows[k] = driver.NoRow
		if s.sets[s.of[index]].Has(c) {
			rows[k] = index
			have++
		}
	}
	switch have {
	case 0:
		return driver.Column{Absent: true}
	case len(indices):
		return s.view(c, ch)
	}
	col := s.columns[c].from(0)
	col.Rows = rows
	return col
}
