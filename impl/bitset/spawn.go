package bitset

import "ecslab/ecs/driver"

// spawner is a component set resolved to its columns.
type spawner struct {
	s    *Storage
	cols []*column
}

// PrepareSpawn implements driver.SpawnPreparer.
func (s *Storage) PrepareSpawn(set *driver.Mask) driver.Spawner {
	return &spawner{s: s, cols: s.columnsOf(set, nil)}
}

// Spawn implements driver.Storage.
func (s *Storage) Spawn(es []driver.Entity, set *driver.Mask, ch *driver.Chunk) (int, error) {
	s.adders.cols = s.columnsOf(set, s.adders.cols[:0])
	return s.adders.Spawn(es, ch)
}

// Spawn implements driver.Spawner. Its chunks are dense, so one ends where the
// indices stop being consecutive.
func (sp *spawner) Spawn(es []driver.Entity, ch *driver.Chunk) (int, error) {
	s := sp.s
	index := es[0].Index()
	chunk, k := place(index)
	page := s.dir.Pages()[chunk]
	n := 1
	page[k] = uint64(es[0])
	if len(es) > 1 {
		most := es[:min(len(es), chunkRows-k)]
		rows := page[k:][:len(most)]
		for n < len(most) && most[n].Index() == index+uint32(n) {
			rows[n] = uint64(most[n])
			n++
		}
	}
	s.arrive(chunk, k, n)
	for i, c := range sp.cols {
		var b *block
		if n == 1 {
			b = s.gainOne(c, chunk, k)
		} else {
			b = s.gainRange(c, chunk, k, n)
		}
		c.fill(&ch.Cols[i], b, k)
	}
	ch.N = n
	ch.Entities = driver.EntityColumn{Base: entityAt(page, k)}
	ch.Run, ch.First = true, index
	s.check()
	return n, nil
}

// arrive puts n entities among the living.
func (s *Storage) arrive(chunk, k, n int) {
	for len(s.has) < (chunk+1)<<perChunk {
		s.has = append(s.has, driver.Mask{})
	}
	b := s.alive.room(chunk, 0)
	if b.summary == 0 {
		s.alive.top.set(chunk)
	}
	if n == 1 {
		b.setOne(k)
	} else {
		b.setRange(k, n)
	}
}
