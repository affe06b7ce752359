package driver

import (
	"math/rand/v2"
	"sync/atomic"
	"unsafe"
)

// Limits of a world.
const (
	MaxEntities = 1 << 24 // living at a time
	MaxIndices  = 1 << 25 // ever given out: the living, the waiting and the retired
)

// NoPlace is the place of an index whose entity does not live.
const NoPlace = ^uint32(0)

// Page is a stretch of directory entries. An entry has the generation in the
// high 32 bits and a place in the low 32, so that one load answers whether a
// handle lives and where it is. Sparse sets use the same shape for their
// sparse arrays, with the dense row as the place.
type Page [ChunkRows]uint64

// deadPage stands for every page that holds nothing, so that no reader has to
// check for nil. No handle has generation zero, so none fits.
var deadPage = func() *Page {
	p := new(Page)
	for i := range p {
		p[i] = uint64(NoPlace)
	}
	return p
}()

// DeadPage is a shared page that no handle fits. It must not be written.
func DeadPage() *Page { return deadPage }

// Directory knows which handles live, and keeps for each a 32-bit place that
// belongs to the storage. Pages never move and are never given back while the
// world lives.
//
//	index ──▶ pages[index>>12] ──▶ entry[index&4095] = generation:32 │ place:32
//
// Invariants:
//
//  1. A living index has its handle's generation and a place other than NoPlace.
//  2. Any other index has NoPlace.
//  3. A generation of an index is given out once: it rises with each release,
//     from an origin that is the world's own, and skips zero. An index whose
//     generations are used up is retired.
//  4. After Reset and Restore the next generation of every index is above the
//     highest that any index had before, so that no old handle fits again.
//  5. An index of a segment that a cluster owns is given out for that cluster
//     only, and no other index is.
type Directory struct {
	pages []*Page
	free  freeList
	wait  freeList // released in this frame; see Hold
	next  uint32   // indices from here on were never given out
	live  int

	origin uint32 // first generation of an index in this world
	floor  uint32 // no handle is given out with a generation before this one
	high   uint32 // the highest next generation that any index had
	quick  uint32 // so many generations from floor on need no care in ReleaseAt; see setQuick

	reserved atomic.Int32 // handles given out by Reserve and not settled yet

	hold    bool
	lookups []*Lookup

	cluster  *cluster            // to which the next handles belong; nil: none
	clusters map[uint32]*cluster // by number
	owners   []*cluster          // by segment; nil, or beyond the end: none
	given    freeList            // scratch of Release

	gathered int     // spans of free when they were last put in order, or fewer; see gather
	marks    Indices // scratch of gather: a bit an index, all zero between its uses
}

var (
	worlds atomic.Uint32
	salt   = rand.Uint32()
)

// NewDirectory returns a directory without entities, whose generations start
// at an offset that no other directory of this process has.
func NewDirectory() *Directory {
	d := new(Directory)
	// An odd multiplier visits every offset before it repeats one and keeps
	// those of neighbouring worlds far apart; the salt keeps those of different
	// processes apart, whose snapshots may meet.
	d.origin = (salt + worlds.Add(1)*0x9E3779B1) | 1
	d.floor, d.high = d.origin, d.origin
	d.setQuick()
	return d
}

// Len is the number of living entities.
func (d *Directory) Len() int { return d.live }

// Span is one more than the highest index that was ever given out.
func (d *Directory) Span() uint32 { return d.next }

// Alive reports whether the handle is of a living entity.
func (d *Directory) Alive(e Entity) bool {
	_, alive := d.Find(e)
	return alive
}

// Find is the place of the entity, if it lives.
func (d *Directory) Find(e Entity) (place uint32, alive bool) {
	pages := d.pages
	if p := uint64(uint32(e)) >> RowBits; p < uint64(len(pages)) { // one bound check
		entry := pages[p][uint32(e)&(ChunkRows-1)]
		return uint32(entry), entry>>32 == uint64(e)>>32 && uint32(entry) != NoPlace
	}
	return NoPlace, false
}

