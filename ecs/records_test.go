package ecs

import (
	"math/bits"
	"testing"

	"ecslab/ecs/driver"
)

// chunkRecords is so many records in each index chunk.
type chunkRecords struct {
	counts []int
	asked  int // index chunks whose records were told
}

func (r *chunkRecords) Indexes(Kinds) bool { return true }

func (r *chunkRecords) NextChunk(_ driver.Record, _ driver.Window, from uint32) (uint32, bool) {
	for c := int(from); c < len(r.counts); c++ {
		if r.counts[c] > 0 {
			return uint32(c), true
		}
	}
	return 0, false
}

func (r *chunkRecords) Words(_ driver.Record, _ driver.Window, chunk uint32, out *driver.Bits) uint64 {
	r.asked++
	n := r.counts[chunk]
	out.Fill(n)
	return ^uint64(0) >> (64 - (n+63)/64)
}

// rowsCursor is a cursor that would visit so many rows.
type rowsCursor struct {
	driver.RecordCursor
	rows int
}

func (c rowsCursor) Rows() int { return c.rows }

// TestChoose: a pass starts where it visits less, which is found out by counting
// the records of a few index chunks.
func TestChoose(t *testing.T) {
	each := func(chunks, n int) (counts []int) {
		for range chunks {
			counts = append(counts, n)
		}
		return counts
	}
	const even = driver.ChunkRows / recordCost // records of an index chunk that cost what its rows do
	for _, c := range []struct {
		counts []int
		rows   int // 0: all rows of the index chunks
		want   start
	}{
		{each(1, 0), 0, startEmpty},
		{each(1, 1), 0, startRecords},
		{each(1, even), 0, startRecords},
		{each(1, even+1), 0, startRows},
		{each(1, driver.ChunkRows), -1, startRecords},
		{each(7, even), 0, startRecords},
		{each(7, even+1), 0, startRows},
		{each(100, even), 0, startRecords},
		{each(100, even+1), 0, startRows},
		{each(100, 1), 100 * recordCost, startRecords},
		{each(100, 1), 99 * recordCost, startRows},
		{append(each(1, 1), each(20, driver.ChunkRows)...), 0, startRows},
		{append(each(3, driver.ChunkRows), each(97, 0)...), 0, startRecords},
	} {
		r := &chunkRecords{counts: c.counts}
		s := newRecordStream(r, []clause{{test{leaves: []leaf{{}}}}}, make([]driver.Window, 1))
		if c.rows == 0 {
			c.rows = len(c.counts) * driver.ChunkRows
		}
		if got := s.choose(rowsCursor{rows: c.rows}); got != c.want {
			t.Errorf("%d index chunks of %d … %d records, %d rows: %d, not %d",
				len(c.counts), c.counts[0], c.counts[len(c.counts)-1], c.rows, got, c.want)
		}
		if most := 1 + bits.Len(uint(len(c.counts))); r.asked > most {
			t.Errorf("%d of %d index chunks were looked at", r.asked, len(c.counts))
		}
		if chunk, _, ok := s.Next(&driver.Bits{}); ok != (c.want != startEmpty) || chunk != 0 {
			t.Errorf("the stream does not stand at its beginning")
		}
	}
}
