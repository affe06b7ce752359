package table

import (
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/tracker/ticks"
)

// TestSharedChunk: whatever an operation left in a chunk, the next one fills
// it wholly.
func TestSharedChunk(t *testing.T) {
	var s *Storage
	w := ecs.NewWorld(func(env driver.Env) driver.Storage {
		s = New(env).(*Storage)
		return s
	}, ticks.New(1), ecs.DefaultOptions())
	both := ecs.Register[place](w, ecs.Track(ecs.Added|ecs.Changed))
	one := ecs.Register[motion](w, ecs.Track(ecs.Changed))
	none := ecs.Register[wide](w)
	tag := ecs.Register[tag](w, ecs.Track(ecs.Added))
	ids := []driver.ComponentID{both, one, none, tag}
	for i := range 1 << len(ids) {
		var cs []ecs.ComponentID
		for b, id := range ids {
			if i>>b&1 != 0 {
				cs = append(cs, id)
			}
		}
		sp, err := w.Spawner(ecs.All(ecs.ByIDs(cs...)...))
		if err != nil {
			t.Fatal(err)
		}
		if err := sp.Batch(3, nil); err != nil {
			t.Fatal(err)
		}
	}
	shared := driver.Chunk{Cols: make([]driver.Column, 1)}
	var cursors [2][]driver.Cursor
	for i := range cursors {
		for _, id := range ids {
			for kind := range 4 {
				a := driver.Access{Component: id, Maybe: kind&1 != 0, Beside: kind&2 != 0}
				q := &driver.Query{Columns: []driver.Access{a}}
				if !a.Maybe {
					q.All.Set(id)
				}
				c, err := s.Query(q)
				if err != nil {
					t.Fatal(err)
				}
				cursors[i] = append(cursors[i], c)
			}
		}
	}
	for i := range cursors[0] {
		for j := range cursors[1] {
			a, b := cursors[0][i], cursors[1][j]
			a.Rewind()
			b.Rewind()
			for b.Next(&shared) {
				if !a.Next(&shared) {
					break
				}
				got := shared.Cols[0]
				fresh := driver.Chunk{Cols: make([]driver.Column, 1)}
				again := cursors[1][i] // the same query
				if i == j {
					continue
				}
				for again.Rewind(); again.Next(&fresh); {
					if fresh.Entities.Base == shared.Entities.Base {
						break
					}
				}
				if want := fresh.Cols[0]; got.Base != want.Base || got.Beside != want.Beside || got.Absent != want.Absent || got.Rows != nil {
					t.Fatalf("queries %d after %d: %v, want %v", i, j, got, want)
				}
			}
		}
	}
}
