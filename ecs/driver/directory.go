package driver

import (
	"math/rand/v2"
	"slices"
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
//  2. Any other index has NoPlace and the generation that its next handle gets.
//  3. A generation of an index is given out once: it rises with each release,
//     from an origin that is the world's own, and skips zero. An index whose
//     generations are used up is retired.
//  4. After Reset and Restore the next generation of every index is above the
//     highest that any index had before, so that no old handle fits again.
//  5. An index of a segment that a cluster owns is given out for that cluster
//     only, and no other index is.
type Directory struct {
	pages []*Page
	free  []uint32 // a stack: indices to be given out, last first
	wait  []uint32 // released in this frame; see Hold
	next  uint32   // indices from here on were never given out
	live  int

	origin uint32 // first generation of an index in this world
	floor  uint32 // no handle is given out with a generation before this one
	high   uint32 // the highest next generation that any index had

	reserved atomic.Int32 // handles given out by Reserve and not settled yet

	hold    bool
	lookups []*Lookup

	cluster  *cluster            // to which the next handles belong; nil: none
	clusters map[uint32]*cluster // by number
	owners   []*cluster          // by segment; nil, or beyond the end: none
	given    []uint32            // scratch of Release
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
	return d
}

// Len is the number of living entities.
func (d *Directory) Len() int { return d.live }

// Span is one more than the highest index that was ever given out.
func (d *Directory) Span() uint32 { return d.next }

// Alive reports whether the handle is of a living entity.
func (d *Directory) Alive(e Entity) bool {
	p := uint32(e) >> RowBits
	if p >= uint32(len(d.pages)) {
		return false
	}
	entry := d.pages[p][uint32(e)&(ChunkRows-1)]
	return entry>>32 == uint64(e)>>32 && uint32(entry) != NoPlace
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
// they were released by a batch or, if that descends, the other way round; the
// rest are consecutive. It reports false
// and gives out nothing if there would be more than MaxEntities.
func (d *Directory) Allocate(es []Entity) bool {
	if d.reserved.Load() != 0 {
		d.Settle()
	}
	n := len(es)
	if top := len(d.free) - 1; n == 1 && top >= 0 && d.cluster == nil && d.live < MaxEntities {
		index := d.free[top]
		d.free = d.free[:top]
		d.live++
		es[0] = Entity(d.pages[index>>RowBits][index&(ChunkRows-1)]>>32<<32 | uint64(index))
		return true
	}
	if d.live+n > MaxEntities {
		return false
	}
	if d.cluster != nil && d.allocateIn(d.cluster, es) {
		return true
	}
	if len(d.free) < n && !d.refill(n) {
		return false
	}
	d.live += n
	reused := min(n, len(d.free))
	rest := len(d.free) - reused
	d.reuse(es[:reused], d.free[rest:])
	d.free = d.free[:rest]
	if fresh := es[reused:]; len(fresh) > 0 {
		d.grow(d.next + uint32(len(fresh)))
		d.fresh(fresh, d.next)
		d.next += uint32(len(fresh))
	}
	return true
}

// reuse makes es the next handles of as many indices, from the last one on.
func (d *Directory) reuse(es []Entity, indices []uint32) {
	pages := d.pages
	for i := range es {
		index := indices[len(indices)-1-i]
		entry := pages[index>>RowBits][index&(ChunkRows-1)]
		es[i] = Entity(entry>>32<<32 | uint64(index))
	}
	// Single despawns leave the highest index of a stretch on top; consecutive
	// runs survive only if a batch gets it in ascending order. Stretches that
	// batches left stand in their order and may follow each other in any.
	if n := len(es); n > 1 && es[0].Index() > es[1].Index() && es[n-2].Index() > es[n-1].Index() {
		slices.Reverse(es)
	}
}

// fresh makes es the first handles of the indices from index on.
func (d *Directory) fresh(es []Entity, index uint32) {
	handle := MakeEntity(index, d.floor)
	for i := range es {
		es[i] = handle + Entity(i)
	}
}

// Reserve gives out one handle, as Allocate does, from any goroutine: it only
// counts, and the next call of another method makes the handles real. Nothing
// but Reserve, Alive and lookups may be called at the same time.
func (d *Directory) Reserve() (Entity, bool) {
	k := int(d.reserved.Add(1)) - 1
	if d.live+k >= MaxEntities || k-len(d.free) >= int(MaxIndices-d.next) {
		d.reserved.Add(-1)
		return 0, false
	}
	if k < len(d.free) {
		index := d.free[len(d.free)-1-k]
		return Entity(d.pages[index>>RowBits][index&(ChunkRows-1)]>>32<<32 | uint64(index)), true
	}
	return MakeEntity(d.next+uint32(k-len(d.free)), d.floor), true
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
	reused := min(n, len(d.free))
	d.free = d.free[:len(d.free)-reused]
	d.grow(d.next + uint32(n-reused))
	d.next += uint32(n - reused)
}

// refill takes waiting indices back early when too many wait or when there are
// no fresh indices left, and reports whether n handles can be had.
func (d *Directory) refill(n int) bool {
	missing := n - len(d.free)
	fresh := int(MaxIndices - d.next)
	if len(d.wait) > max(ChunkRows, d.live) || missing > fresh {
		d.Turn()
		missing = n - len(d.free)
	}
	if missing > fresh && d.owners != nil {
		d.disband()
		missing = n - len(d.free)
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
		entry := uint64(d.floor)<<32 | uint64(NoPlace)
		for i := range p {
			p[i] = entry
		}
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
	list := &d.free
	if d.hold {
		list = &d.wait
	} else if d.owners != nil {
		d.given = d.given[:0]
		list = &d.given
	}
	if len(es) == 1 {
		if d.retire(es[0]) {
			*list = append(*list, uint32(es[0]))
		}
	} else {
		*list = d.retireAll(es, *list)
	}
	if list == &d.given {
		for _, index := range d.given {
			d.giveBack(index)
		}
	}
}

// retireAll appends the indices of es that have another generation: from the
// last to the first, so that a stack gives them out in the order of es.
func (d *Directory) retireAll(es []Entity, list []uint32) []uint32 {
	for n := len(es); n > 0; {
		// A stretch of consecutive handles of a page has one entry for all. The
		// generations in question are those that most handles have: neither below
		// the floor nor at the end of the numbers.
		last := es[n-1]
		from := n - 1
		for from > 0 && es[from-1]+1 == es[from] && uint32(es[from])&(ChunkRows-1) != 0 {
			from--
		}
		next := last.Generation() + 1
		if n-from < 4 || next-d.origin < max(d.floor-d.origin, 1) || next == 0 {
			if d.retire(last) {
				list = append(list, uint32(last))
			}
			n--
			continue
		}
		stretch := es[from:n]
		row := uint32(es[from]) & (ChunkRows - 1)
		entries := d.pages[uint32(last)>>RowBits][row : row+uint32(len(stretch))]
		entry := uint64(next)<<32 | uint64(NoPlace)
		for i := range entries {
			entries[i] = entry
		}
		at := len(list)
		list = slices.Grow(list, len(stretch))[:at+len(stretch)]
		index := uint32(last)
		for i := range list[at:] {
			list[at+i] = index - uint32(i)
		}
		if next-d.origin > d.high-d.origin {
			d.high = next
		}
		n = from
	}
	return list
}

// Cancel takes back handles that were allocated and never placed.
func (d *Directory) Cancel(es []Entity) { d.Release(es) }

// retire gives the index of e its next generation and reports whether it has one.
func (d *Directory) retire(e Entity) bool {
	next := e.Generation() + 1
	if next-d.origin < d.floor-d.origin {
		next = d.floor
	}
	if next == 0 {
		next = 1
	}
	if next-d.origin > d.high-d.origin {
		d.high = next
	}
	d.pages[uint32(e)>>RowBits][uint32(e)&(ChunkRows-1)] = uint64(next)<<32 | uint64(NoPlace)
	return next != d.origin
}

// Hold says that a released index is to be reused only after the next Turn, as
// a tracker that keeps records by index wishes. It is a wish: with too many
// waiting, an index is reused earlier.
func (d *Directory) Hold() { d.hold = true }

// Turn ends the wait of the indices that wait.
func (d *Directory) Turn() {
	d.Settle()
	if len(d.wait) == 0 {
		return
	}
	if d.owners != nil {
		for _, index := range d.wait {
			d.giveBack(index)
		}
		d.wait = d.wait[:0]
		return
	}
	if len(d.free) == 0 {
		d.free, d.wait = d.wait, d.free
		return
	}
	d.free = append(d.free, d.wait...)
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
}

// Bytes is the memory that the directory takes.
func (d *Directory) Bytes() int {
	bytes := len(d.pages)*(ChunkRows*8+8) + 4*(cap(d.free)+cap(d.wait)) + 4*cap(d.given) + 8*cap(d.owners)
	for _, c := range d.clusters {
		bytes += 4 * cap(c.free)
	}
	return bytes
}
