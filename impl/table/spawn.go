package table

import (
	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
)

// spawner is the table of a set.
type spawner struct {
	store *archetype.Store
	table *archetype.Table
}

// PrepareSpawn implements driver.SpawnPreparer.
func (s *Storage) PrepareSpawn(set *driver.Mask) driver.Spawner {
	return &spawner{s.store, s.tableOf(set)}
}

// Spawn implements driver.Spawner.
func (sp *spawner) Spawn(es []driver.Entity, ch *driver.Chunk) (int, error) {
	return sp.store.Spawn(sp.table, es, ch)
}

// Spawn implements driver.Storage.
func (s *Storage) Spawn(es []driver.Entity, set *driver.Mask, ch *driver.Chunk) (int, error) {
	return s.store.Spawn(s.tableOf(set), es, ch)
}
