package sparse

import (
	"math/bits"

	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// recordScan walks the indices of records that match a query.
type recordScan struct {
	s       *Storage
	filter  filter
	all     []*sparseset.Set
	living  bool // no signature proves that an index lives
	stream  driver.Records
	bits    driver.Bits
	chunk   uint32
	summary uint64 // words of bits that are not walked yet
}

func (r *recordScan) init(s *Storage, q *driver.Query) {
	r.s, r.filter.s = s, s
	r.filter.set(&q.All, &q.None, q.Any)
	r.all = s.appendSets(nil, &q.All)
	r.living = q.All.Empty() && len(q.Any) == 0
}

func (r *recordScan) begin(stream driver.Records) { r.stream, r.summary = stream, 0 }

// next writes at most limit matching indices to dst and returns how many. With
// single, all are of index chunk r.chunk.
func (r *recordScan) next(dst []uint32, limit int, single bool) int {
	n := 0
	for n < limit {
		if r.summary == 0 {
			if single && n > 0 {
				break
			}
			if !r.more() {
				break
			}
		}
		w := bits.TrailingZeros64(r.summary)
		word, base := r.bits[w], r.chunk<<driver.RowBits|uint32(w)<<6
		for ; word != 0 && n < limit; word &= word - 1 {
			index := base + uint32(bits.TrailingZeros64(word))
			if r.filter.passes(index) && (!r.living || r.s.dir.Handle(index) != 0) {
				dst[n] = index
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
		r.chunk, r.summary = chunk, summary
	}
	return r.summary != 0
}

// fill fills ch with the next matches; false at the end. Without a set that all
// matches are in, the entities are those of a directory page.
func (r *recordScan) fill(ch *driver.Chunk, cols []column) bool {
	single := len(r.all) == 0
	n := r.next(ch.Scratch(0), r.s.limits.chunk, single)
	if n == 0 {
		return false
	}
	indices, own := ch.Scratch(0)[:n], ch.Scratch(1)[:n]
	ch.N, ch.Run, ch.Entities.Rows = n, false, own
	if single {
		ch.Entities.Base = &pageEntities(r.s.dir.Pages()[r.chunk])[0]
		for i, index := range indices {
			own[i] = index & (driver.ChunkRows - 1)
		}
	} else {
		least := r.all[0]
		for _, set := range r.all {
			if set.Len() < least.Len() {
				least = set
			}
		}
		ch.Entities.Base = least.Member(0)
		least.RowsAt(indices, own)
	}
	for i := range cols {
		col := &ch.Cols[i]
		if c := &cols[i]; !c.rows {
			*col = driver.Column{}
		} else if c.maybe && c.set.Len() == 0 {
			*col = driver.Column{Absent: true}
		} else {
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
