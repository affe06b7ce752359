package driver

import "math/bits"

// Generations are the generation that the first handle of each index had and
// the highest that any can have had. A save keeps them for Restore.
func (d *Directory) Generations() (origin, high uint32) { return d.origin, d.high }

// Restore makes the directory ready to place exactly the given handles again,
// each of which must have an index of its own below MaxIndices; origin and high are
// the Generations of the directory which gave them out, at the save. What was
// given out since they were saved fits no entity from now on, nor do handles
// that had died by then. After it, SetPlace is called for each; until then, who
// lives on a page all of whose indices are restored is as it was.
func (d *Directory) Restore(es []Entity, origin, high uint32) {
	var living Indices
	living.AddEntities(es)
	d.RestoreAll(living, origin, high)
}

// RestoreAll is Restore for handles that are told by their indices only.
func (d *Directory) RestoreAll(living Indices, origin, high uint32) {
	d.Settle()
	if origin != d.origin { // another world's generations count from elsewhere
		d.origin, d.high = origin, high
	} else if high-origin > d.high-origin {
		d.high = high
	}
	d.raise()
	d.free, d.wait = d.free[:0], d.wait[:0]
	d.dissolve()
	d.live = 0
	for i, word := range living {
		if word != 0 {
			d.live += bits.OnesCount64(word)
			d.next = max(d.next, uint32(i<<6+bits.Len64(word)))
		}
	}
	d.grow(d.next)
	for i := len(d.pages) - 1; i >= 0; i-- {
		const words = ChunkRows / 64
		d.restorePage(uint32(i), living[min(i*words, len(living)):min((i+1)*words, len(living))])
	}
}

// restorePage makes the indices of a page free but for the living. Where all live,
// their SetPlaces write what is to be written.
func (d *Directory) restorePage(page uint32, living Indices) {
	p, all := d.pages[page], len(living) == ChunkRows/64
	for _, word := range living {
		all = all && word == ^uint64(0)
	}
	if all {
		return
	}
	fill(p[:], vacant(d.floor))
	first := page << RowBits
	for i := int(min(d.next-min(d.next, first), ChunkRows)) - 1; i >= 0; i-- {
		word := uint64(0)
		if i>>6 < len(living) {
			word = living[i>>6]
		}
		if word == ^uint64(0) {
			i &^= 63 // 64 of them at once
		} else if word>>(i&63)&1 == 0 {
			d.free.push(MakeEntity(first+uint32(i), d.floor), 1)
		}
	}
}

// Readmit makes the directory ready to place handles again that it gave out
// before, or that the one did whose save it was restored from; none of their
// indices may live, and each has one handle. After it, SetPlace is called for
// each. It reports false and does nothing if there would be more than MaxEntities.
func (d *Directory) Readmit(es []Entity) bool {
	d.Settle()
	if d.live+len(es) > MaxEntities {
		return false
	}
	span := d.next
	for _, e := range es {
		span = max(span, e.Index()+1)
		if e.Generation()-d.origin > d.high-d.origin {
			d.high = e.Generation()
		}
	}
	// A handle that comes again may be followed by one that was given out since
	// on the same index. Above the floor there is none.
	d.raise()
	d.grow(span)
	taken := make([]uint64, (int(span)+63)/64)
	for _, e := range es {
		d.pages[e.Index()>>RowBits][e.Index()&(ChunkRows-1)] = vacant(e.Generation())
		taken[e.Index()>>6] |= 1 << (e.Index() & 63)
	}
	gone := func(index uint32) bool { return taken[index>>6]>>(index&63)&1 != 0 }
	for _, c := range d.clusters {
		d.leave(c, &c.free)
		c.free = c.free.without(gone)
	}
	d.free, d.wait = d.free.without(gone), d.wait.without(gone)
	for index := span; index > d.next; index-- {
		if !gone(index - 1) {
			d.free.push(MakeEntity(index-1, d.floor), 1)
		}
	}
	d.next = span
	d.live += len(es)
	return true
}
