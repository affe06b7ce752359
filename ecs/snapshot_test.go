package ecs_test

import (
	"bytes"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest/naive"
	"ecslab/impl/bitset"
	"ecslab/tracker/bitmap"
	"ecslab/tracker/frame"
	"ecslab/tracker/ticks"
)

var snapshotTrackers = []func() driver.Tracker{
	func() driver.Tracker { return nil },
	func() driver.Tracker { return ticks.New(1) },
	func() driver.Tracker { return bitmap.New(8, false) },
	func() driver.Tracker { return frame.New(false) },
	func() driver.Tracker { return frame.New(true) },
}

// snapshotStorages are one whose chunks have a component set each, and one whose chunks
// have several.
var snapshotStorages = []func(driver.Env) driver.Storage{naive.New, bitset.New}

// tracked is a small world with records of every kind.
func tracked(t testing.TB, storage func(driver.Env) driver.Storage, tracker driver.Tracker) (*ecs.World, []ecs.Entity) {
	t.Helper()
	w := ecs.NewWorld(storage, tracker, ecs.DefaultOptions())
	ecs.Register[position](w, ecs.Track(ecs.Added|ecs.Changed|ecs.Removed))
	ecs.Register[velocity](w, ecs.Track(ecs.Changed))
	ecs.Register[frozen](w, ecs.Track(ecs.Removed|ecs.Added))
	var es []ecs.Entity
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	sys := w.System("move")
	w.System("idle")
	must(w.Run(sys, func() error {
		for i := range 6 {
			e, err := w.Commands().Spawn()
			must(err)
			must(ecs.Put(w.Commands(), e, position{float64(i), 1}))
			es = append(es, e)
		}
		return nil
	}))
	must(w.EndFrame(1))
	must(ecs.Set(w, es[1], velocity{3, 4}))
	must(ecs.Set(w, es[2], frozen{}))
	x, err := w.Exchange(ecs.Removing(ecs.Of[frozen](), ecs.Of[position]()))
	must(err)
	must(x.Batch(es[2:4], nil))
	must(w.DespawnOne(es[4]))
	must(w.Run(sys, func() error { return nil }))
	return w, es
}

func written(t testing.TB, s *ecs.Snapshot) []byte {
	t.Helper()
	var b bytes.Buffer
	n, err := s.WriteTo(&b)
	if err != nil || n != int64(b.Len()) {
		t.Fatalf("%d bytes, told as %d: %v", b.Len(), n, err)
	}
	return b.Bytes()
}

func saved(t testing.TB, w *ecs.World) []byte {
	t.Helper()
	s, err := w.Save()
	if err != nil {
		t.Fatal(err)
	}
	return written(t, s)
}

// use works with a world, whatever it holds.
func use(t *testing.T, w *ecs.World) {
	t.Helper()
	p := ecs.Write[position]()
	terms := []ecs.Term{p}
	if w.Tracker() != "none" {
		terms = append(terms, ecs.AnyChanged(ecs.Of[position](), ecs.Of[velocity]()), ecs.AllAdded(ecs.Of[position]()))
	}
	q := w.MustQuery(terms...)
	sys := w.System("use")
	for range 12 {
		check(t, w.Run(sys, func() error {
			_, err := q.Count()
			check(t, err)
			if w.Tracker() != "none" {
				_, err = w.Removals(ecs.Of[frozen](), nil, nil)
			}
			return err
		}))
		e, _, err := mustSpawner[position](t, w).Spawn()
		check(t, err)
		check(t, w.EndFrame(1))
		check(t, w.DespawnOne(e))
	}
	check(t, w.Clear(ecs.Added|ecs.Changed|ecs.Removed|ecs.Created))
}

func first(t *testing.T, w *ecs.World) ecs.Entity {
	t.Helper()
	es, err := w.MustQuery().Entities(nil)
	check(t, err)
	return es[0]
}

// TestFailedSaveGivesNothing that could pass for a snapshot.
func TestFailedSaveGivesNothing(t *testing.T) {
	w := newWorld()
	populate(t, w, 3)
	q := w.MustQuery()
	check(t, q.Open())
	defer q.Close()
	if s, err := w.Save(); s != nil || err != ecs.ErrOpen {
		t.Errorf("save: %v, %v", s, err)
	}
	if s, err := w.SaveChunk(0, 9); s != nil || err != ecs.ErrOpen {
		t.Errorf("save of a part: %v, %v", s, err)
	}
}

func save(t *testing.T, w *ecs.World) *ecs.Snapshot {
	t.Helper()
	s, err := w.Save()
	check(t, err)
	return s
}
