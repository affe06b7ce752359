package hybrid

import (
	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
	"ecslab/internal/sparseset"
)

// spawner is the archetype of a set.
type spawner struct {
	s         *Storage
	rows      *archetype.Spawner // of the components in tables
	slots     []archetype.Slot   // of a set of both kinds, none where a component is in a sparse set; else nil
	signature uint32
	columns   []sparseset.Slot // of those
	raw       bool             // see Overwrite
}

// setColumns are those of the components in sparse sets among the columns of
// the components of shown.
func (s *Storage) setColumns(shown, sparse *driver.Mask) []sparseset.Slot {
	var list []sparseset.Slot
	at := 0
	for c, ok := shown.Next(0); ok; c, ok = shown.Next(int(c) + 1) {
		if sparse.Has(c) {
			list = append(list, sparseset.Slot{Set: s.set(c), At: at})
		}
		at++
	}
	return list
}

func (s *Storage) spawner(set *driver.Mask) *spawner {
	tables, sparse := s.split(set)
	t := s.tableOf(&tables)
	sp := &spawner{s: s, rows: s.store.Spawner(t), signature: s.find(&sparse), columns: s.setColumns(set, &sparse)}
	if !tables.Empty() && !sparse.Empty() {
		sp.slots = t.Slots(nil, set)
	}
	return sp
}

// PrepareSpawn implements driver.SpawnPreparer.
func (s *Storage) PrepareSpawn(set *driver.Mask) driver.Spawner { return s.spawner(set) }

// Spawn implements driver.Storage.
func (s *Storage) Spawn(es []driver.Entity, set *driver.Mask, ch *driver.Chunk) (int, error) {
	sp := s.spawners[*set]
	if sp == nil {
		sp = s.spawner(set)
		s.spawners[*set] = sp
	}
	return sp.Spawn(es, ch)
}

// Overwrite implements driver.Overwriter. Single entities get zeros in sparse sets all the same.
func (sp *spawner) Overwrite() {
	sp.rows.Overwrite()
	sp.raw = true
}

// Spawn implements driver.Spawner.
func (sp *spawner) Spawn(es []driver.Entity, ch *driver.Chunk) (int, error) {
	s := sp.s
	s.moves++
	if len(sp.columns) == 0 {
		n, err := sp.rows.Spawn(es, ch)
		s.check()
		return n, err
	}
	n, err := 0, error(nil)
	if sp.slots == nil { // a table without columns
		n, err = sp.rows.Spawn(es, ch)
	} else {
		n, err = sp.rows.SpawnAmong(sp.slots, es, ch)
	}
	if err != nil {
		return 0, err
	}
	if n == 1 {
		*s.signatures.at(uint32(es[0])) = sp.signature
		sparseset.Join(es[0], sp.columns, ch.Cols)
		s.check()
		return 1, nil
	}
	es = es[:n]
	s.signatures.write(es, sp.signature, ch.Run)
	sparseset.JoinBatch(es, ch.Run, sp.columns, ch.Cols, sp.raw)
	s.check()
	return n, nil
}
