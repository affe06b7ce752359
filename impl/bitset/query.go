package bitset

import (
	"math/bits"
	"slices"

	"ecslab/ecs/driver"
)

// cursor implements driver.RecordCursor: it walks the index chunks where all
// that a match must have is to be found, and ANDs their words.
//
//	top        ─ AND ─▶ index chunks that may match
//	summaries  ─ AND ─▶ their words that may match, and those full of matches
//	words      ─ AND ─▶ matches
//
// Stretches around full words are handed out each as a dense chunk, the rest of
// an index chunk as one list of rows, which all columns and the handles share.
// What was found of an index chunk with partial words is kept, and walked again
// as long as nothing in it has changed.
type cursor struct {
	s    *Storage
	all  []*column // a match is in all of these, at least one: the living where the query names none
	none []*column // and in none of these
	any  []anyOf   // and of each of these in at least one
	cols []output

	// Where the pass stands among the index chunks.
	records driver.Records // nil: a pass over all matches
	topWord int
	top     uint64 // index chunks of topWord that are left

	// What is left of the index chunk.
	chunk int
	runs  []run
	list  []uint32 // rows that stand in no run
	words driver.Bits

	blocks  []*block // of all, in the index chunk
	solid   []run    // room for the runs of an index chunk that is not kept
	kept    []selection
	shrinks int // Storage.shrinks when they were found
}

// selection is the matches of an index chunk.
type selection struct {
	versions uint64 // the sum of those of the blocks that were looked at; 0: never
	runs     []run
	rows     []uint32
}

// output is a column of the query.
type output struct {
	*column
	from int // its place in all; -1: a match may lack it
}

// anyOf is the columns of one Any set, with their blocks in the index chunk.
type anyOf struct {
	cols   []*column
	blocks []*block
}

// run is matches at consecutive indices of an index chunk.
type run struct{ first, end int }

// Query implements driver.Storage.
func (s *Storage) Query(q *driver.Query) (driver.Cursor, error) {
	c := &cursor{s: s, all: s.columnsOf(&q.All, nil), none: s.columnsOf(&q.None, nil)}
	if len(c.all) == 0 {
		c.all = []*column{&s.alive}
	}
	for i := range q.Any {
		cols := s.columnsOf(&q.Any[i], nil)
		c.any = append(c.any, anyOf{cols, make([]*block, 0, len(cols))})
	}
	for _, a := range q.Columns {
		o := output{column: s.column(a.Component), from: -1}
		if q.All.Has(a.Component) {
			o.from = slices.Index(c.all, o.column)
		}
		c.cols = append(c.cols, o)
	}
	c.blocks = make([]*block, len(c.all))
	c.solid = make([]run, 0, chunkWords/2)
	return c, nil
}

// Rewind implements driver.Cursor.
func (c *cursor) Rewind() {
	c.records = nil
	c.topWord, c.top = -1, 0
	c.runs, c.list = nil, nil
	if c.shrinks != c.s.shrinks { // other blocks may have the same versions
		c.kept, c.shrinks = nil, c.s.shrinks
	}
}

// RewindFrom implements driver.RecordCursor.
func (c *cursor) RewindFrom(r driver.Records) {
	c.records = r
	c.runs, c.list = nil, nil
}

// Rows implements driver.RecordCursor: words of records and words of presence
// meet in one AND, so nothing is cheaper than to start from records.
func (c *cursor) Rows() int { return -1 }

// Next implements driver.Cursor.
func (c *cursor) Next(ch *driver.Chunk) bool {
	for {
		if len(c.list) > 0 {
			list := c.list
			c.list = nil
			c.rows(ch, list)
			return true
		}
		if n := len(c.runs); n > 0 {
			r := c.runs[n-1]
			c.runs = c.runs[:n-1]
			c.dense(ch, r.first, r.end-r.first)
			return true
		}
		if c.records != nil {
			return c.nextRecords(ch)
		}
		if !c.nextChunk() {
			return false
		}
	}
}

// nextChunk finds the matches of the next index chunk that may have any.
func (c *cursor) nextChunk() bool {
	for c.top == 0 {
		c.topWord++
		if c.topWord >= len(c.all[0].top) {
			return false
		}
		c.top = c.all[0].top[c.topWord]
		for _, col := range c.all[1:] {
			c.top &= col.top.word(c.topWord)
		}
	}
	c.chunk = c.topWord<<6 + bits.TrailingZeros64(c.top)
	c.top &= c.top - 1
	summary, full, versions := c.prepare(ones)
	if summary == 0 {
		return true
	}
	if summary == full {
		c.runs, _ = c.split(c.solid[:0], 0, full)
		return true
	}
	for c.chunk >= len(c.kept) {
		c.kept = append(c.kept, selection{})
	}
	k := &c.kept[c.chunk]
	if k.versions != versions {
		c.match(summary&^full, false)
		for s := full & shorts(full); s != 0; s &= s - 1 {
			c.words[bits.TrailingZeros64(s)&63] = ones
		}
		full &^= shorts(full)
		rest := uint64(0)
		k.runs, rest = c.split(k.runs[:0], summary&^full, full)
		n := 0
		for s := rest; s != 0; s &= s - 1 {
			n += bits.OnesCount64(c.words[bits.TrailingZeros64(s)&63])
		}
		k.rows = c.write(rest, slices.Grow(k.rows[:0], n)[:n])
		k.versions = versions
	}
	c.runs, c.list = k.runs, k.rows
	return true
}

