package bitmap

import "ecslab/ecs/driver"

// view is the union of a ring's layers in a window, made chunk by chunk when
// it is asked for. Filters of one pass, whose rows may lie in any index chunk,
// share it.
type view struct {
	r     *ring
	slot  int                // of the oldest tick in the window
	n     int                // ticks in the window
	pages []*driver.BitBlock // by index chunk; nil: not made yet
	own   []*driver.BitBlock // those pages that are not blocks of a layer
}

// nothing is the page of an index chunk without bits. It is never written.
var nothing driver.BitBlock

// view is the one of a ring and a window.
func (t *tracker) view(r *ring, slot, n int) *view {
	for i := range t.views[:t.viewed] {
		if v := &t.views[i]; v.r == r && v.slot == slot && v.n == n {
			return v
		}
	}
	var v *view
	if t.viewed < len(t.views) {
		v = &t.views[t.viewed]
		t.viewed++
	} else {
		v = &t.views[t.evict]
		t.evict = (t.evict + 1) % len(t.views)
		t.giveBack(v)
	}
	v.r, v.slot, v.n = r, slot, n
	chunks := t.chunks()
	if cap(v.pages) < chunks {
		v.pages = make([]*driver.BitBlock, chunks)
	}
	v.pages = v.pages[:chunks]
	clear(v.pages)
	return v
}

// dropViews is called whenever what can be read changes.
func (t *tracker) dropViews() {
	if t.viewed > 0 {
		for i := range t.views[:t.viewed] {
			t.giveBack(&t.views[i])
		}
		t.viewed, t.evict = 0, 0
	}
}

// giveBack returns the blocks of a view to the pool.
func (t *tracker) giveBack(v *view) {
	for i, b := range v.own {
		b.Clear()
		t.blocks.give(b)
		v.own[i] = nil
	}
	v.own = v.own[:0]
}

// page is the bits of an index chunk.
func (t *tracker) page(v *view, chunk uint32) *driver.BitBlock {
	for chunk >= uint32(len(v.pages)) { // of indices that were born since, or never
		v.pages = append(v.pages, nil)
	}
	if v.pages[chunk] == nil {
		v.pages[chunk] = t.makePage(v, chunk)
	}
	return v.pages[chunk]
}

func (t *tracker) makePage(v *view, chunk uint32) *driver.BitBlock {
	if b, ok := t.only(v, chunk); ok {
		return b
	}
	b := t.blocks.take()
	b.Summary = t.union(v.r, v.slot, v.n, chunk, &b.Words)
	v.own = append(v.own, b)
	return b
}

// only is the block that alone makes the page, where there is one.
func (t *tracker) only(v *view, chunk uint32) (*driver.BitBlock, bool) {
	found := &nothing
	slot := v.slot
	for range v.n {
		if b := v.r.slots[slot].at(chunk); b != nil {
			if found != &nothing {
				return nil, false
			}
			found = b
		}
		slot = t.after(slot)
	}
	if found == &nothing || t.reborn.filled == 0 {
		return found, true
	}
	slot = v.slot
	for { // a rebirth in an earlier slot than the bits would do no harm, but is rare
		if b := t.reborn.slots[slot].at(chunk); b != nil && b.Summary&found.Summary != 0 {
			return nil, false
		}
		if slot == t.slot {
			return found, true
		}
		slot = t.after(slot)
	}
}
