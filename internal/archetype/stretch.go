package archetype

import "ecslab/ecs/driver"

// Stretch is rows of a chunk whose entities a list names one after another.
type Stretch struct {
	table  *Table
	chunk  *Chunk
	row, n uint32
	rows   uint32 // of the chunk, then
}

// Table is the table that the rows are in.
func (f *Stretch) Table() *Table { return f.table }

// Stretches is where the first n of es stand, all of which live: whole chunks
// and, behind them, one stretch that may be less. To know that spares whoever
// moves them a second comparison with the chunks' lists. The stretches are the
// store's until the next call.
func (s *Store) Stretches(es []driver.Entity) (list []Stretch, n int) {
	list = s.stretches[:0]
	for whole := true; whole && n < len(es); {
		place, alive := s.dir.Find(es[n])
		if !alive {
			break
		}
		c, row := s.At(place)
		k := c.stretch(row, es[n:])
		list = append(list, Stretch{c.table, c, row, k, c.n})
		n += int(k)
		whole = k == c.n && k > 1 // a single row is filled from the table's end
	}
	s.stretches = list
	return list, n
}

// QuietStretch is Quiet for a stretch on the list of Stretches, and says whether
// the next one may follow: those before it moved entirely, and that changed no
// other chunk from which the exchange leads anywhere. Otherwise, as where es
// names rows twice, the rest is to be looked for again.
func (s *Store) QuietStretch(m *Move, f *Stretch) (n int, ok bool, err error) {
	if f.chunk.table != f.table || f.chunk.n != f.rows {
		return 0, false, nil
	}
	n, err = s.quiet(m, f.chunk, f.row, f.n)
	return n, n == int(f.n), err
}
