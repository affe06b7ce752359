package archetype

import "unsafe"

// Whole says that MoveChunk can take the place of moving all rows of the chunk:
// where it is full, or else where the tail of p.To has none that stand in the
// way, or few, for which the chunk has memory.
func (s *Store) Whole(p *Plan, c *Chunk) bool {
	if c.n == s.rows {
		return s.whole > 1
	}
	tail := p.To.tail
	switch {
	case c.n < s.whole:
		return false
	case tail == nil || tail.n == s.rows:
		return true
	}
	return tail.n <= c.n/2 && (c.n+tail.n <= c.cap || c.cap == s.rows)
}

// MoveChunk gives a chunk, for which Whole holds, with all its rows to p.To.
// Columns that both tables have stay as they are.
func (s *Store) MoveChunk(p *Plan, c *Chunk) {
	s.dropLookups(c, p.From)
	p.From.unlink(c)

	old := append(s.scratch[:0], c.bases...)
	s.scratch = old
	c.bases = resizeList(c.bases, len(p.To.columns))
	for i := range p.kept.all {
		k := &p.kept.all[i]
		c.bases[k.to] = old[k.from]
	}
	for i := range p.gone.all {
		k := &p.gone.all[i]
		if k.form == typed {
			k.zeroRows(old[k.from], c.n)
		}
		k.free[c.class] = append(k.free[c.class], old[k.from])
	}
	for _, i := range p.new {
		col := p.To.columns[i]
		if c.bases[i] = col.take(c.class); c.bases[i] == nil {
			c.bases[i] = col.alone(c.cap)
		} else if col.part == 0 && col.form != typed {
			col.zeroRows(c.bases[i], c.n)
			c.clean = c.cap
		}
	}
	clear(old)

	s.addLookups(c, p.To)
	s.shape++
	tail := p.To.tail
	s.link(p.To, c)
	if tail == nil || tail.n == s.rows {
		return
	}
	// A chunk that is not full stands before one that is not: its rows come from
	// there, until the one is full or the other empty.
	if n := min(tail.n, s.rows-c.n); n > 0 {
		s.append(c, tail, tail.n-n, n)
		s.vacate(tail, tail.n-n, n)
	} else if tail.n == 0 {
		s.emptied(tail)
	}
}

// alone is an array for one column of a chunk that has the others already.
func (c *Column) alone(n uint32) unsafe.Pointer {
	if c.form == typed {
		return c.make(n)
	}
	at := alignment(0, c.shift, n, c.size)
	return unsafe.Add(unscanned(at+uintptr(n)*c.size), at)
}
