package bitmap

import (
	"math/bits"

	"ecslab/ecs/driver"
)

// layer is what one ring wrote in one tick.
type layer struct {
	blocks []*driver.BitBlock // by index chunk; nil: nothing
	dirty  []uint64           // the set of index chunks that have a block
}

// at is the block of an index chunk, nil without.
func (l *layer) at(chunk uint32) *driver.BitBlock {
	if l == nil || chunk >= uint32(len(l.blocks)) {
		return nil
	}
	return l.blocks[chunk]
}

// put gives an index chunk its block.
func (l *layer) put(chunk uint32, b *driver.BitBlock) {
	l.blocks[chunk] = b
	l.dirty[chunk>>6] |= 1 << (chunk & 63)
}

// grow makes room for the index chunks below n.
func (l *layer) grow(n int) {
	if n > len(l.blocks) {
		l.blocks = append(l.blocks, make([]*driver.BitBlock, n-len(l.blocks))...)
	}
	if words := (n + 63) >> 6; words > len(l.dirty) {
		l.dirty = append(l.dirty, make([]uint64, words-len(l.dirty))...)
	}
}

// next is the first index chunk from the given one on that has a block.
func (l *layer) next(from uint32) (chunk uint32, ok bool) {
	for w := from >> 6; w < uint32(len(l.dirty)); w++ {
		if rest := l.dirty[w] >> (from & 63) << (from & 63); rest != 0 {
			return w<<6 + uint32(bits.TrailingZeros64(rest)), true
		}
		from = 0
	}
	return 0, false
}
