//go:build invariants

package ecs_test

import (
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/impl/sparse"
)

// TestViewsOnForeignChunks: a program with the tag invariants panics where another
// would read memory of another type.
func TestViewsOnForeignChunks(t *testing.T) {
	for _, b := range backends.All() {
		w := worldOf(b)
		populate(t, w, 10)
		pos, other := ecs.Read[position](), ecs.Read[title]()
		dynamic := ecs.WriteOf(ecs.Of[velocity]())
		q := w.MustQuery(pos)
		w.MustQuery(other)
		sp, err := w.Spawner(dynamic)
		check(t, err)
		_, made, err := sp.Spawn()
		check(t, err)
		for range 3 { // passes whose chunks are kept, too
			check(t, q.Open())
			for c := q.Next(); c != nil; c = q.Next() {
				copied := *c
				for what, use := range map[string]func(){
					"slice of another":    func() { other.Slice(c) },
					"rows of another":     func() { other.Rows(c) },
					"match of another":    func() { other.At(c, 0) },
					"spawner's":           func() { dynamic.At(c, 0) },
					"on a spawner's":      func() { pos.At(made, 0) },
					"copy":                func() { pos.At(&copied, 0) },
					"match before":        func() { pos.At(c, -1) },
					"match behind":        func() { pos.At(c, c.N) },
					"zero view":           func() { new(ecs.View[position]).Slice(c) },
					"spawner's, no match": func() { dynamic.At(made, 1) },
				} {
					if !panics(use) {
						t.Errorf("%s: %s: no panic", b.Pair(), what)
					}
				}
				for k := range c.N {
					pos.At(c, k)
				}
				pos.Rows(c)
				dynamic.At(made, 0)
			}
		}
		check(t, q.Parallel(2, func(c *ecs.Chunk, _ *ecs.Commands) { pos.Rows(c) }))
	}
}

// TestSliceByRows: a slice of a column whose rows are in another order than the
// matches.
func TestSliceByRows(t *testing.T) {
	w := ecs.NewWorld(sparse.New, nil, ecs.DefaultOptions())
	ecs.Register[position](w)
	ecs.Register[velocity](w)
	es := populate(t, w, 9)
	check(t, w.Despawn(es[0], es[3]))
	pos, vel := ecs.Read[position](), ecs.Read[velocity]()
	q := w.MustQuery(pos, vel)
	check(t, q.Open())
	defer q.Close()
	byRows := false
	for c := q.Next(); c != nil; c = q.Next() {
		if !c.Dense {
			byRows = true
			if !panics(func() { pos.Slice(c); vel.Slice(c) }) {
				t.Error("no panic")
			}
		}
	}
	if !byRows {
		t.Error("every chunk was dense")
	}
}

// TestFillThatChangesItsList: the list is what the batch still goes by.
func TestFillThatChangesItsList(t *testing.T) {
	for _, b := range backends.All() {
		w := worldOf(b)
		es := populate(t, w, 10) // of two sets by turns: several chunks in most storages
		x, err := w.Exchange(ecs.Setting(ecs.Write[title]()))
		check(t, err)
		left := 0
		changed := panics(func() {
			_ = x.Batch(es, func(c *ecs.Chunk) {
				left += c.N
				es[9] = 0
			})
		})
		if changed != (left < 10) {
			t.Errorf("%s: panic %t with %d of 10 handed out", b.Pair(), changed, left)
		}
	}
}
