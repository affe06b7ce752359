package frame

import (
	"math/bits"

	"ecslab/ecs/driver"
)

const (
	word  = 64 // matches of a word of an answer
	group = 16 // stamps that are folded, or built, together
	sign  = 1 << 63
)

// handles are n ≤ 64 of the chunk's handles: the storage's own list, or a copy
// where that goes by rows.
func handles(ch *driver.Chunk, from, n int, buffer *[word]driver.Entity) []driver.Entity {
	if ch.Entities.Rows == nil {
		return ch.Entities.Slice(ch.N)[from : from+n]
	}
	for k := range buffer[:n] {
		buffer[k] = ch.Entities.At(from + k)
	}
	return buffer[:n]
}

// filter puts the matches with a stamp above after into out. A stamp is below
// 2^63, so after - stamp is negative, as its highest bit shows, exactly if the
// stamp is above.
func (r *records) filter(ch *driver.Chunk, after uint64, out *driver.Bits) {
	if ch.Run {
		r.filterRun(ch, after, out)
		return
	}
	var buffer [word]driver.Entity
	pages := r.pages
	for base := 0; base < ch.N; base += word {
		es := handles(ch, base, min(word, ch.N-base), &buffer)
		x := uint64(0)
		for _, e := range es { // each sign comes in at the top and moves down
			p := empty
			if chunk := e.Index() >> driver.RowBits; chunk < uint32(len(pages)) {
				p = pages[chunk]
			}
			x = x>>1 | (after-p.stamps[e.Index()&(driver.ChunkRows-1)])&sign
		}
		x >>= word - len(es)
		for w := x; w != 0; w &= w - 1 {
			k := bits.TrailingZeros64(w)
			if e := es[k]; r.at(e.Index() >> driver.RowBits).generations[e.Index()&(driver.ChunkRows-1)] != e.Generation() {
				x &^= 1 << k
			}
		}
		out[base>>6] = x
	}
}

// filterRun is filter for consecutive indices.
func (r *records) filterRun(ch *driver.Chunk, after uint64, out *driver.Bits) {
	clear(out[:(ch.N+63)>>6])
	for k := 0; k < ch.N; {
		index := ch.First + uint32(k)
		p, from := r.at(index>>driver.RowBits), int(index&(driver.ChunkRows-1))
		n := min(ch.N-k, driver.ChunkRows-from)
		if p != empty {
			p.scan(from, n, after, ch, k, out)
		}
		k += n
	}
}

// scan puts those of n indices from the given one on, which are the matches
// from k on, into out.
func (p *page) scan(from, n int, after uint64, ch *driver.Chunk, k int, out *driver.Bits) {
	many := false
	for end := from + n; from < end; {
		// The first step reaches to the next whole word of the answer.
		step := min(word-k&63, end-from)
		x := uint64(0)
		if step == word {
			x = above((*[word]uint64)(p.stamps[from:]), after, many)
			many = x&(x-1) != 0 // at least two rows
		} else {
			for i, stamp := range p.stamps[from : from+step] {
				x |= (after - stamp) >> 63 << i
			}
		}
		if x != 0 {
			out[k>>6] |= p.fit(x, from, step, ch, k) << (k & 63)
		}
		from += step
		k += step
	}
}

// above is the word of the stamps above after. While few are above, groups are
// folded and only those built that hit; where many are, all are built.
// Measured on two shared cores of a Xeon: .37 ns a row with none above, .52
// with 1 %, where a plain loop takes .70 and .83.
func above(stamps *[word]uint64, after uint64, many bool) (x uint64) {
	for i := 0; i < word; i += group {
		p := (*[group]uint64)(stamps[i:])
		if many || fold(p, after)&sign != 0 {
			x |= build(p, after) << (i & 63)
		}
	}
	return x
}

// fold has the sign if any of the stamps is above after.
func fold(p *[group]uint64, after uint64) uint64 {
	a := (after - p[0]) | (after - p[1]) | (after - p[2]) | (after - p[3])
	b := (after - p[4]) | (after - p[5]) | (after - p[6]) | (after - p[7])
	a |= (after - p[8]) | (after - p[9]) | (after - p[10]) | (after - p[11])
	b |= (after - p[12]) | (after - p[13]) | (after - p[14]) | (after - p[15])
	return a | b
}

func build(p *[group]uint64, after uint64) uint64 {
	a := (after-p[0])>>63 | (after-p[1])>>63<<1 | (after-p[2])>>63<<2 | (after-p[3])>>63<<3
	b := (after-p[4])>>63<<4 | (after-p[5])>>63<<5 | (after-p[6])>>63<<6 | (after-p[7])>>63<<7
	a |= (after-p[8])>>63<<8 | (after-p[9])>>63<<9 | (after-p[10])>>63<<10 | (after-p[11])>>63<<11
	b |= (after-p[12])>>63<<12 | (after-p[13])>>63<<13 | (after-p[14])>>63<<14 | (after-p[15])>>63<<15
	return a | b
}

// fit leaves in x the matches whose generation stands beside the stamp. It is
// only asked where a stamp is above; where many are, all are compared at once.
func (p *page) fit(x uint64, from, n int, ch *driver.Chunk, k int) uint64 {
	var buffer [word]driver.Entity
	es := handles(ch, k, n, &buffer)
	generations := p.generations[from : from+n]
	if bits.OnesCount64(x) > 8 {
		differ := uint32(0)
		for i, e := range es {
			differ |= generations[i] ^ e.Generation()
		}
		if differ == 0 {
			return x
		}
	}
	for w := x; w != 0; w &= w - 1 {
		i := bits.TrailingZeros64(w)
		if generations[i] != es[i].Generation() {
			x &^= 1 << i
		}
	}
	return x
}
