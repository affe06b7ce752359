package driver

// Release ends the life of the given entities, all of which must live and be
// named once. Their indices are given out again in the order of es, with Hold
// after the next Turn.
func (d *Directory) Release(es []Entity) {
	if d.reserved.Load() != 0 {
		d.Settle()
	}
	d.live -= len(es)
	switch {
	case d.hold:
		d.retireAll(es, &d.wait)
	case d.owners != nil:
		d.given = d.given[:0]
		d.retireAll(es, &d.given)
		d.giveBack(d.given)
	default:
		d.retireAll(es, &d.free)
	}
}

// ReleaseOne is Release of one entity.
func (d *Directory) ReleaseOne(e Entity) {
	d.ReleaseAt(&d.pages[uint32(e)>>RowBits][uint32(e)&(ChunkRows-1)], e)
}

// ReleaseAt is ReleaseOne of an entity whose entry was looked up before.
func (d *Directory) ReleaseAt(entry *uint64, e Entity) {
	if d.reserved.Load() != 0 || e.Generation()-d.floor >= d.quick {
		d.Release([]Entity{e})
		return
	}
	d.live--
	next := e + 1<<32
	*entry = uint64(next) | uint64(NoPlace)
	if i := len(d.free) - 1; i >= 0 && d.free[i].next+Entity(d.free[i].n) == next {
		d.free[i].n++ // as push would: entities often go in order
		return
	}
	d.free.push(next, 1)
}

// setQuick follows a change of what quick depends on. ReleaseAt need not look
// any further at a generation that is not below the floor, nor the highest so
// far, nor the last of the numbers, while indices neither wait nor belong to
// clusters. To leave it too low is no mistake.
func (d *Directory) setQuick() {
	d.quick = min(d.high-d.floor, ^d.floor)
	if d.hold || d.owners != nil {
		d.quick = 0
	}
}

// Cancel takes back handles that were allocated and never placed.
func (d *Directory) Cancel(es []Entity) { d.Release(es) }

// retireAll gives the indices of es their next generation and puts them on the
// list: from the last to the first, so that a stack gives them out in the
// order of es.
func (d *Directory) retireAll(es []Entity, list *freeList) {
	for len(es) > 0 {
		run := es[len(es)-runAtEnd(es):]
		es = es[:len(es)-len(run)]
		next := run[0].Generation() + 1
		if next-d.origin < max(d.floor-d.origin, 1) || next == 0 { // seldom
			for i := len(run) - 1; i >= 0; i-- {
				if e, ok := d.retire(run[i]); ok {
					list.push(e, 1)
				}
			}
			continue
		}
		if next-d.origin > d.high-d.origin {
			d.high = next
			d.setQuick()
		}
		list.push(MakeEntity(run[0].Index(), next), uint32(len(run)))
		entry := vacant(next)
		for first, n := run[0].Index(), uint32(len(run)); n > 0; {
			row := first & (ChunkRows - 1)
			k := min(n, ChunkRows-row)
			Fill(d.pages[first>>RowBits][row:row+k], entry)
			first, n = first+k, n-k
		}
	}
}

// retire gives the index of e its next generation. It returns the next handle,
// or reports that there is none.
func (d *Directory) retire(e Entity) (Entity, bool) {
	next := e.Generation() + 1
	if next-d.origin < d.floor-d.origin {
		next = d.floor
	}
	if next == 0 {
		next = 1
	}
	if next-d.origin > d.high-d.origin {
		d.high = next
		d.setQuick()
	}
	d.pages[uint32(e)>>RowBits][uint32(e)&(ChunkRows-1)] = vacant(next)
	return MakeEntity(e.Index(), next), next != d.origin
}

// Hold says that a released index is to be reused only after the next Turn, as
// a tracker that keeps records by index wishes. It is a wish: with too many
// waiting, an index is reused earlier.
func (d *Directory) Hold() {
	d.hold = true
	d.setQuick()
}

// Turn ends the wait of the indices that wait; it is called at the end of a frame.
func (d *Directory) Turn() {
	d.Settle()
	if len(d.wait) == 0 {
		return
	}
	switch {
	case d.owners != nil:
		d.giveBack(d.wait)
	case len(d.free) == 0:
		d.free, d.wait = d.wait, d.free
	default:
		d.free.pushAll(d.wait)
	}
	d.wait = d.wait[:0]
}
