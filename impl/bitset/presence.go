package bitset

import (
	"math/bits"

	"ecslab/ecs/driver"
)

const (
	wordBits    = 6 // a block of 64 entities is a word
	segmentBits = 8 // a segment is 256 entities, four words

	chunkRows   = driver.ChunkRows              // entities of an index chunk
	chunkWords  = chunkRows >> wordBits         // words of an index chunk
	segments    = chunkRows >> segmentBits      // segments of an index chunk
	segmentStep = 1 << (segmentBits - wordBits) // words of a segment
	inSegment   = 1<<segmentStep - 1            // the words of one segment in a summary
	ones        = ^uint64(0)                    // a full word
)

// presence is a set of the entities of one index chunk, under two summaries.
//
// Invariant: summary has exactly the words that are not zero, full exactly
// those whose bits are all set.
type presence struct {
	words   driver.Bits
	summary uint64
	full    uint64
	version uint64 // rises with every change
}

func (p *presence) has(k int) bool { return p.words.Has(k) }

// wordOf is the word and the bit of an index of the index chunk.
func wordOf(k int) (w int, bit uint64) { return k >> wordBits & (chunkWords - 1), 1 << (k & 63) }

// setBit adds the member of a bit of word w, and reports whether the word was empty.
func (p *presence) setBit(w int, bit uint64) bool {
	p.version++
	old := p.words[w&(chunkWords-1)]
	x := old | bit
	p.words[w&(chunkWords-1)] = x
	if x == ones {
		p.full |= 1 << (w & 63)
	}
	if old != 0 {
		return false
	}
	p.summary |= 1 << (w & 63)
	return true
}

// clearBit takes out the member of a bit of word w, which must be there, and reports
// whether the word is empty now.
func (p *presence) clearBit(w int, bit uint64) bool {
	p.version++
	old := p.words[w&(chunkWords-1)]
	if old == ones {
		p.full &^= 1 << (w & 63)
	}
	x := old &^ bit
	p.words[w&(chunkWords-1)] = x
	if x != 0 {
		return false
	}
	p.summary &^= 1 << (w & 63)
	return true
}

// span is the words of the n ≥ 1 indices from k on: the first and the last
// word, the bits of the two that belong, and the words between as a set.
type span struct {
	first, last int
	low, high   uint64
	between     uint64
}

func spanOf(k, n int) span {
	end := k + n - 1
	s := span{first: k >> wordBits, last: end >> wordBits, low: ones << (k & 63), high: ones >> (63 - end&63)}
	if s.first == s.last {
		s.low &= s.high
		s.high = 0
		return s
	}
	s.between = (1<<s.last - 1) &^ (2<<s.first - 1)
	return s
}

// setRange adds the n ≥ 1 members from k on.
func (p *presence) setRange(k, n int) {
	p.version++
	s := spanOf(k, n)
	p.or(s.first, s.low)
	if s.first == s.last {
		return
	}
	between := p.words[s.first+1 : s.last]
	for i := range between {
		between[i] = ones
	}
	p.summary |= s.between
	p.full |= s.between
	p.or(s.last, s.high)
}

func (p *presence) or(w int, set uint64) {
	x := p.words[w] | set
	p.words[w] = x
	p.summary |= 1 << w
	if x == ones {
		p.full |= 1 << w
	}
}

// clearRange takes out what is there of the n ≥ 1 indices from k on.
func (p *presence) clearRange(k, n int) {
	p.version++
	s := spanOf(k, n)
	p.andNot(s.first, s.low)
	if s.first == s.last {
		return
	}
	clear(p.words[s.first+1 : s.last])
	p.summary &^= s.between
	p.full &^= s.between
	p.andNot(s.last, s.high)
}

func (p *presence) andNot(w int, set uint64) {
	x := p.words[w] &^ set
	p.words[w] = x
	if x != ones {
		p.full &^= 1 << w
	}
	if x == 0 {
		p.summary &^= 1 << w
	}
}

// alike reports whether k is there, and how many of the n ≥ 1 indices from k
// on are the same in this without a break.
func (p *presence) alike(k, n int) (has bool, count int) {
	w := k >> wordBits
	has = p.words[w]>>(k&63)&1 != 0
	flip := uint64(0)
	if has {
		flip = ones
	}
	if x := (p.words[w] ^ flip) >> (k & 63); x != 0 {
		return has, min(bits.TrailingZeros64(x), n)
	}
	count = 64 - k&63
	for w++; count < n; w++ {
		if x := p.words[w] ^ flip; x != 0 {
			return has, min(count+bits.TrailingZeros64(x), n)
		}
		count += 64
	}
	return has, n
}

// segment reports whether anyone of a segment of the index chunk is there.
func (p *presence) segment(segment int) bool {
	return p.summary>>(segment*segmentStep)&inSegment != 0
}

// len counts the members.
func (p *presence) len() int { return p.words.Len(chunkRows) }

// bitList is a set of index chunks; it reads as empty beyond its end.
type bitList []uint64

func (l bitList) word(i int) uint64 {
	if i < len(l) {
		return l[i]
	}
	return 0
}

func (l *bitList) set(i int) {
	for i>>6 >= len(*l) {
		*l = append(*l, 0)
	}
	(*l)[i>>6] |= 1 << (i & 63)
}

func (l bitList) unset(i int) { l[i>>6] &^= 1 << (i & 63) }
