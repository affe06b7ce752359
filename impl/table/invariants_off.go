//go:build !invariants

package table

import (
	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
)

// check does nothing: the program was built without the tag invariants.
func (s *Storage) check() {}

// checked is the spawner itself.
func (s *Storage) checked(sp *archetype.Spawner) driver.Spawner { return sp }
