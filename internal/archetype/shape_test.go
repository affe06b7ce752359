package archetype

import (
	"testing"

	"ecslab/ecs/driver"
)

// TestShape: after whatever changes the list of chunks with rows, and nothing
// else, a cursor that was used before walks the right ones.
func TestShape(t *testing.T) {
	for _, step := range []struct {
		name string
		do   func(s *Store, from, to *Table, es []driver.Entity)
	}{
		{"a chunk changes its table", func(s *Store, from, to *Table, es []driver.Entity) {
			p := MakePlan(from, to)
			s.MoveChunk(&p, from.chunks[0])
		}},
		{"a whole chunk goes", func(s *Store, from, to *Table, es []driver.Entity) { s.Despawn(es[:8]) }},
		{"most of a chunk goes", func(s *Store, from, to *Table, es []driver.Entity) { s.Despawn(es[:7]) }},
		{"the tail goes", func(s *Store, from, to *Table, es []driver.Entity) { s.Despawn(es[16:]) }},
		{"one entity of one goes", func(s *Store, from, to *Table, es []driver.Entity) {
			s.Despawn(es[17:])
			s.Despawn(es[16:17])
		}},
		{"a row comes", func(s *Store, from, to *Table, es []driver.Entity) {
			p := MakePlan(from, to)
			c, row := s.Find(es[0])
			if _, _, err := s.MoveRow(&p, c, row); err != nil {
				panic(err)
			}
		}},
		{"all go", func(s *Store, from, to *Table, es []driver.Entity) { s.Reset() }},
		{"nothing", func(s *Store, from, to *Table, es []driver.Entity) { s.Shrink() }},
	} {
		s := newStore(8, 2)
		a, b := driver.MaskOf(0), driver.MaskOf(0, 1)
		from, to := s.Table(&a), s.Table(&b)
		es := s.allocate(20)
		s.spawn(t, from, es)
		// One cursor sees each table, and one both.
		var cursors [3]Cursor
		for i := range cursors {
			cursors[i].Matches = MakeMatches(s, []driver.Access{{Component: 0}})
		}
		for i, list := range [][]*Table{{from}, {to}, {from, to}} {
			for _, table := range list {
				cursors[i].Add(table)
			}
			cursors[i].Start()
		}
		step.do(s, from, to, es)
		for i, want := range []int{s.Rows(from), s.Rows(to), s.Rows(from) + s.Rows(to)} {
			ch := driver.Chunk{Cols: make([]driver.Column, 1)}
			got := 0
			for cursors[i].Start(); cursors[i].Next(&ch); got += ch.N {
				if ch.N == 0 {
					t.Errorf("%s: cursor %d has a chunk without rows", step.name, i)
				}
			}
			if got != want {
				t.Errorf("%s: cursor %d walks %d rows, not %d", step.name, i, got, want)
			}
		}
	}
}
