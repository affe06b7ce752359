package archetype

import "unsafe"

// Reset removes all rows. The tables stay, each with its first chunk.
func (s *Store) Reset() {
	for _, t := range s.tables {
		for _, c := range t.chunks {
			c.clearScanned(0, c.n)
			c.n = 0
		}
		for len(t.chunks) > 1 {
			c := t.tail
			t.unlink(c)
			s.release(c)
		}
	}
	s.shape++
}

// Shrink gives back the chunks of empty tables, spare chunks and free arrays,
// and makes tails shorter that are longer than their rows need.
func (s *Store) Shrink() {
	s.parts.rows = arena[uint64]{}
	for _, t := range s.tables {
		if t.spare != nil {
			s.release(t.spare)
			t.spare = nil
		}
		c := t.tail
		if c == nil {
			continue
		}
		if c.n == 0 {
			t.unlink(c)
			s.release(c)
			t.chunks = t.first[:0]
			continue
		}
		// Arrays of the shortest class move too, so that blocks go which others
		// shared with them.
		if class := s.classFor(c.n); class < c.class || class == 0 {
			s.resize(c, class)
		}
	}
	s.shape++
	for i := range s.columns {
		for _, col := range s.columns[i] {
			if col != nil {
				col.free = [classes][]unsafe.Pointer{}
			}
		}
	}
	s.spares = entityArrays{}
	s.stretches, s.holes = nil, nil
}
