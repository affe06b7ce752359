package archetype

import "ecslab/ecs/driver"

// Append places a prefix of es in new rows of the table, all in one chunk. The
// values are zero, or with raw arbitrary, as the tracker's columns are. run says
// that the prefix has consecutive indices.
func (s *Store) Append(t *Table, raw bool, es []driver.Entity) (c *Chunk, row, n uint32, run bool, err error) {
	c = t.tail
	if c == nil || int(c.n)+len(es) > int(c.cap) {
		if c, err = s.room(t, len(es)); err != nil {
			return nil, 0, 0, false, err
		}
	}
	row = c.n
	n = min(uint32(len(es)), c.cap-row)
	if !raw {
		c.clearDirty(t.values(), row, n)
	}
	c.clean = max(c.clean, row+n)
	run = s.enter(c, es[:n], false)
	return c, row, n, run, nil
}

// clearDirty clears those of n rows of pointer-free columns that may hold what
// was there before.
func (c *Chunk) clearDirty(columns []pair, row, n uint32) {
	if row >= c.clean {
		return
	}
	for _, k := range columns {
		col := c.table.columns[k.to]
		col.zeroRows(col.at(c.bases[k.to], row), min(n, c.clean-row))
	}
}

// clearScanned clears n rows of the columns of values with pointers.
func (c *Chunk) clearScanned(row, n uint32) {
	if n == 0 {
		return
	}
	for _, k := range c.table.scanned() {
		col := c.table.columns[k.from]
		col.zeroRows(col.at(c.bases[k.from], row), n)
	}
}

// appendOne is Append for one handle.
func (s *Store) appendOne(t *Table, raw bool, e driver.Entity) (c *Chunk, row uint32, err error) {
	c = t.tail
	if c == nil || c.n == c.cap {
		if c, err = s.room(t, 1); err != nil {
			return nil, 0, err
		}
	}
	row = c.n
	switch {
	case row >= c.clean:
		c.clean = row + 1
	case !raw:
		zeroRow(t.pairs[t.begin[inline]:t.begin[called]], t.pairs[t.begin[called]:t.begin[scanned]], c, row)
	}
	s.enterOne(c, row, e)
	return c, row, nil
}

// enterOne is enter for one handle.
func (s *Store) enterOne(c *Chunk, row uint32, e driver.Entity) {
	if row == 0 {
		s.shape++
		c.first, c.run = e.Index(), true
	} else if e.Index() != c.first+row {
		c.run = false
	}
	*c.entity(row) = e
	s.dir.SetPlace(e, c.id<<driver.RowBits|row)
	c.n = row + 1
}

// enter puts handles behind the last row, which there must be memory for. run says
// that their indices are known to be consecutive; so does the result.
func (s *Store) enter(c *Chunk, es []driver.Entity, run bool) bool {
	first, row := es[0].Index(), c.n
	if row == 0 {
		s.shape++
		c.first, c.run = first, true
	}
	copy(c.Entities(row, uint32(len(es))), es)
	run = s.setPlaces(es, run, c.id<<driver.RowBits|row)
	c.n += uint32(len(es))
	c.run = c.run && run && first == c.first+row
	return run
}

// setPlaces is Directory.SetPlace for entities in rows from a place on. run says
// that their indices are known to be consecutive; so does the result. Eight of those
// have eight entries in a row: .7 ns an entity, .5 with run, and one by one 1.5.
func (s *Store) setPlaces(es []driver.Entity, run bool, place uint32) bool {
	const step, page = 8, driver.ChunkRows
	pages := s.dir.Pages()
	next, apart := es[0].Index(), uint32(0)
	for len(es) >= step {
		b := (*[step]driver.Entity)(es)
		first := b[0].Index()
		if row := first % page; row <= page-step && (run || consecutive(b)) {
			by := uint64(place) - uint64(first) // from a handle to its entry
			entries := (*[step]uint64)(pages[first/page][row:])
			entries[0], entries[1] = uint64(b[0])+by, uint64(b[1])+by
			entries[2], entries[3] = uint64(b[2])+by, uint64(b[3])+by
			entries[4], entries[5] = uint64(b[4])+by, uint64(b[5])+by
			entries[6], entries[7] = uint64(b[6])+by, uint64(b[7])+by
			apart |= first ^ next
		} else {
			for i, e := range b {
				pages[e.Index()/page][e.Index()%page] = uint64(e)>>32<<32 | uint64(place+uint32(i))
				apart |= e.Index() ^ (next + uint32(i))
			}
		}
		es, place, next = es[step:], place+step, next+step
	}
	for i, e := range es {
		s.dir.SetPlace(e, place+uint32(i))
		apart |= e.Index() ^ (next + uint32(i))
	}
	return apart == 0
}

// consecutive says that each handle follows the one before, of one generation.
func consecutive(es *[8]driver.Entity) bool {
	e := es[0]
	return es[7] == e+7 && // in scattered ones it seldom is
		(es[1]^(e+1))|(es[2]^(e+2))|(es[3]^(e+3))|(es[4]^(e+4))|(es[5]^(e+5))|(es[6]^(e+6)) == 0
}
