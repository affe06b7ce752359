package archetype

import "ecslab/ecs/driver"

// Stretch is rows of a chunk whose entities a list names one after another.
type Stretch struct {
	move   *Move
	table  *Table
	chunk  *Chunk
	row, n uint32
	rows   uint32 // of the chunk, then
}

// Router knows the moves of an exchange.
type Router interface {
	// From is the move that begins in a table.
	From(t *Table) *Move
}

// QuietLiving moves a prefix of es, and shows nothing, if all of es live; any
// handles may be given.
func (s *Store) QuietLiving(x Router, es []driver.Entity) (n int, alive bool, err error) {
	list, found := s.stretchesOf(es)
	if s.FirstDead(es[found:]) >= 0 {
		return 0, false, nil
	}
	for i := range list {
		list[i].move = x.From(list[i].table)
	}
	for len(list) > 0 && err == nil {
		f := &list[0]
		if f.stale() {
			break // es names them twice
		}
		if k := s.copied(list); k > 1 && s.moveTogether(list[:k]) {
			for i := range list[:k] {
				n += int(list[i].n)
			}
			break // others have come to stand elsewhere
		}
		moved := 0
		moved, err = s.quiet(f.move, f.chunk, f.row, f.n)
		n += moved
		if list = list[1:]; !f.whole() || moved < int(f.n) {
			break // likewise
		}
	}
	return n, true, err
}

// stretchesOf is where the first n of es stand, all of which live: whole chunks
// and long stretches and, behind them, one that may be neither. To know that
// spares whoever moves them a second comparison with the chunks' lists. They are
// the store's until the next call.
func (s *Store) stretchesOf(es []driver.Entity) (list []Stretch, n int) {
	list = s.stretches[:0]
	for more := true; more && n < len(es); {
		place, alive := s.dir.Find(es[n])
		if !alive {
			break
		}
		c, row := s.At(place)
		k := c.stretch(row, es[n:])
		list = append(list, Stretch{nil, c.table, c, row, k, c.n})
		n += int(k)
		more = list[len(list)-1].whole() || n >= s.long*len(list)
	}
	s.stretches = list
	return list, n
}

// whole says that the stretch is all rows of its chunk, which can go without
// changing any other chunk that the exchange moves from. A single row cannot:
// it is filled from the table's end.
func (f *Stretch) whole() bool { return f.n == f.rows && f.n > 1 }

// stale says that the rows have gone since the list was made.
func (f *Stretch) stale() bool { return f.chunk.table != f.table || f.chunk.n != f.rows }

// copied is how many stretches of a list, from the first on, are to be copied and
// leave others in their chunk.
func (s *Store) copied(list []Stretch) int {
	for i := range list {
		if f := &list[i]; f.whole() || f.n >= s.whole && f.rows-f.n <= f.n/4 { // see pays
			return i
		}
	}
	return len(list)
}

// position is the number of the first row in its table.
func (f *Stretch) position(rows uint32) int { return int(f.chunk.pos)*int(rows) + int(f.row) }
