package archetype

import "ecslab/ecs/driver"

// MoveRow moves one row of a chunk of p.From to the end of p.To, and says where
// it is now. The values of gained components are zero.
//
// The usual case makes no call, so that everything stays in registers: all
// columns are inline, and no chunk comes to be empty or has been, or is full.
func (s *Store) MoveRow(p *Plan, src *Chunk, row uint32) (dst *Chunk, at uint32, err error) {
	dst = p.To.tail
	last := p.From.tail
	if !p.quick || dst == nil || dst.n == dst.cap || dst.n == 0 || last.n <= 2 {
		return s.moveAnyRow(p, src, row)
	}
	at = dst.n
	from := last.n - 1

	// Copying out and filling the hole in one pass touches each column once. What
	// is kept, what goes and what is cleared stand one behind the other.
	pairs, i := p.pairs, 0
	for end := int(p.begin[goneInline]); i < end; i++ {
		k := &pairs[i]
		d, v, end := dst.bases[k.to], src.bases[k.from], last.bases[k.from]
		switch k.form {
		case word2:
			*cellAt[two](d, at) = *cellAt[two](v, row)
			*cellAt[two](v, row) = *cellAt[two](end, from)
		case word1:
			*cellAt[uint64](d, at) = *cellAt[uint64](v, row)
			*cellAt[uint64](v, row) = *cellAt[uint64](end, from)
		case half:
			*cellAt[uint32](d, at) = *cellAt[uint32](v, row)
			*cellAt[uint32](v, row) = *cellAt[uint32](end, from)
		case word3:
			*cellAt[three](d, at) = *cellAt[three](v, row)
			*cellAt[three](v, row) = *cellAt[three](end, from)
		case word4:
			*cellAt[four](d, at) = *cellAt[four](v, row)
			*cellAt[four](v, row) = *cellAt[four](end, from)
		}
	}
	for end := int(p.begin[freshInline]); i < end; i++ {
		k := &pairs[i]
		v, end := src.bases[k.from], last.bases[k.from]
		switch k.form {
		case word2:
			*cellAt[two](v, row) = *cellAt[two](end, from)
		case word1:
			*cellAt[uint64](v, row) = *cellAt[uint64](end, from)
		case half:
			*cellAt[uint32](v, row) = *cellAt[uint32](end, from)
		case word3:
			*cellAt[three](v, row) = *cellAt[three](end, from)
		case word4:
			*cellAt[four](v, row) = *cellAt[four](end, from)
		}
	}
	if at < dst.clean {
		for end := int(p.begin[gained]); i < end; i++ {
			k := &pairs[i]
			d := dst.bases[k.to]
			switch k.form {
			case word2:
				*cellAt[two](d, at) = two{}
			case word1:
				*cellAt[uint64](d, at) = 0
			case half:
				*cellAt[uint32](d, at) = 0
			case word3:
				*cellAt[three](d, at) = three{}
			case word4:
				*cellAt[four](d, at) = four{}
			}
		}
	} else {
		dst.clean = at + 1
	}

	// The entity at the end comes to stand in the hole. It may be the one that
	// moves, whose place is set after.
	e, other := *src.entity(row), *last.entity(from)
	*src.entity(row) = other
	*dst.entity(at) = e
	s.dir.SetPlace(other, src.id<<driver.RowBits|row)
	s.dir.SetPlace(e, dst.id<<driver.RowBits|at)
	last.n = from
	if other != e {
		src.run = false
	}
	dst.n = at + 1
	if e.Index() != dst.first+at {
		dst.run = false
	}
	return dst, at, nil
}

// moveAnyRow is MoveRow in every case.
func (s *Store) moveAnyRow(p *Plan, src *Chunk, row uint32) (dst *Chunk, at uint32, err error) {
	dst = p.To.tail
	if dst == nil || dst.n == dst.cap {
		if dst, err = s.room(p.To, 1); err != nil {
			return nil, 0, err
		}
	}
	at = dst.n
	last := p.From.tail
	from := last.n - 1
	for _, k := range p.kept() {
		col := p.From.columns[k.from]
		col.moveRow(col.at(dst.bases[k.to], at), col.at(src.bases[k.from], row), col.at(last.bases[k.from], from))
	}
	fillRow(p.of(goneInline), p.of(goneCalled), src, row, last, from)
	if at < dst.clean {
		zeroRow(p.of(freshInline), p.of(freshCalled), dst, at)
	} else {
		dst.clean = at + 1
	}
	e := *src.entity(row)
	s.closeRow(src, row, last, from)
	s.enterOne(dst, at, e)
	return dst, at, nil
}
