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
	if chunk < len(c.blocks) {
		return c.blocks[chunk]
	}
	return nil
}

// has reports whether entity k of the index chunk is there.
func (c *column) has(chunk, k int) bool {
	b := c.at(chunk)
	return b != nil && b.has(k)
}

// room is the block of an index chunk with room for the rows below need.
func (c *column) room(chunk, need int) *block {
	b := c.at(chunk)
	if b != nil && (b.rows >= need || c.size == 0 && c.stamps == 0) {
		return b
	}
	for chunk >= len(c.blocks) {
		c.blocks = append(c.blocks, nil)
	}
	if b == nil {
		b = new(block)
		c.blocks[chunk] = b
	}
	if c.size > 0 || c.stamps > 0 {
		c.grow(b, need)
	}
	c.publish(chunk)
	return b
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
		b.presence = presence{}
	}
	clear(c.top)
}

// shrink gives back the blocks without members.
func (c *column) shrink() {
	for i, b := range c.blocks {
		if b != nil && b.summary == 0 {
			c.blocks[i] = nil
			c.publish(i)
		}
	}
}

// open is the block of an index chunk with a zero row k.
func (c *column) open(chunk, k int) *block {
	b := c.at(chunk)
	if b != nil && k < b.clean {
		c.freshOne(b, k)
		return b
	}
	b = c.room(chunk, k+1)
	b.clean = k + 1
	return b
}

// gainOne gives entity k of the index chunk, which lacks it, a zero value.
func (s *Storage) gainOne(c *column, chunk, k int) *block {
	b := c.open(chunk, k)
	if b.setOne(k) {
		s.filled(c, chunk, k, 1)
	}
	return b
}

// gainRange is gainOne for n entities, all of which lack it.
func (s *Storage) gainRange(c *column, chunk, k, n int) *block {
	b := c.room(chunk, k+n)
	c.freshRange(b, k, n)
	b.setRange(k, n)
	s.filled(c, chunk, k, n)
	return b
}

// filled settles the summaries above words that may have been empty.
func (s *Storage) filled(c *column, chunk, k, n int) {
	c.top.set(chunk)
	for seg := k >> segmentBits; seg <= (k+n-1)>>segmentBits; seg++ {
		s.has[chunk<<perChunk+seg].Set(c.comp.ID)
	}
}

// loseOne takes the component from entity k, which has it.
func (s *Storage) loseOne(c *column, b *block, chunk, k int) {
	if c.pointers {
		c.comp.Zero(c.value(b, k), 1)
	}
	if b.clearOne(k) {
		s.emptied(c, b, chunk, k, 1)
	}
}

// loseRange takes the component from those among n entities that have it.
func (s *Storage) loseRange(c *column, chunk, k, n int) {
	b := c.at(chunk)
	if b == nil || b.summary == 0 {
		return
	}
	if c.pointers {
		c.dropRange(b, k, n)
	}
	b.clearRange(k, n)
	s.emptied(c, b, chunk, k, n)
}

// emptied settles the summaries above words that may have become empty.
func (s *Storage) emptied(c *column, b *block, chunk, k, n int) {
	for seg := k >> segmentBits; seg <= (k+n-1)>>segmentBits; seg++ {
		if !b.segment(seg) {
			s.has[chunk<<perChunk+seg].Unset(c.comp.ID)
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
