package archetype

import "ecslab/ecs/driver"

// What storages need that keep some components elsewhere than in tables.

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
