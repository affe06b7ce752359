package table

import (
	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
)

// spawner is the table of a set.
type spawner struct {
	s     *Storage
	table *archetype.Table
	raw   bool // see Overwrite
}

// PrepareSpawn implements driver.SpawnPreparer.
func (s *Storage) PrepareSpawn(set *driver.Mask) driver.Spawner {
	return &spawner{s: s, table: s.tableOf(set)}
}

// Overwrite implements driver.Overwriter.
func (sp *spawner) Overwrite() { sp.raw = true }

// Spawn implements driver.Spawner.
func (sp *spawner) Spawn(es []driver.Entity, ch *driver.Chunk) (int, error) {
	n, err := sp.s.store.Spawn(sp.table, sp.raw, es, ch)
	sp.s.check()
	return n, err
}

// Spawn implements driver.Storage.
func (s *Storage) Spawn(es []driver.Entity, set *driver.Mask, ch *driver.Chunk) (int, error) {
	n, err := s.store.Spawn(s.tableOf(set), false, es, ch)
	s.check()
	return n, err
}
