package hybrid

import (
	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
	"ecslab/internal/sparseset"
)

// spawner is the archetype of a set.
type spawner struct {
	s         *Storage
	table     *archetype.Table
	slots     []archetype.Slot // of the whole set; none where a component is in a sparse set
	signature uint32
	columns   []setColumn
	raw       bool // see Overwrite
}

// setColumn is a column of a chunk that a sparse set fills.
type setColumn struct {
	set *sparseset.Set
	at  int
}

// setColumns are those of the components in sparse sets among the columns of
// the components of shown.
func (s *Storage) setColumns(shown, sparse *driver.Mask) []setColumn {
	var list []setColumn
	at := 0
	for c, ok := shown.Next(0); ok; c, ok = shown.Next(int(c) + 1) {
		if sparse.Has(c) {
			list = append(list, setColumn{s.set(c), at})
		}
		at++
	}
	return list
}

func (s *Storage) spawner(set *driver.Mask) *spawner {
	tables, sparse := s.split(set)
	t := s.tableOf(&tables)
	return &spawner{
		s: s, table: t, slots: t.Slots(set),
		signature: s.find(&sparse), columns: s.setColumns(set, &sparse),
	}
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
func (sp *spawner) Overwrite() { sp.raw = true }

// Spawn implements driver.Spawner.
func (sp *spawner) Spawn(es []driver.Entity, ch *driver.Chunk) (int, error) {
	s := sp.s
	s.moves++
	if len(sp.columns) == 0 {
		n, err := s.store.Spawn(sp.table, sp.raw, es, ch)
		s.check()
		return n, err
	}
	n, err := s.store.SpawnAmong(sp.table, sp.slots, sp.raw, es, ch)
	if err != nil {
		return 0, err
	}
	if n == 1 {
		e := es[0]
		*s.signatures.at(uint32(e)) = sp.signature
		for i := range sp.columns {
			c := &sp.columns[i]
			c.set.Stretch(&ch.Cols[c.at], c.set.Append(e))
		}
		s.check()
		return 1, nil
	}
	es = es[:n]
	s.signatures.write(es, sp.signature, ch.Run)
	for i := range sp.columns {
		c := &sp.columns[i]
		c.set.Stretch(&ch.Cols[c.at], c.set.AppendBatch(es, ch.Run, sp.raw))
	}
	s.check()
	return n, nil
}
