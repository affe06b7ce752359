package sparseset

import "ecslab/ecs/driver"

// Clear ends the membership of all.
func (s *Set) Clear() {
	if n := len(s.entities); n > 0 {
		s.unlinkAll()
		s.restamp(0, n)
		s.soil(0, n)
		s.entities = s.entities[:0]
	}
	s.run = 0
	s.version++
}

// Shrink gives back what the set holds beyond its members.
func (s *Set) Shrink() {
	s.dropPages()
	switch n := len(s.entities); {
	case n == s.reserved:
	case n > 0:
		s.resize(n)
	default:
		s.entities, s.stamps, s.values, s.reserved, s.dirty = nil, nil, nil, 0, 0
		clear(s.beside[:])
		s.expose()
	}
	s.spare = nil
}

// Stats adds what the set takes.
func (s *Set) Stats(st *driver.Stats) {
	if s.size > 0 && s.reserved > 0 {
		st.Chunks++
		st.ReservedRows += s.reserved
		st.UsedRows += len(s.entities)
	}
	st.ValueBytes += s.reserved * int(s.size)
	st.EntityBytes += s.reserved*8 + cap(s.stamps)*8
	st.BesideBytes += s.reserved * 4 * s.columns
	st.SparseBytes += 8 * cap(s.pages)
	st.SparseBytes += len(s.idle) * pageBytes
	for _, page := range s.pages {
		if page != driver.DeadPage() {
			st.SparseBytes += pageBytes
		}
	}
	if l := s.watch; l != nil {
		st.LookupBytes += 8 * (cap(l.Bases) + cap(l.Beside[0]) + cap(l.Beside[1]))
	}
}
