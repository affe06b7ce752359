package driver

import (
	"math/rand/v2"
	"sync/atomic"
)

// Limits of a world.
const (
	MaxEntities = 1 << 24 // living at a time
	MaxIndices  = 1 << 25 // ever given out: the living, the waiting and the retired
)

// Directory knows which handles live, and keeps for each a 32-bit place that
// belongs to the storage. Pages never move and are never given back while the
// world lives. A gap is an index chunk in which a restore found nobody: it has the
// dead page until its indices are given out.
//
// The world allocates and reserves handles, settles and cancels them, turns the
// frame, and restores saves. A storage places and releases entities and asks what
// it likes; a tracker may ask for Hold.
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
//  6. Below next, gaps are exactly the index chunks with the dead page; none of
//     their indices is on a list.
type Directory struct {
	pages []*Page
	free  freeList
	wait  freeList // released in this frame; see Hold
	next  uint32   // indices from here on were never given out
	live  int      // the living, and the awaited
	gaps  []uint32 // given out after what is free; the lowest last

	origin uint32 // first generation of an index in this world
	floor  uint32 // no handle is given out with a generation before this one
	high   uint32 // the highest next generation that any index had
	quick  uint32 // so many generations from floor on need no care in ReleaseAt; see setQuick

	reserved atomic.Int32 // handles given out by Reserve and not settled yet
	awaited  int          // those that are settled, and so count in live, but not redeemed yet

	hold    bool
	lookups []*Lookup

	cluster  *cluster            // to which the next handles belong; nil: none
	clusters map[uint32]*cluster // by number
	owners   []*cluster          // by segment; nil, or beyond the end: none
	given    freeList            // scratch of Release

	gathered int     // spans of free when they were last put in order, or fewer; see gather
	marks    Indices // scratch of gather, empty between its uses
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
func (d *Directory) Len() int { return d.live - d.awaited }

// Room is for how many more there is a place.
func (d *Directory) Room() int { return MaxEntities - d.live - int(d.reserved.Load()) }

// Span is above every index that was given out since the directory was made or reset.
func (d *Directory) Span() uint32 { return d.next }

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
	d.free, d.wait, d.gaps, d.next, d.live, d.awaited = d.free[:0], d.wait[:0], d.gaps[:0], 0, 0, 0
	d.dissolve()
}

// setAll makes every index one that was not given out since the floor rose.
func (d *Directory) setAll() {
	var first *Page
	for _, p := range d.pages {
		switch {
		case p == deadPage:
		case first == nil:
			first = p
			Fill(p[:], vacant(d.floor))
		default:
			*p = *first
		}
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
	bytes := 8*cap(d.pages) + 16*(cap(d.free)+cap(d.wait)+cap(d.given)) + 8*cap(d.owners) + 4*cap(d.gaps) + d.marks.bytes()
	for _, p := range d.pages {
		if p != deadPage {
			bytes += ChunkRows * 8
		}
	}
	for _, c := range d.clusters {
		bytes += 16 * cap(c.free)
	}
	return bytes
}
