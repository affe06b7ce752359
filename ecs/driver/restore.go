package driver

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
	} else if high-origin > d.high-d.origin {
		d.high = high
	}
	d.raise()
	d.free, d.wait, d.gaps = d.free[:0], d.wait[:0], d.gaps[:0]
	d.dissolve()
	d.live, d.awaited = living.Len(), 0
	d.next = max(d.next, living.Span())
	d.cover(d.next)
	for i := len(d.pages) - 1; i >= 0; i-- {
		p, some := uint32(i), living.page(uint32(i))
		switch {
		case some != nil && *some != Bits{}:
			d.open(p)
			d.restorePage(p, some)
		case d.pages[p] != deadPage:
			d.restorePage(p, &Bits{})
		case p<<RowBits < d.next:
			d.gaps = append(d.gaps, p)
		}
	}
}

// restorePage makes the indices of a page free but for the living. Where all live,
// their SetPlaces write what is to be written.
func (d *Directory) restorePage(page uint32, living *Bits) {
	p, all := d.pages[page], true
	for _, word := range living {
		all = all && word == ^uint64(0)
	}
	if all {
		return
	}
	Fill(p[:], vacant(d.floor))
	first := page << RowBits
	d.pushAllBut(living, first, min(first+ChunkRows, d.next))
}

// pushAllBut makes the indices from from up to end, all of one index chunk, free
// but for some. The lowest is given out first.
func (d *Directory) pushAllBut(some *Bits, from, end uint32) {
	for end > from {
		i := end - 1
		switch word := some[i>>6&63]; {
		case word == ^uint64(0): // 64 of them at once
			end = i &^ 63
			continue
		case word == 0:
			k := min(i&63+1, end-from)
			d.free.push(MakeEntity(end-k, d.floor), k)
			end -= k
			continue
		case word>>(i&63)&1 == 0:
			d.free.push(MakeEntity(i, d.floor), 1)
		}
		end--
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
	for _, e := range es {
		if e.Generation()-d.origin > d.high-d.origin {
			d.high = e.Generation()
		}
	}
	// A handle that comes again may be followed by one that was given out since
	// on the same index. Above the floor there is none.
	d.raise()
	var taken Indices
	taken.AddEntities(es)
	for _, c := range d.clusters {
		d.leave(c, &c.free)
		c.free = c.free.without(taken)
	}
	d.free, d.wait, d.gaps = d.free.without(taken), d.wait.without(taken), d.gaps[:0]
	old := d.next
	d.next = max(old, taken.Span())
	d.cover(d.next)
	for i := int((d.next+ChunkRows-1)>>RowBits) - 1; i >= 0; i-- {
		p, some := uint32(i), taken.page(uint32(i))
		from := p << RowBits // the first index that is on no list yet
		switch {
		case d.pages[p] != deadPage:
			from = max(from, old)
		case some == nil:
			d.gaps = append(d.gaps, p)
			continue
		default:
			d.open(p)
		}
		if some == nil {
			some = &Bits{}
		}
		d.pushAllBut(some, from, min(p<<RowBits+ChunkRows, d.next))
	}
	for _, e := range es {
		d.pages[e.Index()>>RowBits][e.Index()&(ChunkRows-1)] = vacant(e.Generation())
	}
	d.live += len(es)
	return true
}
