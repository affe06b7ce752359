package archetype

import "ecslab/ecs/driver"

// FirstDead is the position of the first handle that does not live, -1 if all
// do. Handles in the order of a chunk's rows are compared with its list of
// them: 0.1 ns each, against 0.6 for a look at every entry.
func (s *Store) FirstDead(es []driver.Entity) int {
	const (
		short = 8  // a shorter stretch says that es is in another order
		stray = 64 // and then so many are looked at one by one
	)
	for i := 0; i < len(es); {
		if !s.dir.Alive(es[i]) {
			return i
		}
		c, row := s.Find(es[i])
		n := int(c.stretch(row, es[i:]))
		i += n
		if n >= short {
			continue
		}
		n = min(stray, len(es)-i)
		if at := s.dir.FirstDead(es[i : i+n]); at >= 0 {
			return i + at
		}
		i += n
	}
	return -1
}
