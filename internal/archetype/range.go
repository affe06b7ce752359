package archetype

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
	s.enter(dst, src.Entities(row, n), src.run)
	return dst, at, n, nil
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