// nextRecords hands out the matches among the records of the next index chunk
// that has any: those of full words later, as runs.
func (c *cursor) nextRecords(ch *driver.Chunk) bool {
	for {
		chunk, words, ok := c.records.Next(&c.words)
		if !ok {
			return false
		}
		c.chunk = int(chunk)
		summary, full, _ := c.prepare(words)
		if summary != full {
			c.match(summary&^full, true)
		}
		list, solid := c.sparse(summary, ch.Scratch(0))
		if solid != 0 {
			c.runs, _ = c.split(c.solid[:0], 0, solid)
		}
		if len(list) > 0 {
			c.rows(ch, list)
			return true
		}
		if solid != 0 {
			return c.Next(ch)
		}
	}
}

// prepare narrows a set of words of the index chunk to those that may hold
// matches, and tells which of them presence fills with matches, and the sum of
// the versions of all that it looked at: versions only rise, so none has changed
// while their sum is the same.
func (c *cursor) prepare(words uint64) (summary, full, versions uint64) {
	full = words
	for i, col := range c.all {
		b := col.at(c.chunk)
		if b == nil {
			return 0, 0, 0
		}
		c.blocks[i] = b
		words &= b.summary
		full &= b.full
		versions += b.version
	}
	for _, col := range c.none {
		if b := col.at(c.chunk); b != nil {
			versions += b.version
			words &^= b.full
			full &^= b.summary
		}
	}
	for i := range c.any {
		a := &c.any[i]
		a.blocks = a.blocks[:0]
		some, filled := uint64(0), uint64(0)
		for _, col := range a.cols {
			if b := col.at(c.chunk); b != nil {
				versions += b.version
				a.blocks = append(a.blocks, b)
				some |= b.summary
				filled |= b.full
			}
		}
		words &= some
		full &= filled
	}
	return words, full, versions
}

// match puts the matches of the given words into c.words, which hold records
// in a pass from records.
func (c *cursor) match(words uint64, records bool) {
	switch {
	case words == 0:
		return
	case records:
		for _, b := range c.blocks {
			for s := words; s != 0; s &= s - 1 {
				w := bits.TrailingZeros64(s) & 63
				c.words[w] &= b.words[w]
			}
		}
	case len(c.blocks) == 1:
		a := c.blocks[0]
		for s := words; s != 0; s &= s - 1 {
			w := bits.TrailingZeros64(s) & 63
			c.words[w] = a.words[w]
		}
	default:
		a, b := c.blocks[0], c.blocks[1]
		for s := words; s != 0; s &= s - 1 {
			w := bits.TrailingZeros64(s) & 63
			c.words[w] = a.words[w] & b.words[w]
		}
		for _, b := range c.blocks[2:] {
			for s := words; s != 0; s &= s - 1 {
				w := bits.TrailingZeros64(s) & 63
				c.words[w] &= b.words[w]
			}
		}
	}
	for _, col := range c.none {
		b := col.at(c.chunk)
		if b == nil {
			continue
		}
		for s := words & b.summary; s != 0; s &= s - 1 {
			w := bits.TrailingZeros64(s) & 63
			c.words[w] &^= b.words[w]
		}
	}
	for i := range c.any {
		for s := words; s != 0; s &= s - 1 {
			w := bits.TrailingZeros64(s) & 63
			some := uint64(0)
			for _, b := range c.any[i].blocks {
				some |= b.words[w]
			}
			c.words[w] &= some
		}
	}
}

// shorts is those of the full words that have no full neighbour.
func shorts(full uint64) uint64 { return full &^ (full << 1) &^ (full >> 1) }

// split appends the runs of the full words, with what adjoins them in the words
// before and after, and leaves in c.words what is in none of them; rest is
// where.
func (c *cursor) split(runs []run, partial, full uint64) (_ []run, rest uint64) {
	for s := partial; s != 0; s &= s - 1 {
		w := bits.TrailingZeros64(s)
		if c.words[w&63] != 0 {
			rest |= 1 << w
		}
	}
	// From the highest run down, as runs are handed out from the end.
	for full != 0 {
		last := 63 - bits.LeadingZeros64(full)
		gap := ^full << (63 - last) // its highest bit is the first word below that is not full
		first := max(last-bits.LeadingZeros64(gap)+1, 0)
		full &^= ones >> (63 - last) &^ (1<<first - 1)
		r := run{first << wordBits, (last + 1) << wordBits}
		if w := last + 1; w < chunkWords && rest>>w&1 != 0 {
			n := bits.TrailingZeros64(^c.words[w])
			r.end += n
			if c.words[w] &^= 1<<n - 1; c.words[w] == 0 {
				rest &^= 1 << w
			}
		}
		if w := first - 1; w >= 0 && rest>>w&1 != 0 {
			n := bits.LeadingZeros64(^c.words[w])
			r.first -= n
			if c.words[w] &= ones >> n; c.words[w] == 0 {
				rest &^= 1 << w
			}
		}
		runs = append(runs, r)
	}
	return runs, rest
}
