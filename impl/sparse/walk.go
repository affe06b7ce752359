package sparse

import (
	"unsafe"

	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// walk is the cursor of a query that implies no presence: it walks the
// directory, a page at a time.
type walk struct {
	s       *Storage
	q       driver.Query
	cols    []column
	filter  filter
	page    int
	row     int // of the page
	from    recordScan
	records bool
}

func newWalk(s *Storage, q driver.Query, cols []column) *walk {
	w := &walk{s: s, q: q, cols: cols, filter: filter{s: s}}
	w.from.init(s, &w.q)
	w.filter.set(&q.All, &q.None, nil)
	return w
}

// Rewind implements driver.Cursor.
func (w *walk) Rewind() { w.page, w.row, w.records = 0, 0, false }

// Next implements driver.Cursor.
func (w *walk) Next(ch *driver.Chunk) bool {
	if w.records {
		return w.from.fill(ch, w.cols)
	}
	pages, span := w.s.dir.Pages(), w.s.dir.Span() // no index from span on was given out
	for ; uint32(w.page)<<driver.RowBits < span; w.page, w.row = w.page+1, 0 {
		end := int(min(driver.ChunkRows, span-uint32(w.page)<<driver.RowBits))
		if pages[w.page] != driver.DeadPage() && w.scan(ch, end) {
			return true
		}
	}
	return false
}

// scan fills ch with matches of the page, from the row on and below end: a stretch
// of living entities, where there is a long one at once and nothing to filter,
// else a list.
func (w *walk) scan(ch *driver.Chunk, end int) bool {
	page, l := w.s.dir.Pages()[w.page], &w.s.limits
	open := w.filter.open()
	if open {
		if n := min(living(page[w.row:end]), l.chunk); n >= l.stretch {
			w.placeRun(ch, page, w.row, n)
			w.row += n
			return true
		}
	}
	own := ch.Scratch(0)
	n := 0
	first := uint32(w.page) << driver.RowBits
	for w.row < end && n < l.chunk {
		if uint32(page[w.row]) != driver.NoPlace && (open || w.filter.passes(first+uint32(w.row))) {
			own[n] = uint32(w.row)
			n++
		}
		w.row++
	}
	switch {
	case n == 0:
		return false
	case int(own[n-1]-own[0]) == n-1:
		w.placeRun(ch, page, int(own[0]), n)
	default:
		w.placeList(ch, page, own[:n])
	}
	return true
}

// living is how many entries from the first one on are of living entities.
func living(entries []uint64) (n int) {
	const step = 8
	for ; n+step <= len(entries); n += step { // with one branch for eight
		e := (*[step]uint64)(entries[n:])
		if isDead(e[0])|isDead(e[1])|isDead(e[2])|isDead(e[3])|isDead(e[4])|isDead(e[5])|isDead(e[6])|isDead(e[7]) != 0 {
			break
		}
	}
	for n < len(entries) && isDead(entries[n]) == 0 {
		n++
	}
	return n
}

// isDead is 1 for an entry without a place, else 0.
func isDead(entry uint64) uint64 { return (entry&uint64(driver.NoPlace) + 1) >> 32 }

// placeRun fills ch with n entities of a page, from a row on. Columns whose set
// has them in the same order are stretches.
func (w *walk) placeRun(ch *driver.Chunk, page *driver.Page, row, n int) {
	index := uint32(w.page<<driver.RowBits | row)
	es := pageEntities(page)[row : row+n]
	ch.N, ch.Run, ch.First = n, true, index
	ch.Entities = driver.EntityColumn{Base: &es[0]}
	for i := range w.cols {
		set, col := w.cols[i].set, &ch.Cols[i]
		if at := set.Row(index); at != driver.NoRow && inStep(set, int(at), es) {
			set.Stretch(col, int(at))
			continue
		}
		rows := ch.Scratch(i + 1)[:n]
		if set.Len() > 0 {
			set.RowsFrom(index, rows)
		}
		listOrAbsent(set, col, rows)
	}
}

// inStep reports that entities of consecutive indices, the first of which stands in
// row at of the set, stand in its next rows.
func inStep(set *sparseset.Set, at int, es []driver.Entity) bool {
	if len(es) > set.Len()-at {
		return false
	}
	if _, ok := set.Run(at, len(es)); ok {
		return true
	}
	return driver.Common(es, set.Entities()[at:]) == len(es)
}

// placeList is placeRun for those in rows own of a page.
func (w *walk) placeList(ch *driver.Chunk, page *driver.Page, own []uint32) {
	es := pageEntities(page)[:]
	ch.N, ch.Run = len(own), false
	ch.Entities = driver.EntityColumn{Base: &es[0], Rows: own}
	for i := range w.cols {
		set, rows := w.cols[i].set, ch.Scratch(i + 1)[:len(own)]
		if set.Len() > 0 {
			set.RowsOf(es, own, rows)
		}
		listOrAbsent(set, &ch.Cols[i], rows)
	}
}

// listOrAbsent makes col the given rows of a set, or absent if there is none.
func listOrAbsent(set *sparseset.Set, col *driver.Column, rows []uint32) {
	if set.Len() == 0 || none(rows) {
		*col = driver.Column{Absent: true}
		return
	}
	set.Listed(col, rows)
}

// piece is sparseset.Piece for living entities, within a directory page. There
// a stretch is found by comparing memory, .06 ns an entity instead of .3.
func (s *Storage) piece(es []driver.Entity) (n int, run bool) {
	const long = 64
	p, k := uint32(es[0])>>driver.RowBits, int(es[0]&(driver.ChunkRows-1))
	if len(es) >= long && es[long-1] == es[0]+long-1 {
		if n = driver.Common(es, pageEntities(s.dir.Pages()[p])[k:]); n >= long {
			return n, true
		}
	}
	n, run = sparseset.Piece(es)
	if run {
		n = min(n, driver.ChunkRows-k)
	}
	return n, run
}

// pageEntities is a directory page as entities: in this storage the entry of
// a living entity is its handle, and the types have the same representation.
func pageEntities(page *driver.Page) *[driver.ChunkRows]driver.Entity {
	return (*[driver.ChunkRows]driver.Entity)(unsafe.Pointer(page))
}

// RewindFrom implements driver.RecordCursor.
func (w *walk) RewindFrom(r driver.Records) {
	w.records = true
	w.from.begin(r)
}

// Rows implements driver.RecordCursor: a pass looks at the dead, too.
func (w *walk) Rows() int { return int(w.s.dir.Span()) }
