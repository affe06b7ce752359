package hybrid

import (
	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
)

// tables walks the chunks of the tables that match a query.
type tables struct {
	archetype.Cursor
	graph *archetype.Graph
	store *archetype.Store
	query driver.Query // as far as it concerns tables

	led  bool               // lead is a component of query.All, whose sets hold all that match
	lead driver.ComponentID // else every set is looked at
	seen int                // how many of those sets were looked at
}

// Query implements driver.Storage.
func (s *Storage) Query(q *driver.Query) (driver.Cursor, error) {
	named := q.All.Or(&q.None)
	for i := range q.Any {
		named = named.Or(&q.Any[i])
	}
	for _, a := range q.Columns {
		named.Set(a.Component)
	}
	if _, sparse := s.split(&named); !sparse.Empty() {
		return s.newCursor(q, &sparse), nil
	}
	t := s.tables(*q)
	t.meet()
	return t, nil
}

func (s *Storage) tables(q driver.Query) *tables {
	t := &tables{graph: &s.graph, store: s.store, query: q}
	t.Matches = archetype.MakeMatches(s.store, q.Columns)
	t.lead, t.led = s.graph.Rarest(&q.All)
	return t
}

// meet looks at the sets made since it last did.
func (t *tables) meet() {
	if !t.led {
		for ; t.seen < t.graph.Len(); t.seen++ {
			t.consider(archetype.SetID(t.seen))
		}
		return
	}
	for list := t.graph.With(t.lead); t.seen < len(list); t.seen++ {
		t.consider(list[t.seen])
	}
}

func (t *tables) consider(id archetype.SetID) {
	if t.query.Matches(t.graph.Set(id)) {
		t.Add(t.store.Tables()[id])
	}
}

// Rewind implements driver.Cursor.
func (t *tables) Rewind() {
	t.meet()
	t.Start()
}

// Rows implements driver.RecordCursor.
func (t *tables) Rows() int {
	t.meet()
	return t.Matches.Rows()
}

// RewindFrom implements driver.RecordCursor.
func (t *tables) RewindFrom(r driver.Records) {
	t.meet()
	t.StartFrom(r)
}