// Entry is the entry of an entity that lives, nil for any other handle. It
// serves operations that need more of it than the place.
func (d *Directory) Entry(e Entity) *uint64 {
	pages := d.pages
	if p := uint64(uint32(e)) >> RowBits; p < uint64(len(pages)) {
		entry := &pages[p][uint32(e)&(ChunkRows-1)]
		if *entry>>32 == uint64(e)>>32 && uint32(*entry) != NoPlace {
			return entry
		}
	}
	return nil
}

// FirstDead is the position of the first handle that does not live, -1 if all do.
func (d *Directory) FirstDead(es []Entity) int {
	last, page := NoPlace, deadPage // the page of neighbours is looked up once
	for i, e := range es {
		if p := uint32(e) >> RowBits; p != last {
			if p >= uint32(len(d.pages)) {
				return i
			}
			last, page = p, d.pages[p]
		}
		// As in Alive, in one comparison: with the generations equal, what is
		// left of x is the complement of the place, which is not zero.
		x := page[uint32(e)&(ChunkRows-1)] ^ (uint64(e) | uint64(NoPlace))
		if x-1 >= uint64(NoPlace) {
			return i
		}
	}
	return -1
}

// FirstDeadInPlace is FirstDead where every place is the entity's index: an
// entry equals its handle then, and stretches of consecutive handles are
// compared with their page as memory. It serves storages that are Checkers.
func (d *Directory) FirstDeadInPlace(es []Entity) int {
	const block = 64
	for i := 0; i < len(es); {
		first := uint32(es[i])
		row := first & (ChunkRows - 1)
		if p := first >> RowBits; p < uint32(len(d.pages)) && row <= ChunkRows-block && len(es)-i >= block {
			entries := (*[block]Entity)(unsafe.Pointer(&d.pages[p][row])) // the same memory: an entry is a handle
			if *entries == *(*[block]Entity)(es[i:]) {
				i += block
				continue
			}
		}
		n := min(block, len(es)-i)
		if at := d.FirstDead(es[i : i+n]); at >= 0 {
			return i + at
		}
		i += n
	}
	return -1
}

// Place is the place of a living entity.
func (d *Directory) Place(e Entity) uint32 {
	return uint32(d.pages[uint32(e)>>RowBits][uint32(e)&(ChunkRows-1)])
}

// SetPlace makes e live at place, which must not be NoPlace. Storages call it
// for each entity that they spawn or move; one without use for a place gives
// e.Index(), so that the entry equals the handle.
func (d *Directory) SetPlace(e Entity, place uint32) {
	d.pages[uint32(e)>>RowBits][uint32(e)&(ChunkRows-1)] = uint64(e)>>32<<32 | uint64(place)
}

// Pages are the pages by index chunk; the slice is replaced when it grows, the
// pages stay. An entry's place is NoPlace where nothing lives.
func (d *Directory) Pages() []*Page { return d.pages }

// Handle is the handle of the living entity with that index, else zero.
func (d *Directory) Handle(index uint32) Entity {
	if index>>RowBits >= uint32(len(d.pages)) {
		return 0
	}
	entry := d.pages[index>>RowBits][index&(ChunkRows-1)]
	if uint32(entry) == NoPlace {
		return 0
	}
	return Entity(entry>>32<<32 | uint64(index))
}

// Allocate fills es with handles that were never given out before. They live
// from their SetPlace on. Reused indices come first, in the order in which
// they were released by a batch or, if that descends, the other way round; a
// batch that would get many scattered ones gets the lowest in ascending order.
// The rest are consecutive. It reports false and gives out nothing if there
// would be more than MaxEntities.
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
	fresh := es[d.free.popAll(es):]
	d.gathered = min(d.gathered, len(d.free))
	if len(fresh) > 0 {
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
	free := d.free.len()
	if d.live+k >= MaxEntities || k-free >= int(MaxIndices-d.next) {
		d.reserved.Add(-1)
		return 0, false
	}
	if k < free {
		return d.free.at(k), true
	}
	return MakeEntity(d.next+uint32(k-free), d.floor), true
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
	reused := min(n, d.free.len())
	d.free.drop(reused)
	d.grow(d.next + uint32(n-reused))
	d.next += uint32(n - reused)
}

