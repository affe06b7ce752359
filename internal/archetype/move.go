package archetype

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// MoveRow moves one row of a chunk of p.From to the end of p.To, and says where
// it is now. The values of gained components are zero.
func (s *Store) MoveRow(p *Plan, src *Chunk, row uint32) (dst *Chunk, at uint32, err error) {
	dst = p.To.tail
	if dst == nil || dst.n == dst.cap {
		if dst, err = s.room(p.To, 1); err != nil {
			return nil, 0, err
		}
	}
	at = dst.n
	last := p.From.tail
	from := last.n - 1

	// Copying out and filling the hole in one pass touches each column once.
	for i := range p.kept {
		k := &p.kept[i]
		d := unsafe.Add(dst.bases[k.to], uintptr(at)*uintptr(k.size))
		v := unsafe.Add(src.bases[k.from], uintptr(row)*uintptr(k.size))
		hole := unsafe.Add(last.bases[k.from], uintptr(from)*uintptr(k.size))
		switch k.form {
		case word1:
			*(*uint64)(d) = *(*uint64)(v)
			*(*uint64)(v) = *(*uint64)(hole)
		case word2:
			*(*two)(d) = *(*two)(v)
			*(*two)(v) = *(*two)(hole)
		case half:
			*(*uint32)(d) = *(*uint32)(v)
			*(*uint32)(v) = *(*uint32)(hole)
		default:
			k.moveRow(d, v, hole)
		}
	}
	for i := range p.gone {
		k := &p.gone[i]
		k.fillRow(k.at(src.bases[k.from], row), k.at(last.bases[k.from], from))
	}
	if at < dst.clean {
		for i := range p.fresh {
			k := &p.fresh[i]
			k.zeroRow(k.at(dst.bases[k.to], at))
		}
	} else {
		dst.clean = at + 1
	}

	e := *src.entity(row)
	s.closeRow(p.From, src, row, last, from)
	if at == 0 {
		s.shape++
		dst.first, dst.run = e.Index(), true
	} else if e.Index() != dst.first+at {
		dst.run = false
	}
	*dst.entity(at) = e
	s.dir.SetPlace(e, dst.id<<driver.RowBits|at)
	dst.n = at + 1
	p.To.rows++
	return dst, at, nil
}

// Whole says that MoveChunk can take the place of moving all rows of the chunk.
func (s *Store) Whole(p *Plan, c *Chunk) bool {
	if c.n == s.rows {
		return s.whole > 1
	}
	tail := p.To.tail
	return c.n >= s.whole && (tail == nil || tail.n == 0 || tail.n == s.rows)
}

// MoveChunk gives a chunk, for which Whole holds, with all its rows to p.To.
// Columns that both tables have stay as they are.
func (s *Store) MoveChunk(p *Plan, c *Chunk) {
	s.dropLookups(c, p.From)
	p.From.unlink(c)
	p.From.rows -= int(c.n)

	old := append(s.scratch[:0], c.bases...)
	s.scratch = old
	c.bases = resizeList(c.bases, len(p.To.columns))
	for i := range p.kept {
		k := &p.kept[i]
		c.bases[k.to] = old[k.from]
	}
	for i := range p.gone {
		k := &p.gone[i]
		if k.form == typed {
			k.zeroRows(old[k.from], c.n)
		}
		k.free[c.class] = append(k.free[c.class], old[k.from])
	}
	for _, i := range p.new {
		col := p.To.columns[i]
		if c.bases[i] = col.take(c.class); c.bases[i] == nil {
			c.bases[i] = col.alone(c.cap)
		} else if col.part == 0 && col.form != typed {
			col.zeroRows(c.bases[i], c.n)
			c.clean = c.cap
		}
	}
	clear(old)

	if tail := p.To.tail; tail != nil && tail.n == 0 {
		p.To.unlink(tail)
		s.rest(p.To, tail)
	}
	s.link(p.To, c)
	p.To.rows += int(c.n)
	s.shape++
	s.addLookups(c, p.To)
}

// alone is an array for one column of a chunk that has the others already.
func (c *Column) alone(n uint32) unsafe.Pointer {
	if c.form == typed {
		return c.make(n)
	}
	at := alignment(0, c.shift, n, c.size)
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(make([]uint64, (at+uintptr(n)*c.size+7)/8))), at)
}

// MoveRange moves n rows of a chunk of p.From, or as many as the tail of p.To
// has memory for, and says where they are now.
func (s *Store) MoveRange(p *Plan, src *Chunk, row, n uint32) (dst *Chunk, at, moved uint32, err error) {
	dst = p.To.tail
	if dst == nil || dst.n+n > dst.cap {
		if dst, err = s.room(p.To, int(n)); err != nil {
			return nil, 0, 0, err
		}
	}
	at = dst.n
	n = min(n, dst.cap-at)
	for i := range p.kept {
		k := &p.kept[i]
		k.copyRows(k.at(dst.bases[k.to], at), k.at(src.bases[k.from], row), n)
	}
	for i := range p.fresh {
		k := &p.fresh[i]
		dst.clearDirty(dst.bases[k.to], k.Column, at, n)
	}
	dst.clean = max(dst.clean, at+n)
	s.enter(dst, src.Entities(row, n))
	p.To.rows += int(n)
	s.Remove(src, row, n)
	return dst, at, n, nil
}
