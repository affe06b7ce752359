package bitset

import (
	"slices"

	"ecslab/ecs/driver"
)

// spawner is a component set resolved to its columns, and for single spawns to
// its blocks in the index chunk of the last one.
type spawner struct {
	s    *Storage
	cols []*column
	raw  bool // see Overwrite

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

// Overwrite implements driver.Overwriter. Single entities get zeros all the same.
func (sp *spawner) Overwrite() { sp.raw = true }

// Spawn implements driver.Storage.
func (s *Storage) Spawn(es []driver.Entity, set *driver.Mask, ch *driver.Chunk) (int, error) {
	sp := &s.unpreparedSpawn
	sp.cols = s.columnsOf(set, sp.cols[:0])
	sp.blocks = slices.Grow(sp.blocks[:0], len(sp.cols))[:len(sp.cols)]
	sp.chunk = -1
	return sp.Spawn(es, ch)
}

// Spawn implements driver.Spawner. Chunks of a spawn are dense, so it ends where
// the indices stop being consecutive.
func (sp *spawner) Spawn(es []driver.Entity, ch *driver.Chunk) (int, error) {
	n := 1
	if len(es) == 1 || es[1].Index() != es[0].Index()+1 {
		sp.one(es[0], ch)
	} else {
		n = sp.run(es, ch)
	}
	sp.s.check()
	return n, nil
}

// one spawns an entity. Batches on scattered indices, which is what despawns in
// any order leave, come here for each.
func (sp *spawner) one(e driver.Entity, ch *driver.Chunk) {
	s := sp.s
	chunk, k := place(e.Index())
	if chunk != sp.chunk || s.shrinks != sp.shrinks {
		sp.resolve(chunk)
	}
	sp.page[k] = uint64(e)
	word, bit := wordOf(k)
	if sp.living.setBit(word, bit) {
		s.alive.top.set(chunk)
	}
	cols := ch.Cols[:len(sp.blocks)]
	for i, b := range sp.blocks {
		c := b.column
		switch {
		case k >= b.clean:
			c.open(b, chunk, k)
		case c.wipe != wipeNothing:
			c.fresh(b, k)
		}
		if b.setBit(word, bit) {
			s.filled(c, chunk, k, 1)
		}
		c.fill(&cols[i], b, k)
	}
	ch.N = 1
	ch.Entities = driver.EntityColumn{Base: entityAt(sp.page, k)}
	ch.Run, ch.First = true, e.Index()
}

// resolve finds what single spawns into an index chunk touch.
func (sp *spawner) resolve(chunk int) {
	s := sp.s
	sp.page, sp.living = s.dir.Pages()[chunk], s.arrival(chunk)
	r := s.chunks[chunk]
	for i, c := range sp.cols {
		b := r.blocks[c.id&(driver.MaxComponents-1)]
		if b == nil {
			b = s.block(c, chunk)
		}
		sp.blocks[i] = b
	}
	sp.chunk, sp.shrinks = chunk, s.shrinks
}

// run spawns a prefix of es at consecutive indices.
func (sp *spawner) run(es []driver.Entity, ch *driver.Chunk) int {
	s := sp.s
	index := es[0].Index()
	chunk, k := place(index)
	page := s.dir.Pages()[chunk]
	n := consecutive(es, chunkRows-k)
	copy(entitiesAt(page, k, n), es) // SetPlace of each
	s.arrival(chunk).setRange(k, n)
	s.alive.top.set(chunk)
	for i, c := range sp.cols {
		c.fill(&ch.Cols[i], s.gainRange(c, chunk, k, n, sp.raw), k)
	}
	ch.N = n
	ch.Entities = driver.EntityColumn{Base: entityAt(page, k)}
	ch.Run, ch.First = true, index
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
