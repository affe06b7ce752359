package table

import "ecslab/ecs/driver"

// PrepareSpawn implements driver.SpawnPreparer.
func (s *Storage) PrepareSpawn(set *driver.Mask) driver.Spawner {
	return s.checked(s.store.Spawner(s.tableOf(set)))
}

// Spawn implements driver.Storage.
func (s *Storage) Spawn(es []driver.Entity, set *driver.Mask, ch *driver.Chunk) (int, error) {
	n, err := s.store.Spawner(s.tableOf(set)).Spawn(es, ch)
	s.check()
	return n, err
}
