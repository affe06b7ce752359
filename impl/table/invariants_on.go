//go:build invariants

package table

import (
	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
)

// check validates the storage after a change, while it is small enough for
// that to end.
func (s *Storage) check() {
	if s.env.Directory.Span() > driver.ChunkRows/2 {
		return
	}
	if err := s.validate(); err != nil {
		panic(err)
	}
}

// checked is a spawner after which the storage is validated.
func (s *Storage) checked(sp *archetype.Spawner) driver.Spawner { return &checkedSpawner{sp, s} }

type checkedSpawner struct {
	*archetype.Spawner
	s *Storage
}

func (c *checkedSpawner) Spawn(es []driver.Entity, ch *driver.Chunk) (int, error) {
	n, err := c.Spawner.Spawn(es, ch)
	c.s.check()
	return n, err
}
