package bitset

import "ecslab/ecs/driver"

// spawner is a component set resolved to its columns, and for single spawns to
// its blocks in the index chunk of the last one.
type spawner struct {
	s    *Storage
	cols []*column

	page    *driver.Page
	living  *block
	blocks  []*block // of cols
	chunk   int      // -1: none resolved
	shrinks int      // Storage.shrinks when they were
}

// PrepareSpawn implements driver.SpawnPreparer.
func (s *Storage) PrepareSpawn(set *driver.Mask) driver.Spawner {
	cols := s.columnsOf(set, nil)
	return &spawner{s: s, cols: cols, blocks: make([]*block, len(cols)), chunk: -1}
}

// Spawn implements driver.Storage.
func (s *Storage) Spawn(es []driver.Entity, set *driver.Mask, ch *driver.Chunk) (int, error) {
	s.adders.cols = s.columnsOf(set, s.adders.cols[:0])
	return s.adders.some(es, ch), nil
}

// Spawn implements driver.Spawner.
func (sp *spawner) Spawn(es []driver.Entity, ch *driver.Chunk) (int, error) {
	if len(es) != 1 {
		return sp.some(es, ch), nil
	}
	s, e := sp.s, es[0]
	chunk, k := place(e.Index())
	if chunk != sp.chunk || s.shrinks != sp.shrinks {
		sp.resolve(chunk)
	}
	sp.page[k] = uint64(e)
	if sp.living.setOne(k) {
		s.alive.top.set(chunk)
	}
	cols := ch.Cols[:len(sp.blocks)]
	for i, b := range sp.blocks {
		c := sp.cols[i]
		switch {
		case k >= b.clean:
			c.open(b, chunk, k)
		case c.wipe != wipeNothing:
			c.fresh(b, k)
		}
		if b.setOne(k) {
			s.filled(c, chunk, k, 1)
		}
		c.fill(&cols[i], b, k)
	}
	ch.N = 1
	ch.Entities = driver.EntityColumn{Base: entityAt(sp.page, k)}
	ch.Run, ch.First = true, e.Index()
	s.check()
	return 1, nil
}

// resolve finds what single spawns into an index chunk touch.
func (sp *spawner) resolve(chunk int) {
	s := sp.s
	sp.page, sp.living = s.dir.Pages()[chunk], s.arrival(chunk)
	for i, c := range sp.cols {
		sp.blocks[i] = s.block(c, chunk)
	}
	sp.chunk, sp.shrinks = chunk, s.shrinks
}

// some spawns a prefix of es. Chunks of a spawn are dense, so it ends where the
// indices stop being consecutive.
func (sp *spawner) some(es []driver.Entity, ch *driver.Chunk) int {
	s := sp.s
	index := es[0].Index()
	chunk, k := place(index)
	page := s.dir.Pages()[chunk]
	es = es[:min(len(es), chunkRows-k)]
	rows := page[k:][:len(es)]
	n := 0
	for i, e := range es {
		if e.Index() != index+uint32(i) {
			break
		}
		rows[i] = uint64(e)
		n++
	}
	s.arrival(chunk).setRange(k, n)
	s.alive.top.set(chunk)
	for i, c := range sp.cols {
		c.fill(&ch.Cols[i], s.gainRange(c, chunk, k, n), k)
	}
	ch.N = n
	ch.Entities = driver.EntityColumn{Base: entityAt(page, k)}
	ch.Run, ch.First = true, index
	s.check()
	return n
}

// arrival is the living of an index chunk that someone is about to come to.
func (s *Storage) arrival(chunk int) *block {
	for chunk >= len(s.chunks) {
		s.chunks = append(s.chunks, nil)
		s.alive.blocks = append(s.alive.blocks, nil)
	}
	r := s.chunks[chunk]
	if r == nil {
		r = &region{living: new(block)}
		s.chunks[chunk], s.alive.blocks[chunk] = r, r.living
	}
	return r.living
}

// SetCluster implements driver.Placer: where an entity stands is where its index
// is, so the directory does it.
func (s *Storage) SetCluster(cluster uint32) { s.dir.SetCluster(cluster) }
