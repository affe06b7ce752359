package driver

import "unsafe"

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
	Fill(p[:], vacant(0))
	return p
}()

// DeadPage is a shared page that no handle fits. It must not be written.
func DeadPage() *Page { return deadPage }

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
		p, row := uint32(es[i])>>RowBits, int(es[i]&(ChunkRows-1))
		if n := min(len(es)-i, ChunkRows-row); p < uint32(len(d.pages)) && n >= block && es[i+block-1] == es[i]+block-1 {
			entries := unsafe.Slice((*Entity)(&d.pages[p][row]), n) // the same memory: an entry is a handle
			if at := Common(entries, es[i:]); at >= block {
				i += at
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
// pages stay, but for the dead page where nobody has lived yet. An entry's place is
// NoPlace where nothing lives.
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

// grow makes pages for the indices from next up to span.
func (d *Directory) grow(span uint32) {
	d.cover(span)
	for p := d.next >> RowBits; p<<RowBits < span; p++ {
		d.open(p)
	}
}

// cover makes the list of pages reach up to span.
func (d *Directory) cover(span uint32) {
	want := int((span + ChunkRows - 1) >> RowBits)
	if want <= len(d.pages) {
		return
	}
	for len(d.pages) < want {
		d.pages = append(d.pages, deadPage)
	}
	for _, l := range d.lookups {
		l.Pages = d.pages
	}
}

// open gives an index chunk a page of its own, if it has none.
func (d *Directory) open(chunk uint32) {
	if d.pages[chunk] == deadPage {
		p := new(Page)
		Fill(p[:], vacant(d.floor))
		d.pages[chunk] = p
	}
}

// vacant is the entry of an index whose entity does not live and whose next one
// has the generation, or a later one.
func vacant(generation uint32) uint64 { return uint64(generation)<<32 | uint64(NoPlace) }
