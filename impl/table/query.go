package table

import (
	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
)

// cursor walks the chunks of the tables that match a query.
type cursor struct {
	s       *Storage
	query   driver.Query
	matches *archetype.Matches
	records *archetype.Selection // nil: no pass has begun from records

	led  bool               // lead is a component of query.All, whose sets hold all that match
	lead driver.ComponentID // else every set is looked at
	seen int                // how many of those sets were looked at

	at, end     int
	fromRecords bool
}

// Query implements driver.Storage.
func (s *Storage) Query(q *driver.Query) (driver.Cursor, error) {
	c := &cursor{s: s, query: *q, matches: archetype.NewMatches(s.store, q.Columns)}
	c.lead, c.led = s.graph.Rarest(&q.All)
	c.meet()
	return c, nil
}

// meet looks at the sets made since it last did.
func (c *cursor) meet() {
	g := &c.s.graph
	if !c.led {
		for ; c.seen < g.Len(); c.seen++ {
			c.consider(archetype.SetID(c.seen))
		}
		return
	}
	for list := g.With(c.lead); c.seen < len(list); c.seen++ {
		c.consider(list[c.seen])
	}
}

func (c *cursor) consider(id archetype.SetID) {
	if c.query.Matches(c.s.graph.Set(id)) {
		c.matches.Add(c.s.store.Tables()[id])
	}
}

// Rewind implements driver.Cursor.
func (c *cursor) Rewind() {
	c.meet()
	c.at, c.end, c.fromRecords = 0, c.matches.Refresh(), false
}

// Next implements driver.Cursor.
func (c *cursor) Next(ch *driver.Chunk) bool {
	i := c.at
	if i >= c.end {
		return false
	}
	c.at++
	if c.fromRecords {
		c.records.Fill(i, ch)
	} else {
		c.matches.Fill(i, ch)
	}
	return true
}

// Rows implements driver.RecordCursor.
func (c *cursor) Rows() int {
	c.meet()
	return c.matches.Rows()
}

// RewindFrom implements driver.RecordCursor.
func (c *cursor) RewindFrom(r driver.Records) {
	c.meet()
	if c.records == nil {
		c.records = archetype.NewSelection(c.matches)
	}
	c.records.Collect(r)
	c.at, c.end, c.fromRecords = 0, c.records.Len(), true
}
