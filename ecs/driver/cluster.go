package driver

// segmentBits: a cluster gets its indices by segments of 256, four words of a
// presence mask.
const segmentBits = 8

// cluster is the part of the indices in which the entities of one kind stand
// together. Storages that keep components by entity index then find their
// blocks full of one kind and skip the others whole.
//
// Its segments are its own until the next Reset or Restore, or until the
// indices run out: then all clusters lose theirs.
type cluster struct {
	free freeList
	next uint32 // indices from here …
	end  uint32 // … to here were never given out
	size uint32 // indices that it has got so far

	gathered int // as Directory.gathered
}

// SetCluster says to which cluster the handles belong that the next calls of
// Allocate give out; 0 is none. Reserve gives out handles of none.
func (d *Directory) SetCluster(number uint32) {
	d.Settle()
	if number == 0 {
		d.cluster = nil
		return
	}
	c := d.clusters[number]
	if c == nil {
		if d.clusters == nil {
			d.clusters = map[uint32]*cluster{}
		}
		c = new(cluster)
		d.clusters[number] = c
	}
	d.cluster = c
}

// allocateIn is Allocate for a cluster. It reports false if the indices have
// run out.
func (d *Directory) allocateIn(c *cluster, es []Entity) bool {
	if c.free.len() < len(es) && d.wait.len() > max(ChunkRows, d.live) {
		d.Turn()
	}
	reused := min(len(es), c.free.len())
	if missing := uint32(len(es) - reused); missing > c.end-c.next && !d.extend(c, missing) {
		return false
	}
	d.live += len(es)
	d.gather(&c.free, &c.gathered, len(es))
	fresh := es[c.free.popAll(es):]
	c.gathered = min(c.gathered, len(c.free))
	count(fresh, MakeEntity(c.next, d.floor))
	c.next += uint32(len(fresh))
	return true
}

// extend gives the cluster at least missing fresh indices in a row, and with
// its size larger stretches, up to an index chunk. What it had left goes to its
// free ones, to be used after these.
func (d *Directory) extend(c *cluster, missing uint32) bool {
	const segment = 1 << segmentBits
	from := (d.next + segment - 1) &^ (segment - 1)
	if from == c.end && c.end > 0 { // the stretch goes on
		missing -= c.end - c.next
	}
	n := max(missing, min(c.size, ChunkRows))
	n = (n + segment - 1) &^ (segment - 1)
	if from > MaxIndices || n > MaxIndices-from {
		return false
	}
	d.grow(from + n)
	if from > d.next { // of no cluster
		d.free.push(MakeEntity(d.next, d.floor), from-d.next)
	}
	d.next = from + n
	if from != c.end || c.end == 0 {
		d.leave(c, &c.free)
		c.next = from
	}
	c.end = from + n
	c.size += n
	for s := from >> segmentBits; s < c.end>>segmentBits; s++ {
		for uint32(len(d.owners)) <= s {
			d.owners = append(d.owners, nil)
		}
		d.owners[s] = c
	}
	d.setQuick()
	return true
}

// leave puts what the cluster has left of its fresh indices on a list.
func (d *Directory) leave(c *cluster, list *freeList) {
	if c.end > c.next {
		list.push(MakeEntity(c.next, d.floor), c.end-c.next)
		c.next = c.end
	}
}

// giveBack makes indices free again for those to whom they belong.
func (d *Directory) giveBack(list freeList) {
	for _, s := range list {
		for s.n > 0 { // from the last segment on, whose indices are given out last
			last := s.next.Index() + s.n - 1
			k := min(s.n, last&(1<<segmentBits-1)+1)
			to := &d.free
			if at := last >> segmentBits; at < uint32(len(d.owners)) && d.owners[at] != nil {
				to = &d.owners[at].free
			}
			s.n -= k
			to.push(s.next+Entity(s.n), k)
		}
	}
}

// disband makes the indices of all clusters free for everyone.
func (d *Directory) disband() {
	for _, c := range d.clusters {
		d.leave(c, &d.free)
		d.free.pushAll(c.free)
	}
	d.dissolve()
}

// dissolve takes from the clusters all that they have.
func (d *Directory) dissolve() {
	for _, c := range d.clusters {
		*c = cluster{free: c.free[:0]}
	}
	d.owners = nil
	d.setQuick()
}
