package table_test

import (
	"testing"

	"ecslab/ecs"
	"ecslab/impl/table"
)

type written struct{ a, b, c uint64 }
type other struct{ a uint32 }

// TestOverwrite: rows of entities that are gone are cleared for whoever did not
// promise to write all of them, and also for who did and then writes none.
func TestOverwrite(t *testing.T) {
	w := ecs.NewWorld(table.New, nil, ecs.DefaultOptions())
	ecs.Register[written](w)
	ecs.Register[other](w)
	all := func(full bool, terms ...ecs.Term) *ecs.Spawner {
		sp, err := w.Spawner(terms...)
		if err != nil {
			t.Fatal(err)
		}
		if full {
			sp.Overwrite()
		}
		return sp
	}
	a, b := ecs.Write[written](), ecs.Write[other]()
	promised := all(true, a, b)
	half := ecs.Write[written]()
	uncovered := all(true, half, ecs.All(ecs.Of[other]()))

	dirty := func() {
		es := make([]ecs.Entity, 200)
		if err := promised.Into(es, func(c *ecs.Chunk) {
			for k := range c.N {
				*a.At(c, k), *b.At(c, k) = written{1, 2, 3}, other{4}
			}
		}); err != nil {
			t.Fatal(err)
		}
		if err := w.Despawn(es...); err != nil {
			t.Fatal(err)
		}
	}
	zeros := func(how string, es ...ecs.Entity) {
		t.Helper()
		as, err := ecs.NewAccess[written](w)
		if err != nil {
			t.Fatal(err)
		}
		bs, err := ecs.NewAccess[other](w)
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range es {
			if *as.Get(e) != (written{}) || *bs.Get(e) != (other{}) {
				t.Fatalf("%s: entity %d has %v and %v", how, i, *as.Get(e), *bs.Get(e))
			}
		}
		if err := w.Despawn(es...); err != nil {
			t.Fatal(err)
		}
	}

	dirty()
	cleared := true
	es := make([]ecs.Entity, 100)
	if err := promised.Into(es, func(c *ecs.Chunk) { cleared = a.Slice(c)[0] == written{} }); err != nil {
		t.Fatal(err)
	}
	if cleared {
		t.Error("rows were cleared for a caller who writes them")
	}
	if err := w.Despawn(es...); err != nil {
		t.Fatal(err)
	}

	dirty()
	if err := promised.Into(es, nil); err != nil {
		t.Fatal(err)
	}
	zeros("no fill", es...)

	dirty()
	if err := uncovered.Into(es, func(*ecs.Chunk) {}); err != nil {
		t.Fatal(err)
	}
	zeros("a component without a view", es...)

	dirty()
	e, _, err := uncovered.Spawn()
	if err != nil {
		t.Fatal(err)
	}
	zeros("one with a component without a view", e)
}
