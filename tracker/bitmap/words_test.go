package bitmap

import (
	"math/rand/v2"
	"testing"

	"ecslab/ecs/driver"
)

// scatter sets random bits in so many words of a block.
func scatter(rng *rand.Rand, b *driver.BitBlock, words int) {
	for _, k := range rng.Perm(len(b.Words))[:words] {
		b.Words[k] |= rng.Uint64() & rng.Uint64() // some bits, mostly not all
		if b.Words[k] != 0 {
			b.Summary |= 1 << k
		}
	}
}

// counted is the words of out that summary names.
func counted(out *driver.Bits, summary uint64) (set driver.Bits) {
	for k := range out {
		if summary>>k&1 != 0 {
			set[k] = out[k]
		}
	}
	return set
}

// TestUnion compares windows over sparse and dense layers, with rebirths, with
// the rule acc = acc &^ reborn | bits.
func TestUnion(t *testing.T) {
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 5))
		tr := newWorld(1, 1+rng.IntN(12), true, false).t
		density := []int{3, denseWords, 64}[rng.IntN(3)]
		type tick struct{ bits, reborn driver.Bits }
		ticks := make([]tick, tr.slots) // by slot
		for slot := range ticks {
			if rng.IntN(4) > 0 {
				b := tr.created.takeAt(slot, 2)
				scatter(rng, b, 1+rng.IntN(density))
				ticks[slot].bits = b.Words
			}
			if rng.IntN(5) == 0 {
				b := tr.reborn.takeAt(slot, 2)
				scatter(rng, b, 1+rng.IntN(64))
				ticks[slot].reborn = b.Words
			}
		}
		tr.slot = rng.IntN(tr.slots)
		tr.cur = 1000
		n := rng.IntN(tr.slots)
		first := (tr.slot - n - rng.IntN(tr.slots-n) + tr.slots) % tr.slots
		var want driver.Bits
		for i, slot := 0, first; ; i, slot = i+1, tr.after(slot) {
			for k := range want {
				want[k] &^= ticks[slot].reborn[k]
				if i < n {
					want[k] |= ticks[slot].bits[k]
				}
			}
			if slot == tr.slot {
				break
			}
		}
		var out driver.Bits
		for k := range out { // words outside the summary count as zero
			out[k] = rng.Uint64()
		}
		summary := tr.union(tr.created, first, n, 2, &out)
		if got := counted(&out, summary); got != want {
			t.Fatalf("seed %d: %d slots from %d, %x, want %x", seed, n, first, got, want)
		}
		tr.high = 3 * driver.ChunkRows
		if page := tr.page(tr.view(tr.created, first, n), 2); page.Words != want {
			t.Fatalf("seed %d: the page of %d slots from %d is %x, want %x", seed, n, first, page.Words, want)
		}
	}
}
