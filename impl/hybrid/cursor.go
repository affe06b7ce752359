package hybrid

import (
	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// cursor walks the matches of a query that names components in sparse sets.
type cursor struct {
	tables  tables
	s       *Storage
	q       driver.Query
	columns []column
	all     []*sparseset.Set // of the sparse components that a match has
	none    []*sparseset.Set // of those that it lacks
	watched []*sparseset.Set // the sets that the query names
	bound   bool             // the query says something of tables
	hasRows bool             // some column is the tables'

	// Of the pass.
	way     way
	source  *sparseset.Set // the one that is walked, or whose members are looked for in tables
	at      int            // its next row
	open    bool           // there is nothing to filter by signatures
	through bool           // what the tables show is right as it is
	replay  int            // the next kept chunk to hand out; negative: the pass is a new one
	raw     driver.Chunk   // the rows at hand, as a table or a set shows them …
	off     int            // … and how many of them were joined
	block   int            // how many rows to look up before order is tried again

	filters  []*filter
	byTable  []uint32 // by table: its filter + 1; 0: not asked yet
	kept     kept
	versions []uint64 // of watched, when kept was begun
	moves    uint64   // of the storage then
}

// column is one column of a query.
type column struct {
	set   *sparseset.Set // nil: in tables
	maybe bool
	rows  bool // there is something to find by its rows
	size  uintptr
	role  role
	start int // of the chunk under construction: the rows are consecutive from here; negative: they are listed
}

// role is how a column is found in a pass.
type role uint8

const (
	follows role = iota // it has the rows of the walked table or set
	looked              // required: its rows are looked up
	wished              // maybe: its rows are looked up
	ignored
	lacking // nobody has it
)

// way is where a pass looks for matches.
type way uint8

const (
	nowhere  way = iota
	inTables     // walk the tables
	ofSet        // the rows of a set's members in the tables
	alongSet     // walk a set
	ofStream     // the rows of the members of a stream of records
)

// few is how many times fewer members than rows a set must have for a pass to
// start from it: finding the rows of members, sorted by chunks, costs as much as
// looking up all rows in the set when there are 4 to 5 times as many.
const few = 4

func (s *Storage) newCursor(q *driver.Query, sparse *driver.Mask) *cursor {
	c := &cursor{s: s, watched: s.setsOf(sparse)}
	c.q = *q
	c.q.Columns = append([]driver.Access(nil), q.Columns...)
	c.q.Any = nil
	t := driver.Query{All: q.All.AndNot(sparse), None: q.None.AndNot(sparse)}
	c.bound = !t.All.Empty() || !t.None.Empty()
	for _, any := range q.Any {
		if any.Intersects(&q.All) {
			continue
		}
		if in := any.AndNot(sparse); in == any {
			t.Any = append(t.Any, any)
			c.bound = true
		} else {
			c.q.Any = append(c.q.Any, any)
			c.bound = c.bound || !in.Empty()
		}
	}
	for _, a := range q.Columns {
		col := column{maybe: a.Maybe, size: s.env.Schema.Of(a.Component).Size}
		if sparse.Has(a.Component) {
			col.set = s.set(a.Component)
			col.rows = a.Maybe || a.Beside || col.size > 0
			// To the tables it is one that they may not take for plain values.
			a = driver.Access{Component: a.Component, Beside: true}
		} else {
			c.hasRows = true
		}
		c.columns = append(c.columns, col)
		t.Columns = append(t.Columns, a)
	}
	own := c.q.All.And(sparse)
	c.all = s.setsOf(&own)
	own = c.q.None.And(sparse)
	c.none = s.setsOf(&own)
	c.tables = *s.tables(t)
	c.filters = []*filter{{}}
	c.raw.Cols = make([]driver.Column, len(c.columns))
	c.versions = make([]uint64, len(c.watched))
	s.cursors = append(s.cursors, c)
	return c
}

// Rewind implements driver.Cursor.
func (c *cursor) Rewind() {
	if c.kept.whole && c.stands() {
		c.replay = 0
		return
	}
	c.replay = -1
	c.note()
	c.tables.meet()
	c.kept.begin()
	c.choose()
	c.prepare()
	switch c.way {
	case inTables:
		c.tables.Start()
	case ofSet:
		c.tables.StartOf(c.source.Entities())
	}
}

// RewindFrom implements driver.RecordCursor.
func (c *cursor) RewindFrom(r driver.Records) {
	c.replay = -1
	c.kept.begin()
	c.kept.keeping = false
	c.tables.meet()
	c.way, c.source = ofStream, nil
	c.prepare()
	c.tables.StartFrom(r)
}

// Rows implements driver.RecordCursor.
func (c *cursor) Rows() int {
	c.tables.meet()
	n := c.tables.Matches.Rows()
	for _, set := range c.all {
		n = min(n, set.Len())
	}
	return n
}

// stands reports whether what was kept is what a new pass would find.
func (c *cursor) stands() bool {
	if c.moves != c.s.moves {
		return false
	}
	for i, set := range c.watched {
		if set.Version() != c.versions[i] {
			return false
		}
	}
	return true
}

// note notes with what the pass begins.
func (c *cursor) note() {
	c.moves = c.s.moves
	for i, set := range c.watched {
		c.versions[i] = set.Version()
	}
}

// choose chooses where to look for matches.
func (c *cursor) choose() {
	c.way, c.source = inTables, nil
	if len(c.all) == 0 {
		return
	}
	least := c.all[0]
	for _, set := range c.all {
		if set.Len() < least.Len() {
			least = set
		}
	}
	rows := c.tables.Matches.Rows()
	switch n := least.Len(); {
	case n == 0:
		c.way = nowhere
	case !c.hasRows && n <= rows:
		c.way, c.source, c.at = alongSet, least, 0
	case few*n <= rows:
		c.way, c.source = ofSet, least
	}
}

// prepare finds out how columns are found and whether there is a filter.
func (c *cursor) prepare() {
	c.raw.N, c.off, c.block = 0, 0, c.s.limits.block
	plain := true
	must := len(c.all)
	for i := range c.columns {
		col := &c.columns[i]
		switch {
		case col.set == nil:
			col.role = follows
			continue
		case col.maybe && col.set.Len() == 0:
			col.role = lacking
		case col.maybe:
			col.role = wished
		case !col.rows:
			col.role = ignored
			continue
		case c.way == alongSet && col.set == c.source:
			col.role = follows
		default:
			col.role = looked
		}
		if !col.maybe && col.set != c.source {
			must-- // to look it up tells
		}
		plain = false
	}
	if c.source != nil {
		must--
	}
	c.open = must == 0 && len(c.q.Any) == 0 && !(c.way == alongSet && c.bound)
	for _, set := range c.none {
		c.open = c.open && set.Len() == 0
	}
	c.through = c.open && plain && c.way == inTables
	for _, f := range c.filters {
		f.refresh(c)
	}
}

// Next implements driver.Cursor.
func (c *cursor) Next(ch *driver.Chunk) bool {
	switch {
	case c.replay >= 0:
		c.replay++
		return c.kept.fill(c.replay-1, ch)
	case c.through:
		return c.tables.Next(ch)
	}
	for c.off < c.raw.N || c.rows() {
		if c.piece(ch) {
			c.kept.put(c.s, ch)
			return true
		}
	}
	c.raw.N = 0
	c.kept.whole = c.kept.keeping
	return false
}

// rows takes the next rows among which there may be matches.
func (c *cursor) rows() bool {
	c.off = 0
	switch c.way {
	case nowhere:
		return false
	case alongSet:
		return c.along()
	}
	return c.tables.Next(&c.raw)
}

// along takes the next rows of the source.
func (c *cursor) along() bool {
	n := min(c.source.Len()-c.at, c.s.limits.rows)
	if n == 0 {
		return false
	}
	ch := &c.raw
	ch.N = n
	ch.Entities = driver.EntityColumn{Base: c.source.Member(c.at)}
	ch.First, ch.Run = c.source.Run(c.at, n)
	for i := range c.columns {
		if c.columns[i].role == follows {
			c.source.Stretch(&ch.Cols[i], c.at)
		}
	}
	c.at += n
	return true
}
