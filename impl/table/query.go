package table

import (
	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
)

// cursor walks the chunks of the tables that match a query.
type cursor struct {
	archetype.Cursor
	graph *archetype.Graph
	store *archetype.Store
	query driver.Query

	led  bool               // lead is a component of query.All, whose sets hold all that match
	lead driver.ComponentID // else every set is looked at
	seen int                // how many of those sets were looked at
}

// Query implements driver.Storage.
func (s *Storage) Query(q *driver.Query) (driver.Cursor, error) {
	c := &cursor{graph: &s.graph, store: s.store, query: *q}
	c.Matches = archetype.MakeMatches(s.store, q.Columns)
	c.lead, c.led = s.graph.Rarest(&q.All)
	c.meet()
	return c, nil
}

// meet looks at the sets made since it last did.
func (c *cursor) meet() {
	if !c.led {
		for ; c.seen < c.graph.Len(); c.seen++ {
			c.consider(archetype.SetID(c.seen))
		}
		return
	}
	for list := c.graph.With(c.lead); c.seen < len(list); c.seen++ {
		c.consider(list[c.seen])
	}
}

func (c *cursor) consider(id archetype.SetID) {
	if c.query.Matches(c.graph.Set(id)) {
		c.Add(c.store.Tables()[id])
	}
}

// Rewind implements driver.Cursor.
func (c *cursor) Rewind() {
	c.meet()
	c.Start()
}

// Rows implements driver.RecordCursor.
func (c *cursor) Rows() int {
	c.meet()
	return c.Matches.Rows()
}

// RewindFrom implements driver.RecordCursor.
func (c *cursor) RewindFrom(r driver.Records) {
	c.meet()
	c.StartFrom(r)
}
