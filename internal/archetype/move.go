package archetype

import (
	"unsafe"

	"ecslab/ecs/driver"
)

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
		d := unsafe.Add(dst.bases[k.to], uintptr(at)*k.size)
		v := unsafe.Add(src.bases[k.from], uintptr(row)*k.size)
		hole := unsafe.Add(last.bases[k.from], uintptr(from)*k.size)
		switch k.form {
		case word2:
			*(*two)(d) = *(*two)(v)
			*(*two)(v) = *(*two)(hole)
		case word1:
			*(*uint64)(d) = *(*uint64)(v)
			*(*uint64)(v) = *(*uint64)(hole)
		case half:
			*(*uint32)(d) = *(*uint32)(v)
			*(*uint32)(v) = *(*uint32)(hole)
		case word3:
			*(*three)(d) = *(*three)(v)
			*(*three)(v) = *(*three)(hole)
		case word4:
			*(*four)(d) = *(*four)(v)
			*(*four)(v) = *(*four)(hole)
		}
	}
	gone := p.gone.inline()
	for i := range gone {
		k := &gone[i]
		v := unsafe.Add(src.bases[k.from], uintptr(row)*k.size)
		hole := unsafe.Add(last.bases[k.from], uintptr(from)*k.size)
		switch k.form {
		case word2:
			*(*two)(v) = *(*two)(hole)
		case word1:
			*(*uint64)(v) = *(*uint64)(hole)
		case half:
			*(*uint32)(v) = *(*uint32)(hole)
		case word3:
			*(*three)(v) = *(*three)(hole)
		case word4:
			*(*four)(v) = *(*four)(hole)
		}
	}
	if at < dst.clean {
		fresh := p.fresh.inline()
		for i := range fresh {
			k := &fresh[i]
			d := unsafe.Add(dst.bases[k.to], uintptr(at)*k.size)
			switch k.form {
			case word2:
				*(*two)(d) = two{}
			case word1:
				*(*uint64)(d) = 0
			case half:
				*(*uint32)(d) = 0
			case word3:
				*(*three)(d) = three{}
			case word4:
				*(*four)(d) = four{}
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
