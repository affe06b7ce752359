package sparseset

import "ecslab/ecs/driver"

// IsRun reports whether the entities have consecutive indices.
func IsRun(es []driver.Entity) bool {
	return len(es) > 0 && driver.Consecutive(es) == len(es)
}

// Piece is how many entities at the beginning of es are best treated together,
// and whether they have consecutive indices. Where such runs are short, to look
// for the end of each costs more than it saves: a branch that nobody can guess.
// A piece is not longer than an index chunk.
func Piece(es []driver.Entity) (n int, run bool) {
	es = es[:min(len(es), driver.ChunkRows)]
	if n = driver.Consecutive(es); n >= shortRange || n == len(es) {
		return n, true
	}
	return min(8*shortRange, len(es)), false
}

// AppendBatch makes entities members, none of which is one, in consecutive rows,
// and returns the first. run says that IsRun holds. The values are zero, or with
// raw those without pointers may be anything.
func (s *Set) AppendBatch(es []driver.Entity, run, raw bool) int {
	row := len(s.entities)
	s.Reserve(row + len(es))
	s.entities = append(s.entities, es...)
	s.link(row, len(es), run)
	if row < s.dirty {
		s.wipe(row, len(es), raw)
	}
	s.version++
	return row
}

// Insert is AppendBatch to the rows from at on; the members there go to the end.
// The values are zero.
func (s *Set) Insert(es []driver.Entity, at int, run bool) {
	n, used := len(es), len(s.entities)
	if at == used {
		s.AppendBatch(es, run, false)
		return
	}
	s.Reserve(used + n)
	s.entities = s.entities[:used+n]
	away := min(n, used-at)
	s.wipe(used, n, true)
	s.move(max(used, at+n), at, away)
	if s.size > 0 {
		s.component.Zero(s.value(at), n)
	}
	s.run = min(s.run, at)
	copy(s.entities[at:], es)
	s.link(at, n, run)
	s.version++
}

// shortRange is the number of rows from which a range is removed as one.
const shortRange = 8

// RemoveBatch ends the membership of entities, all of them members and named
// once. Those that stand in consecutive rows go as ranges. run says that IsRun
// holds.
func (s *Set) RemoveBatch(es []driver.Entity, run bool) {
	if row := int(s.Row(uint32(es[0]))); run && row+len(es) <= len(s.entities) {
		// Two runs that begin with the same one need not be compared.
		if _, ok := s.Run(row, len(es)); ok {
			s.RemoveRange(row, len(es), 0)
			return
		}
	}
	for len(es) > 0 {
		n, row := 0, int(s.Row(uint32(es[0])))
		if at := s.entities[row:]; min(len(at), len(es)) >= shortRange && at[shortRange-1] == es[shortRange-1] {
			n = driver.Common(at, es)
		}
		if n < shortRange {
			Leave(es[0], s)
			es = es[1:]
			continue
		}
		s.RemoveRange(row, n, 0)
		es = es[n:]
	}
}

// RemoveRange removes the members of n rows. Rows below front are to stay in
// front of the others: their hole is filled from among them, and what then is
// missing at the front's end from the end of the set.
func (s *Set) RemoveRange(row, n, front int) {
	s.unlink(row, n)
	s.run = min(s.run, row)
	if row < front {
		s.fillRange(row, n, front)
		row = front - n
	}
	s.fillRange(row, n, len(s.entities))
	rest := len(s.entities) - n
	s.restamp(rest, n)
	s.soil(rest, n)
	s.entities = s.entities[:rest]
	s.version++
}

// fillRange fills the hole of n rows from the rows just below end.
func (s *Set) fillRange(row, n, end int) {
	k := min(n, end-row-n)
	s.move(row, end-k, k)
}
