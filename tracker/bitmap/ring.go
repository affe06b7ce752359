package bitmap

import (
	"math/bits"

	"ecslab/ecs/driver"
)

// ring is the layers of one kind of one component.
type ring struct {
	// write is the layer of the write slot as a single mark sees it, see
	// driver.Shape; the address of it is given away.
	write  driver.BitMarks
	slots  []*layer // nil: nothing happened in that tick
	filled int      // slots with a layer
	id     int      // place in tracker.rings
	t      *tracker
}

func (t *tracker) newRing() *ring {
	r := &ring{slots: make([]*layer, t.slots), id: len(t.rings), t: t}
	r.write.Take = r.take
	t.rings = append(t.rings, r)
	if len(t.rings) > 64*len(t.touched[0]) {
		for i := range t.touched {
			t.touched[i] = append(t.touched[i], 0)
		}
	}
	return r
}

// take makes the block of an index chunk in the write slot.
func (r *ring) take(chunk uint32) *driver.BitBlock { return r.takeAt(r.t.slot, chunk) }

func (r *ring) takeAt(slot int, chunk uint32) *driver.BitBlock {
	t := r.t
	l := r.slots[slot]
	if l == nil {
		l = t.layers.take()
		r.slots[slot] = l
		r.filled++
		t.touched[slot][r.id>>6] |= 1 << (r.id & 63)
	}
	if chunk >= uint32(len(l.blocks)) {
		l.grow(max(int(chunk)+1, t.chunks()))
	}
	b := t.blocks.take()
	l.put(chunk, b)
	if slot == t.slot {
		r.write.Blocks = l.blocks
	}
	return b
}

// block is the block of an index chunk in the write slot.
func (r *ring) block(chunk uint32) *driver.BitBlock {
	if chunk < uint32(len(r.write.Blocks)) {
		if b := r.write.Blocks[chunk]; b != nil {
			return b
		}
	}
	return r.take(chunk)
}

// drop empties a slot.
func (r *ring) drop(slot int) {
	l := r.slots[slot]
	if l == nil {
		return
	}
	t := r.t
	for w, set := range l.dirty {
		for ; set != 0; set &= set - 1 {
			chunk := w<<6 + bits.TrailingZeros64(set)
			l.blocks[chunk].Clear()
			t.blocks.give(l.blocks[chunk])
			l.blocks[chunk] = nil
		}
		l.dirty[w] = 0
	}
	t.layers.give(l)
	r.slots[slot] = nil
	r.filled--
	t.touched[slot][r.id>>6] &^= 1 << (r.id & 63)
	if slot == t.slot {
		r.write.Blocks = nil
	}
}

// dropAll empties all slots.
func (r *ring) dropAll() {
	for slot := range r.slots {
		r.drop(slot)
	}
}
