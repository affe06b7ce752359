package driver

// Generations are the generation that the first handle of each index had and
// the highest that any can have had. A save keeps them for Restore.
func (d *Directory) Generations() (origin, high uint32) { return d.origin, d.high }

// Restore makes the directory ready to place exactly the given handles again,
// each of which must have an index of its own below 2^25; origin and high are
// the Generations of the directory which gave them out, at the save. What was
// given out since they were saved fits no entity from now on, nor do handles
// that had died by then. After it, SetPlace is called for each.
func (d *Directory) Restore(es []Entity, origin, high uint32) {
	d.RestoreAll([][]Entity{es}, origin, high)
}

// RestoreAll is Restore for handles that lie in several lists.
func (d *Directory) RestoreAll(lists [][]Entity, origin, high uint32) {
	d.Settle()
	if origin != d.origin { // another world's generations count from elsewhere
		d.origin, d.high = origin, high
	} else if high-origin > d.high-origin {
		d.high = high
	}
	d.raise()
	d.free, d.wait = d.free[:0], d.wait[:0]
	d.dissolve()
	// Every index below span that is in no list is free; those of the lists are
	// told by a bit.
	span, live := d.next, 0
	taken := make([]uint64, (span+63)/64)
	for _, es := range lists {
		live += len(es)
		for len(es) > 0 {
			n := Consecutive(es)
			first := es[0].Index()
			if end := first + uint32(n); end > span {
				span = end
				if words := int(span+63) / 64; words > len(taken) {
					taken = append(taken, make([]uint64, max(words-len(taken), len(taken)))...)
				}
			}
			setBits(taken, first, n)
			es = es[n:]
		}
	}
	d.grow(span)
	d.setAll() // also what is placed again: until then no handle of before may live
	for i := int(span) - 1; i >= 0; i-- {
		if word := taken[i>>6]; word == ^uint64(0) {
			i &^= 63 // 64 of them at once
		} else if word>>(i&63)&1 == 0 {
			d.free.push(MakeEntity(uint32(i), d.floor), 1)
		}
	}
	d.next, d.live = span, live
}

// setBits sets n bits from first on.
func setBits(set []uint64, first uint32, n int) {
	for n > 0 {
		from := int(first & 63)
		k := min(n, 64-from)
		set[first>>6] |= ^uint64(0) >> (64 - k) << from
		first += uint32(k)
		n -= k
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
		d.pages[e.Index()>>RowBits][e.Index()&(ChunkRows-1)] = uint64(e)>>32<<32 | uint64(NoPlace)
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
