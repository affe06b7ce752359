package frame

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// records is a stamp per entity: of one kind of one component, or of creation.
type records struct {
	pages []*page // by index chunk; empty where nothing was ever recorded
}

// page is the records of an index chunk. A generation of zero, and a stamp of
// zero, is no record.
type page struct {
	stamps      [driver.ChunkRows]uint64
	generations [driver.ChunkRows]uint32
}

// empty stands for every page that was not taken yet, so that readers need not
// check for nil. It is never written.
var empty = new(page)

// at is the page of an index chunk, for reading.
func (r *records) at(chunk uint32) *page {
	if int(chunk) >= len(r.pages) {
		return empty
	}
	return r.pages[chunk]
}

// take is the page of an index chunk, for writing.
func (r *records) take(chunk uint32) *page {
	for int(chunk) >= len(r.pages) {
		r.pages = append(r.pages, empty)
	}
	p := r.pages[chunk]
	if p == empty {
		p = new(page)
		r.pages[chunk] = p
	}
	return p
}

func (r *records) set(e driver.Entity, stamp uint64) {
	p, i := r.take(e.Index()>>driver.RowBits), e.Index()&(driver.ChunkRows-1)
	p.stamps[i] = stamp
	p.generations[i] = e.Generation()
}

// mark stamps the matches of a chunk that have the column's component.
func (r *records) mark(ch *driver.Chunk, column *driver.Column, stamp uint64) {
	switch {
	case column.Rows == nil && ch.Run:
		r.markRun(ch, stamp)
	case column.Rows == nil && ch.Entities.Rows == nil:
		r.markEntities(ch.Entities.Slice(ch.N), stamp)
	default:
		for k := range ch.N {
			if column.Rows == nil || column.Rows[k] != driver.NoRow {
				r.set(ch.Entities.At(k), stamp)
			}
		}
	}
}

func (r *records) markEntities(es []driver.Entity, stamp uint64) {
	var p *page
	last := ^uint32(0) // the index chunk of p
	for _, e := range es {
		if chunk := e.Index() >> driver.RowBits; chunk != last {
			p, last = r.take(chunk), chunk
		}
		i := e.Index() & (driver.ChunkRows - 1)
		p.stamps[i] = stamp
		p.generations[i] = e.Generation()
	}
}

// markRun stamps consecutive indices, page by page.
func (r *records) markRun(ch *driver.Chunk, stamp uint64) {
	var buffer [word]driver.Entity
	for k := 0; k < ch.N; {
		index := ch.First + uint32(k)
		p, from := r.take(index>>driver.RowBits), int(index&(driver.ChunkRows-1))
		n := min(ch.N-k, driver.ChunkRows-from)
		driver.Fill(p.stamps[from:from+n], stamp)
		generations := p.generations[from : from+n]
		for len(generations) > 0 {
			es := handles(ch, k, min(word, len(generations)), &buffer)
			for i, e := range es {
				generations[i] = e.Generation()
			}
			generations = generations[len(es):]
			k += len(es)
		}
	}
}

// erase takes the records of entities away.
func (r *records) erase(es []driver.Entity) {
	for _, e := range es {
		p, i := r.at(e.Index()>>driver.RowBits), e.Index()&(driver.ChunkRows-1)
		if p.generations[i] == e.Generation() {
			p.generations[i] = 0
		}
	}
}

// forget takes all records away and keeps the pages.
func (r *records) forget() {
	for _, p := range r.pages {
		if p != empty {
			clear(p.stamps[:])
			clear(p.generations[:])
		}
	}
}

// copy is a copy of other, in the pages that r has, if there is an r: fresh ones
// would cost several times the copy.
func (r *records) copy(other *records) *records {
	switch {
	case other == nil:
		return nil
	case r == nil:
		r = new(records)
	}
	n := min(len(r.pages), len(other.pages))
	clear(r.pages[n:])
	r.pages = r.pages[:n]
	for i, from := range other.pages {
		if i == len(r.pages) {
			r.pages = append(r.pages, empty)
		}
		switch {
		case from == empty:
			r.pages[i] = empty
			continue
		case r.pages[i] == empty:
			r.pages[i] = new(page)
		}
		*r.pages[i] = *from
	}
	return r
}

func (r *records) bytes() int {
	if r == nil {
		return 0
	}
	bytes := int(unsafe.Sizeof(*r)) + cap(r.pages)*int(unsafe.Sizeof(empty))
	for _, p := range r.pages {
		if p != empty {
			bytes += int(unsafe.Sizeof(*p))
		}
	}
	return bytes
}
