package bitset

import "ecslab/ecs/driver"

// cursor implements driver.RecordCursor: it walks the index chunks where all
// that a match must have is to be found, and ANDs their words.
//
//	top        ─ AND ─▶ index chunks that may match
//	summaries  ─ AND ─▶ their words that may match, and those full of matches
//	words      ─ AND ─▶ matches
//
// Stretches around full words are handed out first, each as a dense chunk; the
// rest of an index chunk follows as one list of rows, which all columns and
// the handles share.
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
	chunk   int
	runs    []run
	summary uint64 // words of matches that stand in no run, none of them zero
	words   driver.Bits

	blocks []*block // of all, in the index chunk
}

// output is a column of the query.
type output struct {
	*column
	maybe bool
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
		c.cols = append(c.cols, output{s.column(a.Component), !q.All.Has(a.Component)})
	}
	c.blocks = make([]*block, len(c.all))
	c.runs = make([]run, 0, chunkWords/2)
	return c, nil
}

// Rewind implements driver.Cursor.
func (c *cursor) Rewind() {
	c.records = nil
	c.topWord, c.top = -1, 0
	c.runs, c.summary = c.runs[:0], 0
}

// RewindFrom implements driver.RecordCursor.
func (c *cursor) RewindFrom(r driver.Records) {
	c.records = r
	c.runs, c.summary = c.runs[:0], 0
}

// Rows implements driver.RecordCursor: words of records and words of presence
// meet in one AND, so nothing is cheaper than to start from records.
func (c *cursor) Rows() int { return -1 }

// Next implements driver.Cursor.
func (c *cursor) Next(ch *driver.Chunk) bool {
	for {
		if n := len(c.runs); n > 0 {
			r := c.runs[n-1]
			c.runs = c.runs[:n-1]
			c.dense(ch, r.first, r.end-r.first)
			return true
		}
		if c.summary != 0 {
			c.rows(ch)
			return true
		}
		more := false
		if c.records != nil {
			more = c.nextRecords()
		} else {
			more = c.nextChunk()
		}
		if !more {
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
	c.chunk = c.topWord<<6 + trailing(c.top)
	c.top &= c.top - 1
	if summary, full := c.prepare(ones); summary != 0 {
		c.match(summary&^full, false)
		c.split(summary&^full, full)
	}
	return true
}

// nextRecords finds the matches among the records of the next index chunk.
func (c *cursor) nextRecords() bool {
	chunk, summary, ok := c.records.Next(&c.words)
	if !ok {
		return false
	}
	c.chunk = int(chunk)
	for _, col := range c.all {
		if col.at(c.chunk) == nil {
			return true
		}
	}
	summary, full := c.prepare(summary)
	if summary == 0 {
		return true
	}
	c.match(summary&^full, true)
	solid := uint64(0)
	for s := summary; s != 0; s &= s - 1 {
		if w := trailing(s); c.words[w&63] == ones {
			solid |= 1 << w
		}
	}
	c.split(summary&^solid, solid)
	return true
}

// prepare narrows a set of words of the index chunk to those that may hold
// matches, and tells which of them presence fills with matches.
func (c *cursor) prepare(words uint64) (summary, full uint64) {
	full = words
	for i, col := range c.all {
		b := col.blocks[c.chunk]
		c.blocks[i] = b
		words &= b.summary
		full &= b.full
	}
	for _, col := range c.none {
		if b := col.at(c.chunk); b != nil {
			words &^= b.full
			full &^= b.summary
		}
	}
	for i := range c.any {
		a := &c.any[i]
		a.blocks = a.blocks[:0]
		some, filled := uint64(0), uint64(0)
		for _, col := range a.cols {
			if b := col.at(c.chunk); b != nil && b.summary != 0 {
				a.blocks = append(a.blocks, b)
				some |= b.summary
				filled |= b.full
			}
		}
		words &= some
		full &= filled
	}
	return words, full
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
				w := trailing(s) & 63
				c.words[w] &= b.words[w]
			}
		}
	case len(c.blocks) == 1:
		a := c.blocks[0]
		for s := words; s != 0; s &= s - 1 {
			w := trailing(s) & 63
			c.words[w] = a.words[w]
		}
	default:
		a, b := c.blocks[0], c.blocks[1]
		for s := words; s != 0; s &= s - 1 {
			w := trailing(s) & 63
			c.words[w] = a.words[w] & b.words[w]
		}
		for _, b := range c.blocks[2:] {
			for s := words; s != 0; s &= s - 1 {
				w := trailing(s) & 63
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
			w := trailing(s) & 63
			c.words[w] &^= b.words[w]
		}
	}
	for i := range c.any {
		for s := words; s != 0; s &= s - 1 {
			w := trailing(s) & 63
			some := uint64(0)
			for _, b := range c.any[i].blocks {
				some |= b.words[w]
			}
			c.words[w] &= some
		}
	}
}

// split makes runs of the full words, with what adjoins them in the words
// before and after, and leaves the rest of the partial ones in c.words.
func (c *cursor) split(partial, full uint64) {
	rest := uint64(0)
	for s := partial; s != 0; s &= s - 1 {
		w := trailing(s)
		if c.words[w&63] != 0 {
			rest |= 1 << w
		}
	}
	// From the highest run down, as runs are handed out from the end.
	for full != 0 {
		last := 63 - leading(full)
		gap := ^full << (63 - last) // its highest bit is the first word below that is not full
		first := max(last-leading(gap)+1, 0)
		full &^= ones >> (63 - last) &^ (1<<first - 1)
		r := run{first << wordBits, (last + 1) << wordBits}
		if w := last + 1; w < chunkWords && rest>>w&1 != 0 {
			n := trailing(^c.words[w])
			r.end += n
			if c.words[w] &^= 1<<n - 1; c.words[w] == 0 {
				rest &^= 1 << w
			}
		}
		if w := first - 1; w >= 0 && rest>>w&1 != 0 {
			n := leading(^c.words[w])
			r.first -= n
			if c.words[w] &= ones >> n; c.words[w] == 0 {
				rest &^= 1 << w
			}
		}
		c.runs = append(c.runs, r)
	}
	c.summary = rest
}
