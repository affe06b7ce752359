package archetype

import "unsafe"

// A chunk whose rows move, all or most of them, changes its table: what both
// tables have stays where it is, and so do the places of its entities.

// moveMost moves n rows of a chunk of p.From by handing over the chunk, where that
// pays, and reports whether it does. The rows that stay leave the chunk before.
// Order is lost.
func (s *Store) moveMost(p *Plan, c *Chunk, row, n uint32) bool {
	if n < s.few {
		return false
	}
	join, back := s.joint(p.To, c, n)
	if !s.pays(n, join, c.n-n) || c.n > n && !s.shed(c, row, n) {
		return false
	}
	s.hand(p, c, back)
	return true
}

// Whole says that MoveChunk can take the place of moving all rows of the chunk.
func (s *Store) Whole(p *Plan, c *Chunk) bool {
	join, back := s.joint(p.To, c, c.n)
	return s.pays(c.n, join, 0) && !back
}

// pays says that to hand over a chunk costs less than to copy the n rows that are
// to move, if so many others are copied for it: to join the chunk with the table's
// others, or because they stay.
func (s *Store) pays(n, join, stay uint32) bool {
	if join+stay == 0 {
		return n >= s.few
	}
	return n >= s.whole && join <= n/2 && stay <= n/4
}

// MoveChunk gives a chunk, for which Whole holds, with all its rows to p.To.
// They stay its first ones; others may come behind.
func (s *Store) MoveChunk(p *Plan, c *Chunk) { s.hand(p, c, false) }

// joint is how many rows have to be copied where a chunk of n rows comes to a
// table whose tail is not full either: from the tail to the chunk or, back, from
// the end of the chunk to the tail.
func (s *Store) joint(t *Table, c *Chunk, n uint32) (rows uint32, back bool) {
	tail := t.tail
	if tail == nil || tail.n == s.rows || n == s.rows {
		return 0, false
	}
	rows = s.rows
	if in := min(tail.n, s.rows-n); n+in <= c.cap {
		rows = in
	}
	if out := s.rows - tail.n; out < min(n, rows) && tail.cap == s.rows {
		rows, back = out, true
	}
	return rows, back
}

// shed moves all rows but n, from row on, from a chunk to its table's tail or,
// where it is the tail, to a new one. It reports false, and does nothing, where
// they find no room.
func (s *Store) shed(c *Chunk, row, n uint32) bool {
	t, stay := c.table, c.n-n
	last := t.tail
	if last == c {
		if last, t.spare = t.spare, nil; last == nil {
			var err error
			if last, err = s.newChunk(t, c.class); err != nil {
				return false
			}
		}
		t.unlink(c)
		s.link(t, last)
		s.link(t, c)
	} else if last.n+stay > s.rows {
		return false
	} else if last.n+stay > last.cap {
		s.resize(last, s.classFor(last.n+stay))
	}
	s.append(last, c, 0, row)
	s.append(last, c, row+n, stay-row)
	if first := min(row, n); first > 0 {
		s.fill(c, 0, c, row+n-first, first)
		c.run = false
	}
	c.clearScanned(n, stay)
	c.n = n
	return true
}

// hand gives a chunk with all its rows to p.To; see joint for back.
func (s *Store) hand(p *Plan, c *Chunk, back bool) {
	s.dropLookups(c, p.From)
	p.From.unlink(c)

	old := append(s.scratch[:0], c.bases...)
	s.scratch = old
	c.bases = resizeList(c.bases, len(p.To.columns))
	for _, k := range p.kept() {
		c.bases[k.to] = old[k.from]
	}
	for _, k := range p.gone() {
		col := p.From.columns[k.from]
		if col.care == scanned {
			col.zeroRows(old[k.from], c.n)
		}
		col.free[c.class] = append(col.free[c.class], old[k.from])
	}
	for _, k := range p.new() {
		col := p.To.columns[k.to]
		base := col.take(c.class)
		if base == nil {
			base = col.alone(c.cap)
		} else if col.cleared() {
			col.zeroRows(base, c.n)
			c.clean = c.cap
		}
		c.bases[k.to] = base
	}
	clear(old)

	s.addLookups(c, p.To)
	s.shape++

	tail := p.To.tail
	if back {
		c.table = p.To
		n := s.rows - tail.n
		s.append(tail, c, c.n-n, n)
		s.link(p.To, c)
		s.vacate(c, c.n-n, n)
		return
	}
	s.link(p.To, c)
	if tail == nil || tail.n == s.rows {
		return
	}
	// Before a tail that is not full there stands a full one: its rows come from
	// the tail, until the one is full or the other empty.
	if n := min(tail.n, s.rows-c.n); n > 0 {
		s.append(c, tail, tail.n-n, n)
		s.vacate(tail, tail.n-n, n)
	} else if tail.n == 0 {
		s.emptied(tail)
	}
}

// alone is an array for one column of a chunk that has the others already.
func (c *Column) alone(n uint32) unsafe.Pointer {
	if c.care == scanned {
		return c.make(n)
	}
	at := alignment(0, c.shift, n, c.size)
	return unsafe.Add(unscanned(at+uintptr(n)*c.size), at)
}
