package bitmap

import "ecslab/ecs/driver"

func (t *tracker) Filter(rec driver.Record, w driver.Window, ch *driver.Chunk, _ int, out *driver.Bits) {
	words := (ch.N + 63) >> 6
	r := t.ring(rec)
	slot, n := t.stretch(w)
	if r == nil || r.filled == 0 || !t.any(r, slot, n) {
		clear(out[:words])
		return
	}
	v := t.view(r, slot, n)
	switch {
	case ch.Run:
		t.filterRun(v, ch.First, words, out)
	case ch.Entities.Rows == nil:
		t.filterAll(v, ch.Entities.Slice(ch.N), out)
	default:
		t.filterRows(v, ch, out)
	}
}

// any reports whether one of n slots has a layer.
func (t *tracker) any(r *ring, slot, n int) bool {
	for ; n > 0; n-- {
		if r.slots[slot] != nil {
			return true
		}
		slot = t.after(slot)
	}
	return false
}

// filterRun shifts the words of consecutive indices into place.
func (t *tracker) filterRun(v *view, first uint32, words int, out *driver.Bits) {
	chunk := first >> driver.RowBits
	from, shift := int(first>>6&63), first&63
	page := t.page(v, chunk)
	if shift == 0 {
		n := copy(out[:words], page.Words[from:])
		if n < words {
			page = t.page(v, chunk+1)
			copy(out[n:words], page.Words[:])
		}
		return
	}
	low := page.Words[from]
	for i := range words {
		if from++; from == len(page.Words) {
			from, page = 0, t.page(v, chunk+1)
		}
		high := page.Words[from&63]
		out[i&63] = low>>shift | high<<(64-shift)
		low = high
	}
}

// filterAll tests entity by entity.
func (t *tracker) filterAll(v *view, es []driver.Entity, out *driver.Bits) {
	for i := 0; len(es) > 0; i++ {
		some := es[:min(64, len(es))]
		es = es[len(some):]
		out[i&63] = t.test(v, some)
	}
}

// test is the bits of up to 64 entities.
func (t *tracker) test(v *view, es []driver.Entity) uint64 {
	for {
		word, missing := gather(v.pages, es)
		if missing < 0 {
			return word
		}
		t.page(v, es[missing].Index()>>driver.RowBits)
	}
}

// gather is the bits of up to 64 entities, or the first one whose page is not
// made yet, else -1. It calls nothing, so that all of it stays in registers.
func gather(pages []*driver.BitBlock, es []driver.Entity) (word uint64, missing int) {
	for k, e := range es {
		chunk := uint32(e) >> driver.RowBits
		if chunk >= uint32(len(pages)) || pages[chunk] == nil {
			return 0, k
		}
		bit := pages[chunk].Words[e>>6&63] >> (e & 63)
		word = word>>1 | bit<<63 // a shift by one is cheaper than one by k
	}
	return word >> (64 - len(es)), -1
}

// filterRows is filterAll for entities that stand in rows.
func (t *tracker) filterRows(v *view, ch *driver.Chunk, out *driver.Bits) {
	var es [64]driver.Entity
	for i := 0; i<<6 < ch.N; i++ {
		some := es[:min(64, ch.N-i<<6)]
		for k := range some {
			some[k] = ch.Entities.At(i<<6 + k)
		}
		out[i&63] = t.test(v, some)
	}
}
