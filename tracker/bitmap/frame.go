package bitmap

import "math/bits"

func (t *tracker) EndFrame(n uint64) {
	turns := min(n, uint64(t.slots))
	for range turns {
		t.turn()
	}
	t.cur += n - turns // every slot is empty if there are any left
	for t.cur-t.trimmed >= idleTicks {
		t.trim()
	}
	t.check()
}

// turn ends one frame: the write slot can be read, and the slot that falls out
// of the ring is emptied and written next.
func (t *tracker) turn() {
	t.dropViews()
	t.died.drop(t.slot)
	for w, set := range t.touched[t.slot] {
		for ; set != 0; set &= set - 1 {
			t.rings[w<<6+bits.TrailingZeros64(set)].write.Blocks = nil
		}
	}
	t.cur++
	t.slot = t.after(t.slot)
	for w, set := range t.touched[t.slot] {
		for ; set != 0; set &= set - 1 {
			t.rings[w<<6+bits.TrailingZeros64(set)].drop(t.slot)
		}
	}
}

// trim drops pooled memory that was not needed for idleTicks.
func (t *tracker) trim() {
	t.trimmed += idleTicks
	t.blocks.trim()
	t.layers.trim()
	if len(t.blocks.free)+len(t.layers.free) == 0 {
		t.trimmed = t.cur
	}
}
