package driver

// Allocate fills es with handles that were never given out before. They live
// from their SetPlace on. Reused indices come first, in the order in which
// they were released by a batch or, if that descends, the other way round; a
// batch that would get many scattered ones gets the lowest in ascending order.
// The rest are consecutive. It reports false and gives out nothing if more than
// MaxEntities would live, or more than MaxIndices indices be needed.
func (d *Directory) Allocate(es []Entity) bool {
	if d.reserved.Load() != 0 {
		d.Settle()
	}
	n := len(es)
	if d.live+n > MaxEntities {
		return false
	}
	if d.cluster != nil && d.allocateIn(d.cluster, es) {
		return true
	}
	if d.free.len() < n && !d.refill(n) {
		return false
	}
	d.live += n
	d.gather(&d.free, &d.gathered, n)
	got := d.free.popAll(es)
	for got < n && d.occupy() {
		got += d.free.popAll(es[got:])
	}
	d.gathered = min(d.gathered, len(d.free))
	if fresh := es[got:]; len(fresh) > 0 {
		d.grow(d.next + uint32(len(fresh)))
		count(fresh, MakeEntity(d.next, d.floor))
		d.next += uint32(len(fresh))
	}
	return true
}

// AllocateOne is Allocate for one handle.
func (d *Directory) AllocateOne() (e Entity, ok bool) {
	if len(d.free) == 0 || d.live >= MaxEntities || d.cluster != nil || d.reserved.Load() != 0 {
		es := [1]Entity{}
		ok = d.Allocate(es[:])
		return es[0], ok
	}
	d.live++
	return d.free.pop(), true
}

// Reserve gives out one handle, as Allocate does, from any goroutine: it only
// counts, and the next call of another method makes the handles real. Nothing
// but Reserve, Alive and lookups may be called at the same time.
func (d *Directory) Reserve() (Entity, bool) {
	k := int(d.reserved.Add(1)) - 1
	free, inGaps := d.free.len(), len(d.gaps)<<RowBits
	if d.live+k >= MaxEntities || k-free-inGaps >= int(MaxIndices-d.next) {
		d.reserved.Add(-1)
		return 0, false
	}
	if k < free {
		return d.free.at(k), true
	}
	if k -= free; k < inGaps {
		chunk := d.gaps[len(d.gaps)-1-k>>RowBits]
		return MakeEntity(chunk<<RowBits+uint32(k)&(ChunkRows-1), d.floor), true
	}
	return MakeEntity(d.next+uint32(k-inGaps), d.floor), true
}

// Settle makes reserved handles real; every other method that gives handles
// out or takes them back does so first.
func (d *Directory) Settle() {
	n := int(d.reserved.Load())
	if n == 0 {
		return
	}
	d.reserved.Store(0)
	d.live += n
	d.awaited += n
	for n > 0 && (d.free.len() > 0 || d.occupy()) {
		reused := min(n, d.free.len())
		d.free.drop(reused)
		n -= reused
	}
	d.grow(d.next + uint32(n))
	d.next += uint32(n)
}

// occupy makes the indices of the lowest gap free. It reports false if there is none.
func (d *Directory) occupy() bool {
	n := len(d.gaps)
	if n == 0 {
		return false
	}
	chunk := d.gaps[n-1]
	d.gaps = d.gaps[:n-1]
	d.open(chunk)
	d.free.push(MakeEntity(chunk<<RowBits, d.floor), ChunkRows)
	return true
}

// Redeem settles, and says that n reserved handles are placed next, or
// cancelled. Until then they do not count as living.
func (d *Directory) Redeem(n int) {
	d.Settle()
	d.awaited -= n
}

// refill takes waiting indices back early when too many wait or when there are
// no fresh indices left, and reports whether n handles can be had.
func (d *Directory) refill(n int) bool {
	missing := n - d.free.len()
	fresh := int(MaxIndices-d.next) + len(d.gaps)<<RowBits
	if d.wait.len() > max(ChunkRows, d.live) || missing > fresh {
		d.Turn()
		missing = n - d.free.len()
	}
	if missing > fresh && d.owners != nil {
		d.disband()
		missing = n - d.free.len()
	}
	return missing <= fresh
}
