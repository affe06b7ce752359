package archetype

import "unsafe"

// Reset removes all rows. The tables stay, each with its first chunk.
func (s *Store) Reset() {
	for _, t := range s.tables {
		for _, c := range t.chunks {
			s.clearTyped(c)
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

func (s *Store) clearTyped(c *Chunk) {
	if c.n == 0 {
		return
	}
	for _, i := range c.table.typed {
		c.table.columns[i].zeroRows(c.bases[i], c.n)
	}
}

// Shrink gives back the chunks of empty tables, spare chunks and free arrays,
// and makes tails shorter that are longer than their rows need.
func (s *Store) Shrink() {
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
		if class := s.classFor(c.n); class < c.class {
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
	s.shells, s.stretches = nil, nil
}
