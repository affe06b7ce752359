package sparseset

import "ecslab/ecs/driver"

// Clear ends the membership of all.
func (s *Set) Clear() {
	if n := len(s.entities); n > 0 {
		s.unlinkAll()
		s.restamp(0, n)
		s.clear(0, n)
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
		Sparse:   8 * cap(s.pages),
		Rows:     s.reserved,
	}
	for _, page := range s.pages {
		if page != driver.DeadPage() {
			m.Sparse += pageBytes
		}
	}
	if s.watch != nil {
		m.Lookup = 8 * (cap(s.watch.Bases) + cap(s.watch.Beside[0]) + cap(s.watch.Beside[1]))
	}
	return m
}
