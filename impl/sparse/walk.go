package sparse

import (
	"unsafe"

	"ecslab/ecs/driver"
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
	for ; w.page < len(w.s.dir.Pages()); w.page, w.row = w.page+1, 0 {
		if w.scan(ch) {
			return true
		}
	}
	return false
}

// scan fills ch with matches of the page, from the row on.
func (w *walk) scan(ch *driver.Chunk) bool {
	page := w.s.dir.Pages()[w.page]
	own := ch.Scratch(0)
	n, limit := 0, w.s.limits.chunk
	open := w.filter.open()
	first := uint32(w.page) << driver.RowBits
	for w.row < driver.ChunkRows && n < limit {
		if uint32(page[w.row]) != driver.NoPlace && (open || w.filter.passes(first+uint32(w.row))) {
			own[n] = uint32(w.row)
			n++
		}
		w.row++
	}
	if n == 0 {
		return false
	}
	ch.N = n
	w.place(ch, page, own[:n])
	return true
}

// place sets the columns of the matches that stand in rows own of a page.
func (w *walk) place(ch *driver.Chunk, page *driver.Page, own []uint32) {
	n, at := len(own), int(own[0])
	es := pageEntities(page)[:]
	ch.Run, ch.First = int(own[n-1])-at == n-1, uint32(w.page)<<driver.RowBits+own[0]
	ch.Entities = driver.EntityColumn{Base: &es[0], Rows: own}
	if ch.Run {
		ch.Entities = driver.EntityColumn{Base: &es[at]}
	}
	for i := range w.cols {
		c, col := &w.cols[i], &ch.Cols[i]
		if c.set.Len() == 0 {
			*col = driver.Column{Absent: true}
			continue
		}
		rows := ch.Scratch(i + 1)[:n]
		if ch.Run {
			c.set.RowsFrom(uint32(w.page)<<driver.RowBits+own[0], rows)
		} else {
			c.set.RowsOf(es, own, rows)
		}
		c.set.Listed(col, rows)
		if none(rows) {
			*col = driver.Column{Absent: true}
		}
	}
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

// Rows implements driver.RecordCursor.
func (w *walk) Rows() int { return w.s.dir.Len() }
