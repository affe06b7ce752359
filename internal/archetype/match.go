package archetype

import "ecslab/ecs/driver"

// match is a table that matches a query.
type match struct {
	*Table
	slots []Slot // by the query's columns
}

// Matches are the tables that match a query and, kept while the store's shape
// stands, their chunks with rows.
type Matches struct {
	store    *Store
	columns  []driver.Access
	optional bool // some column may be absent
	values   bool // every column is there and of values only

	tables  []match
	byTable []uint32 // by table: its place in tables + 1; 0: does not match, or came later

	runs  []run
	shape uint64 // of the store when runs was made
	stale bool
}

// run is a chunk with rows.
type run struct {
	chunk *Chunk
	slots []Slot
}

// MakeMatches begins an empty list.
func MakeMatches(s *Store, columns []driver.Access) Matches {
	m := Matches{store: s, columns: columns, stale: true, values: true}
	for _, a := range columns {
		m.optional = m.optional || a.Maybe
		m.values = m.values && !a.Maybe && !a.Beside && s.env.Schema.Of(a.Component).Size > 0
	}
	return m
}

// Add puts a table on the list.
func (m *Matches) Add(t *Table) {
	slots := make([]Slot, len(m.columns))
	for i, a := range m.columns {
		slots[i], _ = t.Slot(a.Component)
		if !a.Beside {
			slots[i].Beside = noSlot.Beside
		}
	}
	m.tables = append(m.tables, match{t, slots})
	for len(m.byTable) <= int(t.ID) {
		m.byTable = append(m.byTable, 0)
	}
	m.byTable[t.ID] = uint32(len(m.tables))
	m.stale = true
}

// Len is the number of tables on the list.
func (m *Matches) Len() int { return len(m.tables) }

// Table is a table of the list, from the first one added on.
func (m *Matches) Table(i int) *Table { return m.tables[i].Table }

// Rows is the number of rows of all of them.
func (m *Matches) Rows() int {
	n := 0
	for i := range m.tables {
		n += m.store.Rows(m.tables[i].Table)
	}
	return n
}

// Refresh makes the list of chunks right again, and is the number of them.
func (m *Matches) Refresh() int {
	if !m.stale && m.shape == m.store.shape {
		return len(m.runs)
	}
	m.runs = m.runs[:0]
	for i := range m.tables {
		t := &m.tables[i]
		if t.tail == nil || t.tail.n == 0 {
			continue
		}
		for _, c := range t.chunks {
			m.runs = append(m.runs, run{c, t.slots})
		}
	}
	m.stale, m.shape = false, m.store.shape
	return len(m.runs)
}

// absent tells the columns that the table lacks.
func (m *Matches) absent(ch *driver.Chunk, t *Table) {
	for i := range m.columns {
		if a := &m.columns[i]; a.Maybe {
			col := &ch.Cols[i]
			if col.Absent = !t.Set.Has(a.Component); col.Absent {
				*col = driver.Column{Absent: true}
			}
		}
	}
}