// refill takes waiting indices back early when too many wait or when there are
// no fresh indices left, and reports whether n handles can be had.
func (d *Directory) refill(n int) bool {
	missing := n - d.free.len()
	fresh := int(MaxIndices - d.next)
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

// grow makes pages for the indices below span.
func (d *Directory) grow(span uint32) {
	want := int((span + ChunkRows - 1) >> RowBits)
	if want <= len(d.pages) {
		return
	}
	for len(d.pages) < want {
		p := new(Page)
		fill(p[:], uint64(d.floor)<<32|uint64(NoPlace))
		d.pages = append(d.pages, p)
	}
	for _, l := range d.lookups {
		l.Pages = d.pages
	}
}

// Release ends the life of the given entities, all of which must live and be
// named once. Their indices are given out again in the order of es.
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
	if e.Generation()-d.floor >= d.quick || d.reserved.Load() != 0 {
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
		entry := uint64(next)<<32 | uint64(NoPlace)
		for first, n := run[0].Index(), uint32(len(run)); n > 0; {
			row := first & (ChunkRows - 1)
			k := min(n, ChunkRows-row)
			fill(d.pages[first>>RowBits][row:row+k], entry)
			first, n = first+k, n-k
		}
	}
}

// runAtEnd is how many handles at the end of es are consecutive.
func runAtEnd(es []Entity) (n int) {
	const block = 8
	last := es[len(es)-1]
	for n = 1; n < len(es); n++ {
		for n >= block/2 && len(es)-n >= block { // without a branch for each
			b, first := (*[block]Entity)(es[len(es)-n-block:]), last-Entity(n+block-1)
			if (b[0]^first)|(b[1]^(first+1))|(b[2]^(first+2))|(b[3]^(first+3))|
				(b[4]^(first+4))|(b[5]^(first+5))|(b[6]^(first+6))|(b[7]^(first+7)) != 0 {
				break
			}
			n += block
		}
		if n == len(es) || es[len(es)-1-n] != last-Entity(n) {
			break
		}
	}
	return n
}

// fill makes all entries the same; long stretches are copied from their
// beginning, 0.05 ns an entry.
func fill(entries []uint64, entry uint64) {
	n := min(len(entries), 32)
	for i := range entries[:n] {
		entries[i] = entry
	}
	for ; n < len(entries); n *= 2 {
		copy(entries[n:], entries[:n])
	}
}

// Cancel takes back handles that were allocated and never placed.
func (d *Directory) Cancel(es []Entity) { d.Release(es) }

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
	d.pages[uint32(e)>>RowBits][uint32(e)&(ChunkRows-1)] = uint64(next)<<32 | uint64(NoPlace)
	return MakeEntity(e.Index(), next), next != d.origin
}

// Hold says that a released index is to be reused only after the next Turn, as
// a tracker that keeps records by index wishes. It is a wish: with too many
// waiting, an index is reused earlier.
func (d *Directory) Hold() {
	d.hold = true
	d.setQuick()
}

// Turn ends the wait of the indices that wait.
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

// Watch keeps l.Pages up to date while the directory grows.
func (d *Directory) Watch(l *Lookup) {
	l.Pages = d.pages
	d.lookups = append(d.lookups, l)
}

// Reset ends the life of all. No handle given out before fits again.
func (d *Directory) Reset() {
	d.Settle()
	d.raise()
	d.setAll()
	d.free, d.wait, d.next, d.live = d.free[:0], d.wait[:0], 0, 0
	d.dissolve()
}

// setAll makes every index one that was not given out since the floor rose.
func (d *Directory) setAll() {
	if len(d.pages) == 0 {
		return
	}
	first := d.pages[0]
	for i := range first {
		first[i] = uint64(d.floor)<<32 | uint64(NoPlace)
	}
	for _, p := range d.pages[1:] {
		*p = *first // a third of the time that entry by entry takes
	}
}

// raise moves the floor above every generation that was given out.
func (d *Directory) raise() {
	d.floor = d.high + 1
	if d.floor == 0 {
		d.floor = 1
	}
	d.high = d.floor
	d.setQuick()
}

// Bytes is the memory that the directory takes.
func (d *Directory) Bytes() int {
	bytes := len(d.pages)*(ChunkRows*8+8) + 16*(cap(d.free)+cap(d.wait)+cap(d.given)) + 8*(cap(d.owners)+cap(d.marks))
	for _, c := range d.clusters {
		bytes += 16 * cap(c.free)
	}
	return bytes
}
