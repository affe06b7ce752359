package sparse

import (
	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// spawner implements driver.Spawner.
type spawner struct {
	s     *Storage
	mask  driver.Mask
	slots []sparseset.Slot // of mask in ascending order
	raw   bool             // see Overwrite
}

// PrepareSpawn implements driver.SpawnPreparer.
func (s *Storage) PrepareSpawn(set *driver.Mask) driver.Spawner {
	return &spawner{s: s, mask: *set, slots: s.appendSlots(nil, set)}
}

// Overwrite implements driver.Overwriter.
func (p *spawner) Overwrite() { p.raw = true }

// Spawn implements driver.Storage.
func (s *Storage) Spawn(es []driver.Entity, set *driver.Mask, ch *driver.Chunk) (int, error) {
	p := &s.spawner
	p.mask, p.slots = *set, s.appendSlots(p.slots[:0], set)
	return p.Spawn(es, ch)
}

// Spawn implements driver.Spawner.
func (p *spawner) Spawn(es []driver.Entity, ch *driver.Chunk) (int, error) {
	s := p.s
	if len(es) > 1 || s.groups != nil {
		return p.spawnMany(es, ch), nil
	}
	e := es[0]
	pageEntities(s.dir.Pages()[e.Index()>>driver.RowBits])[e&(driver.ChunkRows-1)] = e // as SetPlace
	for w, word := range p.mask[:s.signatures.used] {
		if word == 0 {
			continue
		}
		b := s.signatures.block(w, e.Index())
		if b == noBlock { // seldom
			return p.spawnMany(es, ch), nil
		}
		b[e&(driver.ChunkRows-1)] = word
	}
	ch.N, ch.Run, ch.First = 1, true, e.Index()
	ch.Entities.Base = &es[0]
	if ch.Entities.Rows != nil {
		ch.Entities.Rows = nil
	}
	sparseset.Join(e, p.slots, ch.Cols)
	s.check()
	return 1, nil
}

func (p *spawner) spawnMany(es []driver.Entity, ch *driver.Chunk) int {
	s := p.s
	for _, c := range p.slots {
		c.Set.Reserve(c.Set.Len() + len(es))
	}
	n := min(len(es), s.limits.chunk)
	es = es[:n]
	ch.N, ch.Entities = n, driver.EntityColumn{Base: &es[0]}
	ch.Run, ch.First = n == 1 || sparseset.IsRun(es), uint32(es[0])
	s.place(es, ch.Run)
	s.signatures.place(es, &p.mask, ch.Run)
	if s.grouped.Intersects(&p.mask) {
		p.spawnGrouped(es, ch)
	} else {
		sparseset.JoinBatch(es, ch.Run, p.slots, ch.Cols, p.raw)
	}
	s.check()
	return n
}

// spawnGrouped puts members of groups where these end.
func (p *spawner) spawnGrouped(es []driver.Entity, ch *driver.Chunk) {
	for i := range p.slots {
		set := p.slots[i].Set
		row := set.Len()
		if g := p.s.groupOf(set); g != nil && p.mask.Contains(&g.mask) {
			row = g.n
		}
		set.Insert(es, row, ch.Run)
		set.Stretch(&ch.Cols[i], row)
	}
	for _, g := range p.s.groups {
		if p.mask.Contains(&g.mask) {
			g.n += len(es)
		}
	}
}

// place makes entities live, each at the place of its index.
func (s *Storage) place(es []driver.Entity, run bool) {
	pages := s.dir.Pages()
	for len(es) > 0 {
		n := len(es)
		if !run {
			var together bool
			if n, together = sparseset.Piece(es); !together {
				for _, e := range es[:n] {
					s.dir.SetPlace(e, e.Index())
				}
				es = es[n:]
				continue
			}
		}
		p, k := es[0].Index()>>driver.RowBits, int(es[0].Index()&(driver.ChunkRows-1))
		n = min(n, driver.ChunkRows-k)
		copy(pageEntities(pages[p])[k:], es[:n]) // SetPlace of consecutive indices, a page at a time
		es = es[n:]
	}
}
