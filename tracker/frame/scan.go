package frame

import (
	"math/bits"

	"ecslab/ecs/driver"
)

// word is the matches of a word of an answer.
const word = 64

// filter puts the matches with a stamp above after into out. A stamp is below
// 2^63, so after - stamp is negative, as its highest bit shows, exactly if the
// stamp is above.
func (r *records) filter(ch *driver.Chunk, after uint64, out *driver.Bits) {
	if ch.Run {
		r.filterRun(ch, after, out)
		return
	}
	for base := 0; base < ch.N; base += word {
		x := uint64(0)
		for k := range min(word, ch.N-base) {
			e := ch.Entities.At(base + k)
			p, i := r.at(e.Index()>>driver.RowBits), e.Index()&(driver.ChunkRows-1)
			if p.stamps[i] > after && p.generations[i] == e.Generation() {
				x |= 1 << (k & 63)
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
	for end := from + n; from < end; {
		// The first step reaches to the next whole word of the answer.
		step := min(word-k&63, end-from)
		x := uint64(0)
		if step == word {
			x = above((*[word]uint64)(p.stamps[from:]), after)
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

// above is the word of the stamps above after. Measured on two shared cores of
// a Xeon: fold for fold, NUMBER ns a row while none is above.
func above(stamps *[word]uint64, after uint64) (x uint64) {
	a, b := uint64(0), uint64(0)
	for i := 0; i < word; i += 8 {
		p := (*[8]uint64)(stamps[i:])
		a |= (after - p[0]) | (after - p[1]) | (after - p[2]) | (after - p[3])
		b |= (after - p[4]) | (after - p[5]) | (after - p[6]) | (after - p[7])
	}
	if int64(a|b) >= 0 {
		return 0
	}
	for i := 0; i < word; i += 8 {
		p := (*[8]uint64)(stamps[i:])
		x |= ((after-p[0])>>63 | (after-p[1])>>63<<1 | (after-p[2])>>63<<2 | (after-p[3])>>63<<3 |
			(after-p[4])>>63<<4 | (after-p[5])>>63<<5 | (after-p[6])>>63<<6 | (after-p[7])>>63<<7) << (i & 63)
	}
	return x
}

// fit leaves in x the matches whose generation stands beside the stamp. It is
// only asked where a stamp is above; where many are, all are compared at once.
func (p *page) fit(x uint64, from, n int, ch *driver.Chunk, k int) uint64 {
	if bits.OnesCount64(x) > 8 {
		differ := uint32(0)
		for i, generation := range p.generations[from : from+n] {
			differ |= generation ^ ch.Entities.At(k+i).Generation()
		}
		if differ == 0 {
			return x
		}
	}
	for w := x; w != 0; w &= w - 1 {
		i := bits.TrailingZeros64(w)
		if p.generations[from+i] != ch.Entities.At(k+i).Generation() {
			x &^= 1 << i
		}
	}
	return x
}
