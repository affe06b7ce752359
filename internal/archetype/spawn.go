package archetype

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// Spawner spawns into one table. It is a driver.Spawner itself, without anything
// in between, which would be a call more for every entity.
type Spawner struct {
	store *Store
	table *Table
	raw   bool // see Overwrite
}

// Spawner prepares spawns into a table.
func (s *Store) Spawner(t *Table) *Spawner { return &Spawner{store: s, table: t} }

// Overwrite implements driver.Overwriter.
func (sp *Spawner) Overwrite() { sp.raw = true }

// Spawn implements driver.Spawner.
//
// The usual case of one entity makes no call, so that everything stays in
// registers: all columns are inline, and there is memory for another row.
func (sp *Spawner) Spawn(es []driver.Entity, ch *driver.Chunk) (int, error) {
	t := sp.table
	c := t.tail
	if len(es) != 1 || !t.quick || c == nil || c.n == c.cap || c.n == 0 {
		return sp.SpawnAmong(t.slots, es, ch)
	}
	e, row := es[0], c.n
	dirty := row < c.clean && !sp.raw
	cols, slots := ch.Cols[:len(c.bases)], t.slots[:len(c.bases)] // one column for each component
	for i, base := range c.bases {
		k, col := &slots[i], &cols[i]
		p := unsafe.Add(base, uintptr(row)*uintptr(k.Size))
		if dirty {
			switch k.form {
			case word2:
				*(*two)(p) = two{}
			case word1:
				*(*uint64)(p) = 0
			case half:
				*(*uint32)(p) = 0
			case word3:
				*(*three)(p) = three{}
			case word4:
				*(*four)(p) = four{}
			}
		}
		clean(col)
		col.Base = p
	}
	if row >= c.clean {
		c.clean = row + 1
	}
	if e.Index() != c.first+row {
		c.run = false
	}
	at := c.entity(row)
	*at = e
	sp.store.dir.SetPlace(e, c.id<<driver.RowBits|row)
	c.n = row + 1
	ch.N, ch.Run, ch.First = 1, true, e.Index()
	ch.Entities.Base = at
	if ch.Entities.Rows != nil {
		ch.Entities.Rows = nil
	}
	return 1, nil
}

// SpawnAmong is Spawn, but column i of ch is slots[i]: those of a larger set,
// of which the table has a part. Columns without a slot are the caller's.
func (sp *Spawner) SpawnAmong(slots []Slot, es []driver.Entity, ch *driver.Chunk) (int, error) {
	if len(es) == 1 {
		c, row, err := sp.store.appendOne(sp.table, sp.raw, es[0])
		if err != nil {
			return 0, err
		}
		c.View(ch, slots, row, 1)
		ch.Run, ch.First = true, es[0].Index()
		return 1, nil
	}
	c, row, n, run, err := sp.store.Append(sp.table, sp.raw, es)
	if err != nil {
		return 0, err
	}
	c.View(ch, slots, row, n)
	ch.Run, ch.First = run, es[0].Index()
	return int(n), nil
}
