package ecs_test

import (
	"math"
	"testing"

	"ecslab/ecs"
	"ecslab/impl/sparse"
)

// A view of another query has a slot and a type that mean nothing in this one.
func TestEachTakesItsOwnViews(t *testing.T) {
	w := newWorld()
	populate(t, w, 4)
	pos, vel, name := ecs.Read[position](), ecs.Read[velocity](), ecs.Read[title]()
	q := w.MustQuery(pos)
	w.MustQuery(vel)
	expect(t, ecs.Each(q, name, func(ecs.Entity, *title) { t.Error("an unbound view was walked") }), ecs.ErrForeign)
	expect(t, ecs.Each2(q, pos, vel, func(ecs.Entity, *position, *velocity) { t.Error("a foreign view was walked") }), ecs.ErrForeign)
	for range ecs.Range(q, vel) {
		t.Error("a foreign view was walked")
	}
	expect(t, q.Err(), ecs.ErrForeign)
	for range ecs.Range2(q, pos, name) {
		t.Error("an unbound view was walked")
	}
	expect(t, q.Err(), ecs.ErrForeign)
	check(t, ecs.Each(q, pos, func(ecs.Entity, *position) {}))
}

func TestBatchBeyondTheLimitMakesNone(t *testing.T) {
	w := newWorld()
	populate(t, w, 1)
	sp, err := w.Spawner(ecs.Write[position]())
	check(t, err)
	for _, n := range []int{math.MaxInt, math.MaxInt32, math.MinInt, -1} {
		expect(t, sp.Batch(n, nil), ecs.ErrTooMany)
	}
	if w.Len() != 1 {
		t.Errorf("%d entities, expected 1", w.Len())
	}
}

// A group puts rows in another order, which an open pass would not notice.
func TestGroupUnderAnOpenPass(t *testing.T) {
	w := ecs.NewWorld(sparse.New, nil, ecs.DefaultOptions())
	ecs.Register[position](w)
	ecs.Register[velocity](w)
	populate(t, w, 4)
	q := w.MustQuery(ecs.Read[position]())
	check(t, q.Open())
	_, err := w.Group(ecs.Of[position](), ecs.Of[velocity]())
	expect(t, err, ecs.ErrOpen)
	w.Shrink()
	n := 0
	for c := q.Next(); c != nil; c = q.Next() {
		n += c.N
	}
	if n != 4 {
		t.Errorf("the pass saw %d of 4", n)
	}
	grouped, err := w.Group(ecs.Of[position](), ecs.Of[velocity]())
	check(t, err)
	if !grouped {
		t.Error("sparse sets were not grouped")
	}
}
