//go:build invariants

package hybrid

// check validates the storage after a change: always while it is small, now
// and then while that takes time, and never where it would take too long.
func (s *Storage) check() {
	span := s.dir.Span()
	if span > 2048 || span > 64 && s.moves%64 != 0 {
		return
	}
	if err := s.validate(); err != nil {
		panic(err)
	}
}
