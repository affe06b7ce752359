package sparse

import (
	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// cursor walks the matches of a query that implies presence.
type cursor struct {
	s       *Storage
	q       driver.Query
	cols    []column
	watched []*sparseset.Set // the sets that the query names
	kept    selection
	build   builder
	at      int // the next kept segment to hand out …
	off     int // … and how many of its rows were
	from    recordScan
	records bool // the pass began with RewindFrom
}

// column is one column of a query.
type column struct {
	set   *sparseset.Set
	maybe bool
	rows  bool // there is something to find by its rows
}

// Query implements driver.Storage.
func (s *Storage) Query(q *driver.Query) (driver.Cursor, error) {
	cols := make([]column, len(q.Columns))
	for i, a := range q.Columns {
		set := s.set(a.Component)
		cols[i] = column{set, a.Maybe, a.Maybe || a.Beside || set.Component().Size > 0}
	}
	for c, ok := q.None.Next(0); ok; c, ok = q.None.Next(int(c) + 1) {
		s.set(c)
	}
	own := *q
	own.Columns, own.Any = append([]driver.Access(nil), q.Columns...), append([]driver.Mask(nil), q.Any...)
	if q.All.Empty() && len(q.Any) == 0 {
		return newWalk(s, own, cols), nil
	}
	named := q.All.Or(&q.None)
	for i := range q.Any {
		named = named.Or(&q.Any[i])
	}
	for _, a := range q.Columns {
		named.Set(a.Component)
	}
	c := &cursor{s: s, q: own, cols: cols, watched: s.appendSets(nil, &named)}
	c.from.init(s, &c.q)
	c.build.init(c)
	c.kept.versions = make([]uint64, len(c.watched))
	c.restart()
	s.cursors = append(s.cursors, c)
	return c, nil
}

// Rewind implements driver.Cursor.
func (c *cursor) Rewind() {
	for i, set := range c.watched {
		if set.Version() != c.kept.versions[i] {
			c.restart()
			break
		}
	}
	c.at, c.off, c.records = 0, 0, false
	c.build.resume(c.kept.end)
}

// restart drops the selection and begins another.
func (c *cursor) restart() {
	for i, set := range c.watched {
		c.kept.versions[i] = set.Version()
	}
	c.kept.clear()
	c.build.plan()
}

// Next implements driver.Cursor.
func (c *cursor) Next(ch *driver.Chunk) bool {
	if c.records {
		return c.nextRecords(ch)
	}
	if c.at == len(c.kept.segments) {
		return c.more(ch)
	}
	seg := &c.kept.segments[c.at]
	n := min(seg.n-c.off, c.s.limits.chunk)
	places := c.kept.places[c.at*(len(c.cols)+1):][:len(c.cols)+1]
	c.fill(ch, seg.source, places, c.off, n, c.kept.rows)
	if c.off += n; c.off == seg.n {
		c.at, c.off = c.at+1, 0
	}
	return true
}

// more finds the next matches, hands them out and keeps them if it may.
func (c *cursor) more(ch *driver.Chunk) bool {
	n := c.build.next(ch)
	if n == 0 {
		if c.kept.end == c.build.begun { // what is left has no matches
			c.kept.end = c.build.position
		}
		return false
	}
	c.fill(ch, c.build.source.set, c.build.places, 0, n, nil)
	if c.kept.end == c.build.begun && c.keep(ch, n) {
		c.kept.end = c.build.position
		c.at = len(c.kept.segments)
	}
	return true
}

// fill fills the chunk with n matches from match off of a segment on. Lists
// stand in rows, or, if that is nil, in the chunk's scratch.
func (c *cursor) fill(ch *driver.Chunk, source *sparseset.Set, places []place, off, n int, rows []uint32) {
	list := func(at int) []uint32 {
		if rows == nil {
			return ch.Scratch(at)[:n]
		}
		return rows[at+off : at+off+n]
	}
	ch.N = n
	first := places[0]
	if first.how == stretch {
		from := first.at + off
		ch.Entities.Base, ch.Entities.Rows = source.Member(from), nil
		ch.First, ch.Run = source.Run(from, n)
	} else {
		ch.Entities.Base, ch.Entities.Rows = source.Member(0), list(first.at)
		ch.Run = false
	}
	for i := range c.cols {
		col, p := &ch.Cols[i], places[i+1]
		switch p.how {
		case stretch:
			c.cols[i].set.Stretch(col, p.at+off)
		case listed:
			c.cols[i].set.Listed(col, list(p.at))
		case unseen:
			*col = driver.Column{}
		default:
			*col = driver.Column{Absent: true}
		}
	}
}

// Rows implements driver.RecordCursor.
func (c *cursor) Rows() int {
	sources := c.build.sources
	n := 0
	if c.q.All.Empty() {
		for _, src := range sources {
			n += src.set.Len()
		}
		return n
	}
	n = sources[0].set.Len()
	for _, set := range c.build.all {
		n = min(n, set.Len())
	}
	return n
}
