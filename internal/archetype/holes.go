package archetype

import (
	"cmp"
	"slices"
)

// Rows that leave a table in many places leave holes. To close each one at once
// would fill it with rows from the end of the table that may be about to leave
// too, and then leave another hole: half of what is copied, where every second
// row leaves.

// moveTogether moves stretches of rows that are parts of chunks, and closes the
// holes after the last one has gone. It reports false, and does nothing, where
// two of them share a row or one has gone already, where chunk ids might not
// suffice, and where the last rows of a table go first: those leave few holes, and
// chunks that become free meanwhile are taken again while the cache has them.
func (s *Store) moveTogether(list []Stretch) bool {
	if s.descend(list) {
		return false
	}
	holes := s.holesOf(list)
	total := 0
	for i := range holes {
		f := &holes[i]
		if f.stale() || i > 0 && holes[i-1].chunk == f.chunk && holes[i-1].row+holes[i-1].n > f.row {
			return false
		}
		total += int(f.n)
	}
	if ids := int(s.limit) - len(s.chunks) + len(s.freeIDs); ids < total/int(s.rows)+len(list) {
		return false
	}
	for i := range list {
		f := &list[i]
		for row, n := f.row, f.n; n > 0 && !f.move.Same(); {
			_, _, k, err := s.copyRange(&f.move.Plan, f.chunk, row, n)
			if err != nil {
				panic("archetype: chunk ids that were free are gone: " + err.Error())
			}
			row, n = row+k, n-k
		}
	}
	for len(holes) > 0 {
		t, n := holes[0].table, 1
		for n < len(holes) && holes[n].table == t {
			n++
		}
		s.closeHoles(t, holes[:n])
		holes = holes[n:]
	}
	return true
}

// descend says that each stretch stands before the one that the list has before it.
func (s *Store) descend(list []Stretch) bool {
	for i := range list[1:] {
		a, b := &list[i], &list[i+1]
		if a.table != b.table || a.position(s.rows) < b.position(s.rows) {
			return false
		}
	}
	return true
}

// holesOf are the stretches that leave their tables, by table and row.
func (s *Store) holesOf(list []Stretch) []Stretch {
	holes := s.holes[:0]
	for i := range list {
		if !list[i].move.Same() {
			holes = append(holes, list[i])
		}
	}
	s.holes = holes
	slices.SortFunc(holes, func(a, b Stretch) int {
		return cmp.Or(cmp.Compare(a.table.ID, b.table.ID), cmp.Compare(a.chunk.pos, b.chunk.pos), cmp.Compare(a.row, b.row))
	})
	return holes
}

// closeHoles fills those holes of a table, ascending, that lie before its new
// end with the rows that stay and lie behind it.
func (s *Store) closeHoles(t *Table, holes []Stretch) {
	gone := 0
	for i := range holes {
		gone += int(holes[i].n)
	}
	end := s.Rows(t) // of the rows that have not filled a hole yet
	stay := end - gone
	last := len(holes) - 1 // the last hole before end
	for i := range holes {
		// Both from the end, so that those who fill holes stay in their order.
		f := &holes[len(holes)-1-i]
		at := f.position(s.rows)
		for need := min(int(f.n), stay-at); need > 0; {
			for holes[last].position(s.rows)+int(holes[last].n) == end {
				end = holes[last].position(s.rows)
				last--
			}
			k := (end - 1) / int(s.rows)
			first := k * int(s.rows) // of the chunk at the end
			n := min(need, end-max(first, holes[last].position(s.rows)+int(holes[last].n)))
			end, need = end-n, need-n
			s.fill(f.chunk, f.row+uint32(need), t.chunks[k], uint32(end-first), uint32(n))
			f.chunk.broke()
		}
	}
	for gone > 0 {
		n := min(uint32(gone), t.tail.n)
		s.vacate(t.tail, t.tail.n-n, n)
		gone -= int(n)
	}
}
