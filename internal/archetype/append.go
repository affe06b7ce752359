package archetype

import (
	"ecslab/ecs/driver"
)

// Append places a prefix of es in new rows of the table, all in one chunk. The
// values are zero, the tracker's columns arbitrary. run says that the prefix
// has consecutive indices.
func (s *Store) Append(t *Table, es []driver.Entity) (c *Chunk, row, n uint32, run bool, err error) {
	c = t.tail
	if c == nil || int(c.n)+len(es) > int(c.cap) {
		if c, err = s.room(t, len(es)); err != nil {
			return nil, 0, 0, false, err
		}
	}
	row = c.n
	n = min(uint32(len(es)), c.cap-row)
	for _, i := range t.values {
		c.clearDirty(int(i), t.columns[i], row, n)
	}
	c.clean = max(c.clean, row+n)
	run = s.enter(c, es[:n])
	t.rows += int(n)
	return c, row, n, run, nil
}

// clearDirty clears those of n rows of a pointer-free column that may hold
// what was there before.
func (c *Chunk) clearDirty(i int, col *Column, row, n uint32) {
	if row >= c.clean {
		return
	}
	n = min(n, c.clean-row)
	p := col.at(c.bases[i], row)
	if n == 1 {
		col.zeroRow(p)
		return
	}
	col.zeroRows(p, n)
}

// enter puts handles behind the last row, which there must be memory for, and
// says whether their indices are consecutive.
func (s *Store) enter(c *Chunk, es []driver.Entity) bool {
	if c.n == 0 {
		s.shape++
		c.first, c.run = es[0].Index(), true
	}
	row := c.n
	place := c.id<<driver.RowBits | row
	into := c.Entities(row, uint32(len(es)))
	first, off := es[0].Index(), uint32(0)
	for i := range into {
		e := es[i]
		into[i] = e
		s.dir.SetPlace(e, place+uint32(i))
		off |= e.Index() - uint32(i) ^ first
	}
	c.n += uint32(len(es))
	c.run = c.run && off == 0 && first == c.first+row
	return off == 0
}
