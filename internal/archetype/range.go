package archetype

import "ecslab/ecs/driver"

// MoveRange moves n rows of a chunk of p.From, or as many as the tail of p.To
// has memory for, and says where they are now.
func (s *Store) MoveRange(p *Plan, src *Chunk, row, n uint32) (dst *Chunk, at, moved uint32, err error) {
	if dst, at, moved, err = s.copyRange(p, src, row, n); err == nil {
		s.Remove(src, row, moved)
	}
	return dst, at, moved, err
}

// copyRange is MoveRange, but the rows that the entities had are still to be
// removed.
func (s *Store) copyRange(p *Plan, src *Chunk, row, n uint32) (dst *Chunk, at, moved uint32, err error) {
	dst = p.To.tail
	if dst == nil || dst.n+n > dst.cap {
		if dst, err = s.room(p.To, int(n)); err != nil {
			return nil, 0, 0, err
		}
	}
	at = dst.n
	n = min(n, dst.cap-at)
	for _, k := range p.kept() {
		col := p.From.columns[k.from]
		col.copyRows(col.at(dst.bases[k.to], at), col.at(src.bases[k.from], row), n)
	}
	dst.clearDirty(p.fresh(), at, n)
	dst.clean = max(dst.clean, at+n)
	s.follow(dst, src, row, n)
	return dst, at, n, nil
}

// follow is enter for entities that stand in rows of another chunk, one after
// the other.
func (s *Store) follow(dst, src *Chunk, row, n uint32) {
	es, at := src.Entities(row, n), dst.n
	if at == 0 {
		s.shape++
		dst.first, dst.run = es[0].Index(), true
	}
	copy(dst.Entities(at, n), es)
	dst.n += n
	run := s.shift(es, src.run, src.id<<driver.RowBits|row, dst.id<<driver.RowBits|at)
	dst.run = dst.run && run && es[0].Index() == dst.first+at
}

// shift is setPlaces for entities that stood in rows from another place on: their
// entries all change by the same difference, in whatever order they are. run says
// that their indices are known to be consecutive; so does the result.
func (s *Store) shift(es []driver.Entity, run bool, from, to uint32) bool {
	by := uint64(to) - uint64(from)
	pages := s.dir.Pages()
	next, consecutive := es[0].Index(), true
	for len(es) > 0 {
		// Entries of consecutive indices are a stretch of a page.
		block, straight := es[:min(64, len(es))], run
		if !run {
			if n := driver.Consecutive(block); n >= 16 || n == len(block) {
				block, straight = block[:n], true
			}
		}
		first, m := block[0].Index(), uint32(len(block))
		consecutive = consecutive && straight && first == next
		es, next = es[m:], first+m
		if from := first & (driver.ChunkRows - 1); straight && from+m <= driver.ChunkRows {
			for entries := pages[first>>driver.RowBits][from : from+m]; len(entries) > 0; {
				if len(entries) < 4 {
					entries[0] += by
					entries = entries[1:]
					continue
				}
				four := (*[4]uint64)(entries)
				four[0] += by
				four[1] += by
				four[2] += by
				four[3] += by
				entries = entries[4:]
			}
			continue
		}
		for _, e := range block {
			pages[e.Index()>>driver.RowBits][e.Index()&(driver.ChunkRows-1)] += by
		}
	}
	return consecutive
}

// MoveAll moves all rows of p.From, in any order.
func (s *Store) MoveAll(p *Plan) error {
	for c := p.From.tail; c != nil && c.n > 0; c = p.From.tail {
		if s.moveMost(p, c, 0, c.n) {
			continue
		}
		if _, _, _, err := s.MoveRange(p, c, 0, c.n); err != nil {
			return err
		}
	}
	return nil
}
