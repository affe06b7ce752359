package archetype

import "ecslab/ecs/driver"

// Remove takes n rows away; rows from the end of the table take their place.
// The places of their entities are the caller's.
func (s *Store) Remove(c *Chunk, row, n uint32) {
	switch {
	case n == 1:
		s.removeOne(c, row)
	case n == c.n && c != c.table.tail:
		s.removeWhole(c)
	case n > c.n/2 && c != c.table.tail:
		s.removeMost(c, row, n)
	default:
		s.removeRange(c, row, n)
	}
}

func (s *Store) removeOne(c *Chunk, row uint32) {
	last := c.table.tail
	from := last.n - 1
	fillRow(c.table.inline(), c.table.called(), c, row, last, from)
	s.closeRow(c, row, last, from)
}

// closeRow moves the last entity of a table to a row that is free, whose values
// were filled, and makes the table a row shorter.
func (s *Store) closeRow(c *Chunk, row uint32, last *Chunk, from uint32) {
	last.n = from
	if c != last || row != from {
		other := *last.entity(from)
		*c.entity(row) = other
		s.dir.SetPlace(other, c.id<<driver.RowBits|row)
		c.run = false
	}
	if from <= 1 || c.n == 1 {
		s.settle(c, last)
	}
}

// settle is called when a row of c was filled from the end of the table and
// one of the two chunks has at most one row left.
func (s *Store) settle(c, last *Chunk) {
	if c.n == 1 {
		c.broke()
	}
	if last.n <= 1 {
		s.shrunk(last)
	}
}

// removeWhole removes all rows of a chunk that is not its table's tail.
func (s *Store) removeWhole(c *Chunk) {
	t := c.table
	c.clearScanned(0, c.n)
	c.n = 0
	s.shape++
	t.unlink(c)
	s.rest(t, c)
}

// removeMost removes more rows of a chunk than it keeps, which is not its
// table's tail: the rows that stay go to the tail as far as there is room, and
// what is left of the chunk is the tail from then on.
func (s *Store) removeMost(c *Chunk, row, n uint32) {
	t := c.table
	last := t.tail
	if last.cap < s.rows {
		s.resize(last, classes-1)
	}
	// The rows behind the hole go first, from the end, then those before it.
	full := c.n
	behind := min(full-row-n, s.rows-last.n)
	s.append(last, c, full-behind, behind)
	before := min(row, s.rows-last.n)
	s.append(last, c, row-before, before)
	row -= before
	stay := full - behind - n - before - row // rows behind the hole that found no room
	if stay > 0 {
		s.fill(c, row, c, full-behind-stay, stay)
	}
	c.clearScanned(row+stay, full-row-stay)
	c.n = row + stay
	s.shape++
	t.unlink(c)
	if c.n == 0 {
		s.rest(t, c)
		return
	}
	s.link(t, c)
	c.broke()
}

// append copies n rows of a chunk to the end of another one of its table, which
// has memory for them.
func (s *Store) append(last, c *Chunk, row, n uint32) {
	if n == 0 {
		return
	}
	at := last.n
	last.n += n
	last.clean = max(last.clean, last.n)
	s.fill(last, at, c, row, n)
	if at == 0 {
		last.first, last.run = c.entity(row).Index(), n == 1 || c.run
		return
	}
	last.run = last.run && last.run == c.run && c.first+row == last.first+at
}

func (s *Store) removeRange(c *Chunk, row, n uint32) {
	t := c.table
	filled := uint32(0)
	for {
		last := t.tail
		if c == last {
			behind := min(n, last.n-row-n)
			if behind > 0 {
				s.fill(c, row, last, last.n-behind, behind)
			}
			s.vacate(last, last.n-n, n)
			if filled+behind > 0 {
				c.broke()
			}
			return
		}
		m := min(n, last.n)
		s.fill(c, row, last, last.n-m, m)
		s.vacate(last, last.n-m, m)
		row, n, filled = row+m, n-m, filled+m
		if n == 0 {
			c.broke()
			return
		}
	}
}

// fill copies n rows of a chunk to rows that are free, in one of the same table.
func (s *Store) fill(c *Chunk, row uint32, last *Chunk, from, n uint32) {
	for i, col := range c.table.columns {
		col.copyRows(col.at(c.bases[i], row), col.at(last.bases[i], from), n)
	}
	es := last.Entities(from, n)
	copy(c.Entities(row, n), es)
	s.setPlaces(es, last.run, c.id<<driver.RowBits|row)
}

// vacate makes a table's tail n rows shorter.
func (s *Store) vacate(last *Chunk, from, n uint32) {
	last.clearScanned(from, n)
	last.n = from
	if from <= 1 {
		s.shrunk(last)
	}
}

// shrunk is called when a table's tail has at most one row left.
func (s *Store) shrunk(last *Chunk) {
	if last.n == 1 {
		last.broke() // one row is always consecutive
		return
	}
	s.emptied(last)
}
