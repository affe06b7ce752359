package sparse

import (
	"math/bits"

	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// recordScan walks the indices of records that match a query. The smallest set
// that all matches are in tells whether an index is one of its members, and in
// which row; without such a set, the directory does, with the index as the row.
type recordScan struct {
	s       *Storage
	all     []*sparseset.Set
	least   *sparseset.Set // the smallest of all; nil: there are none
	filter  filter         // what least does not tell
	stream  driver.Records
	bits    driver.Bits
	chunk   uint32
	summary uint64       // words of bits that are not walked yet
	page    *driver.Page // of least or of the directory
}

func (r *recordScan) init(s *Storage, q *driver.Query) {
	r.s, r.filter.s = s, s
	r.all = s.appendSets(nil, &q.All)
	must := q.All
	if len(r.all) == 1 {
		must = driver.Mask{}
	}
	r.filter.set(&must, &q.None, q.Any)
}

func (r *recordScan) begin(stream driver.Records) {
	r.stream, r.summary = stream, 0
	r.least = nil
	for _, set := range r.all {
		if r.least == nil || set.Len() < r.least.Len() {
			r.least = set
		}
	}
}

// next writes at most limit matching indices and their rows, and returns how
// many. Without a set, all are of index chunk r.chunk.
func (r *recordScan) next(indices, rows []uint32, limit int) int {
	n, open := 0, r.filter.open()
	for n < limit {
		if r.summary == 0 {
			if n > 0 && r.least == nil || !r.more() {
				break
			}
		}
		w := bits.TrailingZeros64(r.summary)
		word, base := r.bits[w], r.chunk<<driver.RowBits|uint32(w)<<6
		for ; word != 0 && n < limit; word &= word - 1 {
			index := base + uint32(bits.TrailingZeros64(word))
			row := uint32(r.page[index&(driver.ChunkRows-1)])
			if row != driver.NoRow && (open || r.filter.passes(index)) {
				indices[n], rows[n] = index, row
				n++
			}
		}
		if r.bits[w] = word; word == 0 {
			r.summary &= r.summary - 1
		}
	}
	return n
}

// more takes the next index chunk of the stream that has a word.
func (r *recordScan) more() bool {
	for r.summary == 0 && r.stream != nil {
		chunk, summary, ok := r.stream.Next(&r.bits)
		if !ok {
			r.stream = nil
			return false
		}
		r.chunk, r.summary, r.page = chunk, summary, r.pageOf(chunk)
	}
	return r.summary != 0
}

func (r *recordScan) pageOf(chunk uint32) *driver.Page {
	switch pages := r.s.dir.Pages(); {
	case r.least != nil:
		return r.least.Page(chunk)
	case chunk < uint32(len(pages)):
		return pages[chunk]
	}
	return driver.DeadPage()
}

// fill fills ch with the next matches; false at the end. Without a set that all
// matches are in, the entities are those of a directory page.
func (r *recordScan) fill(ch *driver.Chunk, cols []column) bool {
	indices, own := ch.Scratch(0), ch.Scratch(1)
	n := r.next(indices, own, r.s.limits.chunk)
	if n == 0 {
		return false
	}
	indices, own = indices[:n], own[:n]
	ch.N, ch.Run, ch.Entities.Rows = n, false, own
	if r.least != nil {
		ch.Entities.Base = r.least.Member(0)
	} else {
		ch.Entities.Base = &pageEntities(r.page)[0]
		for i := range own {
			own[i] &= driver.ChunkRows - 1
		}
	}
	for i := range cols {
		col := &ch.Cols[i]
		switch c := &cols[i]; {
		case !c.rows:
			*col = driver.Column{}
		case c.set == r.least:
			c.set.Listed(col, own)
		case c.maybe && c.set.Len() == 0:
			*col = driver.Column{Absent: true}
		default:
			rows := ch.Scratch(i + 2)[:n]
			c.set.RowsAt(indices, rows)
			c.set.Listed(col, rows)
		}
	}
	return true
}

// RewindFrom implements driver.RecordCursor.
func (c *cursor) RewindFrom(r driver.Records) {
	c.records = true
	c.from.begin(r)
}

func (c *cursor) nextRecords(ch *driver.Chunk) bool { return c.from.fill(ch, c.cols) }
