package bitset

import (
	"math/rand/v2"
	"testing"

	"ecslab/ecs/driver"
)

// TestPresence drives a presence and an array of bools by the same random
// operations.
func TestPresence(t *testing.T) {
	edges := []int{0, 1, 62, 63, 64, 65, 127, 128, 255, 256, 4031, 4032, 4094, 4095}
	for seed := uint64(1); seed <= 40; seed++ {
		r := rand.New(rand.NewPCG(seed, 0))
		var p presence
		var want [chunkRows]bool
		stretch := func() (k, n int) {
			k, end := r.IntN(chunkRows), r.IntN(chunkRows)
			if r.IntN(2) == 0 {
				k, end = edges[r.IntN(len(edges))], edges[r.IntN(len(edges))]
			}
			if end < k {
				k, end = end, k
			}
			return k, end - k + 1
		}
		for step := range 300 {
			k, n := stretch()
			version := p.version
			switch r.IntN(4) {
			case 0:
				empty := p.words[k>>6] == 0
				if p.setBit(wordOf(k)) != empty {
					t.Fatalf("seed %d, step %d: setBit of %d does not know that the word was empty", seed, step, k)
				}
				want[k] = true
			case 1:
				if !want[k] {
					continue
				}
				if empty := p.clearBit(wordOf(k)); empty != (p.words[k>>6] == 0) {
					t.Fatalf("seed %d, step %d: clearBit of %d does not know that the word is empty", seed, step, k)
				}
				want[k] = false
			case 2:
				p.setRange(k, n)
				for i := k; i < k+n; i++ {
					want[i] = true
				}
			default:
				p.clearRange(k, n)
				for i := k; i < k+n; i++ {
					want[i] = false
				}
			}
			if p.version == version {
				t.Fatalf("seed %d, step %d: the version did not rise", seed, step)
			}
			if err := p.validate(); err != nil {
				t.Fatalf("seed %d, step %d: %v", seed, step, err)
			}
			count := 0
			for i, has := range want {
				if p.has(i) != has {
					t.Fatalf("seed %d, step %d: %d is there: %t", seed, step, i, !has)
				}
				if has {
					count++
				}
			}
			if p.len() != count {
				t.Fatalf("seed %d, step %d: %d members, counted %d", seed, step, count, p.len())
			}
			k, n = stretch()
			same := 1
			for same < n && want[k+same] == want[k] {
				same++
			}
			if has, m := p.alike(k, n); has != want[k] || m != same {
				t.Fatalf("seed %d, step %d: alike(%d, %d) is %t, %d, expected %t, %d", seed, step, k, n, has, m, want[k], same)
			}
			some := false
			for i := k &^ 255; i < k|255+1; i++ {
				some = some || want[i]
			}
			if p.segment(k>>segmentBits) != some {
				t.Fatalf("seed %d, step %d: segment of %d is told as %t", seed, step, k, !some)
			}
		}
	}
}

// TestSplit: runs and rest are the set that was split, runs come from the
// highest down, each around a full word, and none touches another.
func TestSplit(t *testing.T) {
	for seed := uint64(1); seed <= 2000; seed++ {
		r := rand.New(rand.NewPCG(seed, 0))
		var c cursor
		c.words = randomBits(r)
		want := c.words
		partial, full := uint64(0), uint64(0)
		for w, x := range c.words {
			if x == ones {
				full |= 1 << w
				c.words[w] = 0x5555 // split may not look at full words
			} else if x != 0 || r.IntN(2) == 0 {
				partial |= 1 << w
			}
		}
		runs, rest := c.split(nil, partial, full)
		var got driver.Bits
		above := chunkRows + 1
		for _, run := range runs {
			if run.end >= above || run.first>>6<<6+64 > run.end && run.end-run.first < 64 {
				t.Fatalf("seed %d: run %v below %d", seed, run, above)
			}
			above = run.first
			for k := run.first; k < run.end; k++ {
				got[k>>6] |= 1 << (k & 63)
			}
		}
		for w := range got {
			if rest>>w&1 != 0 {
				if c.words[w] == 0 || c.words[w]&got[w] != 0 {
					t.Fatalf("seed %d: word %d of the rest is %x, of the runs %x", seed, w, c.words[w], got[w])
				}
				got[w] |= c.words[w]
			}
		}
		if got != want {
			t.Fatalf("seed %d: split into %x, was %x", seed, got, want)
		}
	}
}

// TestSparse: the list and the full words are the set.
func TestSparse(t *testing.T) {
	for seed := uint64(1); seed <= 2000; seed++ {
		r := rand.New(rand.NewPCG(seed, 0))
		var c cursor
		c.words = randomBits(r)
		list, solid := c.sparse(ones, make([]uint32, chunkRows))
		var got driver.Bits
		last := -1
		for _, k := range list {
			if int(k) <= last {
				t.Fatalf("seed %d: %d after %d", seed, k, last)
			}
			last = int(k)
			got[k>>6] |= 1 << (k & 63)
		}
		for w := range got {
			if solid>>w&1 != 0 {
				got[w] = ones
			}
		}
		if got != c.words {
			t.Fatalf("seed %d: wrote %x, was %x", seed, got, c.words)
		}
	}
}

// randomBits is a set of stretches, of scattered members, of both, or of all.
func randomBits(r *rand.Rand) driver.Bits {
	var b driver.Bits
	switch r.IntN(8) {
	case 0:
		b.Fill(chunkRows)
		return b
	case 1:
		b.Fill(r.IntN(chunkRows + 1))
		return b
	}
	var p presence
	for range r.IntN(6) {
		k := r.IntN(chunkRows)
		p.setRange(k, 1+r.IntN(chunkRows-k))
	}
	for range r.IntN(8) {
		k := r.IntN(chunkRows)
		p.clearRange(k, 1+r.IntN(min(chunkRows-k, 300)))
	}
	for range r.IntN(3) * r.IntN(400) {
		p.setBit(wordOf(r.IntN(chunkRows)))
	}
	return p.words
}
