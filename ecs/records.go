package ecs

import (
	"math/bits"

	"ecslab/ecs/driver"
)

// recordStream is the clauses of a query as a stream of entity indices, for
// trackers that know where their records lie. A pass that starts from it
// visits what changed instead of what exists.
type recordStream struct {
	tracker driver.Indexed
	windows []driver.Window
	must    []test // all of these hold; the first one leads
	exact   bool   // the stream decides every clause, none is left to filter

	next uint32
	leaf driver.Bits
	some driver.Bits
	keep driver.Bits
}

// newRecordStream is nil if no clause can be started from.
func newRecordStream(t driver.Indexed, clauses []clause, windows []driver.Window) *recordStream {
	s := &recordStream{tracker: t, windows: windows, exact: true}
	lead := -1
	for _, c := range clauses {
		if len(c) != 1 || c[0].columns != nil || len(c[0].leaves) == 0 || !t.Indexes(c[0].leaves[0].record.Kind) {
			s.exact = false
			continue
		}
		if lead < 0 && c[0].mode != none {
			lead = len(s.must)
		}
		s.must = append(s.must, c[0])
	}
	if lead < 0 {
		return nil
	}
	s.must[0], s.must[lead] = s.must[lead], s.must[0]
	return s
}

type start int

const (
	startRows start = iota
	startRecords
	startEmpty
)

// recordCost is how many rows a scan can filter in the time that it takes to
// find one record's row.
const recordCost = 8

// choose says where a pass begins, and leaves the stream at its beginning.
func (s *recordStream) choose(cursor driver.RecordCursor) start {
	s.next = 0
	chunk, ok := s.nextChunk(0)
	if !ok {
		return startEmpty
	}
	rows := cursor.Rows()
	if rows < 0 {
		return startRecords
	}
	// To count all would be half of the work of a pass that starts from them. So
	// an index chunk is taken to have as many as the last one that was counted:
	// the first, the second, and from then on those at powers of two.
	for k, n, some := 0, 0, 0; ok; k++ {
		if k&(k-1) == 0 {
			some = s.count(chunk)
		}
		if n += some; n > rows/recordCost {
			return startRows
		}
		chunk, ok = s.nextChunk(chunk + 1)
	}
	return startRecords
}

// count is how many records of an index chunk the stream would tell.
func (s *recordStream) count(chunk uint32) (n int) {
	for summary := s.words(chunk, &s.keep); summary != 0; summary &= summary - 1 {
		n += bits.OnesCount64(s.keep[bits.TrailingZeros64(summary)])
	}
	return n
}

// nextChunk is the first index chunk from the given one on that may hold a
// match, by the leading test.
func (s *recordStream) nextChunk(from uint32) (uint32, bool) {
	lead := &s.must[0]
	best, found := uint32(0), false
	for i := range lead.leaves {
		l := &lead.leaves[i]
		chunk, ok := s.tracker.NextChunk(l.record, s.windows[l.window], from)
		if lead.mode == all { // any leaf of an all is a bound; the first will do
			return chunk, ok
		}
		if ok && (!found || chunk < best) {
			best, found = chunk, true
		}
	}
	return best, found
}

// Next implements driver.Records.
func (s *recordStream) Next(out *driver.Bits) (uint32, uint64, bool) {
	for {
		chunk, ok := s.nextChunk(s.next)
		if !ok {
			return 0, 0, false
		}
		s.next = chunk + 1
		if summary := s.words(chunk, out); summary != 0 {
			return chunk, summary, true
		}
	}
}

// words puts the indices of an index chunk for which all tests hold into out,
// and returns the words written.
func (s *recordStream) words(chunk uint32, out *driver.Bits) uint64 {
	summary := s.test(&s.must[0], chunk, out)
	for i := 1; i < len(s.must) && summary != 0; i++ {
		t := &s.must[i]
		have := s.test(t, chunk, &s.some)
		if t.mode == none {
			for w := summary & have; w != 0; w &= w - 1 {
				k := bits.TrailingZeros64(w)
				out[k] &^= s.some[k]
			}
			continue
		}
		summary &= have
		for w := summary; w != 0; w &= w - 1 {
			k := bits.TrailingZeros64(w)
			out[k] &= s.some[k]
		}
	}
	return summary
}

// test puts the indices for which any (all, for a test of mode all) of the
// leaves holds into out, and returns the words written.
func (s *recordStream) test(t *test, chunk uint32, out *driver.Bits) uint64 {
	l := &t.leaves[0]
	summary := s.tracker.Words(l.record, s.windows[l.window], chunk, out)
	for i := 1; i < len(t.leaves); i++ {
		l := &t.leaves[i]
		have := s.tracker.Words(l.record, s.windows[l.window], chunk, &s.leaf)
		if t.mode == all {
			summary &= have
			for w := summary; w != 0; w &= w - 1 {
				k := bits.TrailingZeros64(w)
				out[k] &= s.leaf[k]
			}
			continue
		}
		for w := have; w != 0; w &= w - 1 {
			k := bits.TrailingZeros64(w)
			if summary>>k&1 != 0 {
				out[k] |= s.leaf[k]
			} else {
				out[k] = s.leaf[k]
			}
		}
		summary |= have
	}
	return summary
}
