package sparseset

// Clear ends the membership of all.
func (s *Set) Clear() {
	if n := len(s.entities); n > 0 {
		s.unlinkAll()
		s.clear(0, n)
		s.entities = s.entities[:0]
	}
	s.run = 0
	s.version++
}

// Shrink gives back what the set holds beyond its members.
func (s *Set) Shrink() {
	if s.idle >= 0 {
		s.drop(s.idle)
		s.idle = -1
	}
	switch n := len(s.entities); {
	case n == s.reserved:
	case n > 0:
		s.resize(n)
	default:
		s.entities, s.stamps, s.values, s.reserved = nil, nil, nil, 0
		clear(s.beside[:])
		s.expose()
	}
	s.spare = nil
}

// Memory is what a set takes, in bytes by part.
type Memory struct {
	Values, Entities, Beside, Sparse, Lookup int
	Rows                                     int // reserved
}

// Memory of the set.
func (s *Set) Memory() Memory {
	m := Memory{
		Values:   s.reserved * int(s.size),
		Entities: s.reserved*8 + cap(s.stamps)*8,
		Beside:   s.reserved * 4 * s.columns,
		Sparse:   8*cap(s.pages) + 2*cap(s.counts),
		Rows:     s.reserved,
	}
	for p := range s.pages {
		if s.counts[p] > 0 || p == s.idle {
			m.Sparse += pageBytes
		}
	}
	if s.watch != nil {
		m.Lookup = 8 * (cap(s.watch.Bases) + cap(s.watch.Beside[0]) + cap(s.watch.Beside[1]))
	}
	return m
}
