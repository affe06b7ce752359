package archetype

import "ecslab/ecs/driver"

// What storages need that keep some components elsewhere than in tables.

// SpawnAmong is Spawn, but column i of ch is slots[i]: those of a larger set,
// of which the table has a part. Columns without a slot are the caller's.
func (s *Store) SpawnAmong(t *Table, slots []Slot, es []driver.Entity, ch *driver.Chunk) (int, error) {
	if len(es) == 1 {
		c, row, err := s.appendOne(t, es[0])
		if err != nil {
			return 0, err
		}
		c.View(ch, slots, row, 1)
		ch.Run, ch.First = true, es[0].Index()
		return 1, nil
	}
	c, row, n, run, err := s.Append(t, es)
	if err != nil {
		return 0, err
	}
	c.View(ch, slots, row, n)
	ch.Run, ch.First = run, es[0].Index()
	return int(n), nil
}

// Has reports whether the table is on the list.
func (m *Matches) Has(t *Table) bool { return int(t.ID) < len(m.byTable) && m.byTable[t.ID] != 0 }

// StartOf begins a pass over those of the given entities, each of which lives
// and is named once, that stand in matching tables.
func (c *Cursor) StartOf(es []driver.Entity) {
	if c.kept == nil {
		c.kept = NewSelection(&c.Matches)
	}
	c.kept.CollectOf(es)
	c.at, c.end = 0, c.kept.Len()
	c.plain, c.selection = false, c.kept
}

// CollectOf is Collect for a list of entities.
func (s *Selection) CollectOf(es []driver.Entity) {
	s.clear()
	store, pages := s.matches.store, s.matches.store.dir.Pages()
	var p *part
	id := driver.NoPlace // of the chunk of p
	ordered := true
	for _, e := range es {
		place := uint32(pages[uint32(e)>>driver.RowBits][e&(driver.ChunkRows-1)])
		if place>>driver.RowBits != id {
			if id = place >> driver.RowBits; s.byChunk[id] != 0 {
				p, ordered = &s.parts[s.byChunk[id]-1], false
			} else {
				p = s.begin(store.chunks[id])
			}
		}
		if p == nil {
			continue
		}
		row := place & (driver.ChunkRows - 1)
		p.mixed = p.mixed || p.n > 0 && row < p.last
		p.last = row
		p.n++
		s.places = append(s.places, place)
	}
	s.sort(ordered)
}
