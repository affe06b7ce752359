//go:build invariants

package hybrid

import "ecslab/ecs/driver"

// check validates the storage after a change, while it is small enough for
// that to end.
func (s *Storage) check() {
	if s.dir.Span() > driver.ChunkRows/2 {
		return
	}
	if err := s.validate(); err != nil {
		panic(err)
	}
}
