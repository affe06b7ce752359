package bitset

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// column is one component: a block for each index chunk where an entity has or
// had it. The set of the living is a column without a component.
//
// Invariants, beside those of presence:
//
//  1. top has exactly the index chunks whose block has members.
//  2. A row of a member is below rows and below clean.
//  3. Values with pointers are zero where the component is absent, and so is
//     every value from clean on.
//  4. lookup, if there is one, says for every index chunk what its block says.
type column struct {
	id       int // the component's number; -1: the living
	comp     *driver.Component
	size     uintptr
	pointers bool
	wipe     wipe
	stamps   int // the tracker's columns beside each value

	blocks []*block // by index chunk; nil: nobody had it since the last Shrink
	top    bitList
	lookup *driver.Lookup // nil: nobody asked for random access
}

// at is the block of an index chunk, nil where there is none.
func (c *column) at(chunk int) *block {
	if c != nil && chunk < len(c.blocks) {
		return c.blocks[chunk]
	}
	return nil
}

// has reports whether entity k of the index chunk is there.
func (c *column) has(chunk, k int) bool {
	b := c.at(chunk)
	return b != nil && b.has(k)
}

// publish tells the lookup of an index chunk's block.
func (c *column) publish(chunk int) {
	l := c.lookup
	if l == nil {
		return
	}
	for chunk >= len(l.Presence) {
		l.Presence = append(l.Presence, nil)
		l.Bases = append(l.Bases, nil)
		for i := range c.stamps {
			l.Beside[i] = append(l.Beside[i], nil)
		}
	}
	b := c.blocks[chunk]
	if b == nil {
		l.Presence[chunk], l.Bases[chunk] = nil, nil
		for i := range c.stamps {
			l.Beside[i][chunk] = nil
		}
		return
	}
	l.Presence[chunk], l.Bases[chunk] = &b.words, b.values
	for i := range c.stamps {
		l.Beside[i][chunk] = b.beside[i]
	}
}

// reset takes out all members.
func (c *column) reset() {
	for _, b := range c.blocks {
		if b == nil || b.summary == 0 {
			continue
		}
		if c.pointers {
			c.dropRange(b, 0, chunkRows)
		}
		b.presence = presence{version: b.version + 1}
	}
	clear(c.top)
}

// open makes row k of b, the block of an index chunk, zero.
func (c *column) open(b *block, chunk, k int) {
	if k >= b.rows && c.takesRows() {
		c.grow(b, k+1)
		c.publish(chunk)
	}
	b.clean = k + 1
}

// takesRows reports whether the component takes memory beside its presence.
func (c *column) takesRows() bool { return c.size > 0 || c.stamps > 0 }

// block is the block of an index chunk where someone lives, made if there was
// none.
func (s *Storage) block(c *column, chunk int) *block {
	if b := c.at(chunk); b != nil {
		return b
	}
	for chunk >= len(c.blocks) {
		c.blocks = append(c.blocks, nil)
	}
	b := &block{column: c}
	c.blocks[chunk] = b
	s.chunks[chunk].blocks[c.id] = b
	c.publish(chunk)
	return b
}

// gainOne gives entity k of the index chunk, which lacks it, a zero value.
func (s *Storage) gainOne(c *column, chunk, k int) *block {
	b := s.block(c, chunk)
	switch {
	case k >= b.clean:
		c.open(b, chunk, k)
	case c.wipe != wipeNothing:
		c.fresh(b, k)
	}
	if b.setBit(wordOf(k)) {
		s.filled(c, chunk, k, 1)
	}
	return b
}

// gainRange is gainOne for n entities, all of which lack it. With raw, values
// without pointers are arbitrary.
func (s *Storage) gainRange(c *column, chunk, k, n int, raw bool) *block {
	b := s.block(c, chunk)
	if b.rows < k+n && c.takesRows() {
		c.grow(b, k+n)
		c.publish(chunk)
	}
	if raw {
		b.clean = max(b.clean, k+n)
	} else {
		c.freshRange(b, k, n)
	}
	b.setRange(k, n)
	s.filled(c, chunk, k, n)
	return b
}

// filled settles the summaries above words that may have been empty.
func (s *Storage) filled(c *column, chunk, k, n int) {
	c.top.set(chunk)
	r := s.chunks[chunk]
	for seg := k >> segmentBits; seg <= (k+n-1)>>segmentBits; seg++ {
		r.has[seg].Set(c.comp.ID)
	}
}

// loseOne takes the component of b from entity k, which has it.
func (s *Storage) loseOne(b *block, chunk, k int) {
	if b.column.pointers {
		b.column.drop(b, k)
	}
	if b.clearBit(wordOf(k)) {
		s.emptied(b, chunk, k, 1)
	}
}

// loseRange takes the component of b from those among n entities that have it.
func (s *Storage) loseRange(b *block, chunk, k, n int) {
	if b.summary == 0 {
		return
	}
	if b.column.pointers {
		b.column.dropRange(b, k, n)
	}
	b.clearRange(k, n)
	s.emptied(b, chunk, k, n)
}

// emptied settles the summaries above words that may have become empty.
func (s *Storage) emptied(b *block, chunk, k, n int) {
	c, r := b.column, s.chunks[chunk]
	for seg := k >> segmentBits; seg <= (k+n-1)>>segmentBits; seg++ {
		if !b.segment(seg) {
			r.has[seg].Unset(c.comp.ID)
		}
	}
	if b.summary == 0 {
		c.top.unset(chunk)
	}
}

// bytes is the memory of the values, of the tracker's columns and of the rest.
func (c *column) bytes() (values, beside, masks int) {
	masks = cap(c.blocks)*8 + cap(c.top)*8
	for _, b := range c.blocks {
		if b != nil {
			values += b.rows * int(c.size)
			beside += b.rows * 4 * c.stamps
			masks += int(unsafe.Sizeof(*b))
		}
	}
	return values, beside, masks
}
