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
	run = s.enter(c, es[:n])
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

// enter puts handles behind the last row, which there must be memory for, and
// says whether their indices are consecutive.
func (s *Store) enter(c *Chunk, es []driver.Entity) bool {
	first, row := es[0].Index(), c.n
	if row == 0 {
		s.shape++
		c.first, c.run = first, true
	}
	copy(c.Entities(row, uint32(len(es))), es)
	run := s.setPlaces(es, c.id<<driver.RowBits|row)
	c.n += uint32(len(es))
	c.run = c.run && run && first == c.first+row
	return run
}

// setPlaces is Directory.SetPlace for entities in rows from a place on. It says
// whether their indices are consecutive. Stretches that are have their entries
// in a stretch of a page.
func (s *Store) setPlaces(es []driver.Entity, place uint32) (run bool) {
	pages := s.dir.Pages()
	for first := true; len(es) > 0; first = false {
		n := driver.Consecutive(es)
		run = first && n == len(es)
		for stretch := es[:n]; len(stretch) > 0; {
			index := stretch[0].Index()
			entries := pages[index>>driver.RowBits][index&(driver.ChunkRows-1):]
			entries = entries[:min(len(entries), len(stretch))]
			by := uint64(place) - uint64(index) // from a handle to its entry
			for i, e := range stretch[:len(entries)] {
				entries[i] = uint64(e) + by
			}
			stretch, place = stretch[len(entries):], place+uint32(len(entries))
		}
		es = es[n:]
	}
	return run
}
