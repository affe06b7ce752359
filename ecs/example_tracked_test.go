//go:build !notrack

package ecs_test

import (
	"fmt"

	"ecslab/ecs"
)

// A tracked term asks what came since the running system last ran. Without a
// system, it asks since a moment.
func ExampleTracked() {
	w, es := exampleWorld(4)
	changed := w.MustQuery(ecs.AllChanged(ecs.Of[Pos]()))
	upload := w.System("upload")
	run := func() {
		must(w.Run(upload, func() error {
			n, err := changed.Count()
			fmt.Println("changed:", n)
			return err
		}))
		must(w.EndFrame(1))
	}
	run() // the first run sees all that is still remembered
	run()
	pos, err := ecs.NewAccess[Pos](w)
	must(err)
	pos.Mut(es[3]).X++
	run()

	moment, err := w.Now()
	must(err)
	must(w.EndFrame(1))
	must(ecs.Set(w, es[0], Frozen{}))
	must(w.EndFrame(1))
	since := w.MustQuery(ecs.AllAdded(ecs.Of[Frozen]()).Since(&moment))
	n, err := since.Count()
	must(err)
	fmt.Println("frozen since:", n)
	// Output:
	// changed: 4
	// changed: 0
	// changed: 1
	// frozen since: 1
}

// Removals tell what is gone, which no query of the living can.
func ExampleWorld_Removals() {
	w, es := exampleWorld(4)
	moment, err := w.Now()
	must(err)
	must(w.EndFrame(1))
	thaw, err := w.Exchange(ecs.Removing(ecs.Of[Frozen]()))
	must(err)
	must(thaw.Batch(es, nil)) // of the two that had it
	must(w.EndFrame(1))
	removed, err := w.Removals(ecs.Of[Frozen](), &moment, nil)
	must(err)
	fmt.Println(len(removed), removed[0] == es[1])
	// Output:
	// 2 true
}

// A probe asks inside a loop which of the matches changed, without filtering.
func ExampleProbe() {
	w, es := exampleWorld(3)
	moment, err := w.Now()
	must(err)
	must(w.EndFrame(1))
	must(ecs.Set(w, es[2], Pos{X: 20}))
	must(w.EndFrame(1))
	pos, moved := ecs.Read[Pos](), ecs.NewProbe(ecs.AllChanged(ecs.Of[Pos]()).Since(&moment))
	q := w.MustQuery(pos, moved)
	must(q.Open())
	for c := q.Next(); c != nil; c = q.Next() {
		for k := range c.N {
			fmt.Println(pos.At(c, k).X, moved.Is(c, k))
		}
	}
	// Unordered output:
	// 0 false
	// 20 true
	// 1 false
}

// Marker methods on the component type opt it in at compile time: a term that
// asks for a kind that the type does not track does not compile.
func ExampleChangedOf() {
	w, _ := exampleWorld(2)
	start, err := w.Now()
	must(err)
	// ecs.ChangedOf[Vel]() would not compile: Vel has no method TrackChanged.
	_, err = w.Query(ecs.AllChanged(ecs.ChangedOf[Pos]()).Since(&start))
	fmt.Println(err)
	// ecs.Of compiles for every type, and is refused when the query is prepared.
	_, err = w.Query(ecs.AllChanged(ecs.Of[Vel]()).Since(&start))
	fmt.Println(err)
	// Output:
	// <nil>
	// query: component is not tracked for that kind: ecs_test.Vel, changed
}
