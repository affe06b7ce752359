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
		return !c.kept.whole && c.more(ch)
	}
	seg := &c.kept.segments[c.at]
	from, n := c.off, seg.n-c.off
	if limit := c.s.limits.chunk; n > limit {
		n = limit
		c.off += n
	} else {
		c.at, c.off = c.at+1, 0
	}
	c.fill(ch, seg.source, c.kept.places[seg.places:][:len(c.cols)+1], from, n, c.kept.rows)
	return true
}

// more finds the next matches, hands them out and keeps them if it may.
func (c *cursor) more(ch *driver.Chunk) bool {
	n := c.build.next(ch)
	keeping := c.kept.end == c.build.begun
	if n == 0 {
		c.kept.whole = keeping
		return false
	}
	c.fill(ch, c.build.source.set, c.build.places, 0, n, nil)
	if keeping && c.keep(ch, n) {
		c.kept.end = c.build.position
		c.at = len(c.kept.segments)
	}
	return true
}

// fill fills the chunk with n matches, from match off of a segment on. Lists
// stand in rows or, if that is nil, in the chunk's scratch.
func (c *cursor) fill(ch *driver.Chunk, source *sparseset.Set, places []place, off, n int, rows []uint32) {
	ch.N = n
	if p := places[0]; p.how == stretch {
		from := p.at + off
		ch.Entities.Base, ch.Entities.Rows = source.Member(from), nil
		ch.First, ch.Run = source.Run(from, n)
	} else {
		ch.Entities.Base, ch.Entities.Rows = source.Member(0), listAt(ch, rows, p.at, off, n)
		ch.Run = false
	}
	cols := ch.Cols[:len(places)-1]
	for i, p := range places[1:] {
		col, set := &cols[i], c.cols[i].set
		switch p.how {
		case stretch:
			set.Stretch(col, p.at+off)
		case listed:
			set.Listed(col, listAt(ch, rows, p.at, off, n))
		case unseen:
			*col = driver.Column{}
		default:
			*col = driver.Column{Absent: true}
		}
	}
}

// listAt is n rows of a list, from match off on.
func listAt(ch *driver.Chunk, rows []uint32, at, off, n int) []uint32 {
	if rows == nil {
		return ch.Scratch(at)[:n]
	}
	return rows[at+off : at+off+n]
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
