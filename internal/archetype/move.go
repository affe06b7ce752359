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

	// Copying out and filling the hole in one pass touches each column once.
	kept := p.kept.inline()
	for i := range kept {
		k := &kept[i]
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
	gone := p.gone.inline()
	for i := range gone {
		k := &gone[i]
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
		fresh := p.fresh.inline()
		for i := range fresh {
			k := &fresh[i]
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
	for i := range p.kept.all {
		k := &p.kept.all[i]
		k.moveRow(k.at(dst.bases[k.to], at), k.at(src.bases[k.from], row), k.at(last.bases[k.from], from))
	}
	fillRow(&p.gone, src, row, last, from)
	if at < dst.clean {
		zeroRow(&p.fresh, dst, at)
	} else {
		dst.clean = at + 1
	}
	e := *src.entity(row)
	s.closeRow(src, row, last, from)
	s.enterOne(dst, at, e)
	return dst, at, nil
}
