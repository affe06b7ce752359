package ecs_test

import (
	"fmt"
	"log"

	"ecslab/ecs"
	"ecslab/impl/table"
	"ecslab/tracker/ticks"
)

type Pos struct{ X, Y float64 }

// TrackChanged opts Pos in to "changed" at compile time: ecs.ChangedOf[Pos]
// compiles, ecs.ChangedOf[Vel] does not.
func (Pos) TrackChanged() {}

type Vel struct{ X, Y float64 }

type Frozen struct{}

// exampleWorld has n entities with Pos and Vel, every second of them Frozen.
func exampleWorld(n int) (*ecs.World, []ecs.Entity) {
	w := ecs.NewWorld(table.New, ticks.New(1), ecs.DefaultOptions())
	ecs.Register[Pos](w)
	ecs.Register[Vel](w)
	ecs.Register[Frozen](w, ecs.Track(ecs.Added|ecs.Removed))
	pos, vel := ecs.Write[Pos](), ecs.Write[Vel]()
	spawner, err := w.Spawner(pos, vel)
	must(err)
	es := make([]ecs.Entity, n)
	next := 0
	must(spawner.Into(es, func(c *ecs.Chunk) {
		ps, vs := pos.Slice(c), vel.Slice(c) // chunks of a spawner are dense
		for i := range ps {
			ps[i], vs[i] = Pos{X: float64(next)}, Vel{X: 1, Y: 2}
			next++
		}
	}))
	for i := 1; i < n; i += 2 {
		must(ecs.Set(w, es[i], Frozen{}))
	}
	return w, es
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// A query hands out chunks, and a workload is two loops over plain slices: one
// for chunks whose columns go in step, one by rows for the others.
func ExampleQuery() {
	w, _ := exampleWorld(6)
	pos, vel := ecs.Write[Pos](), ecs.Read[Vel]()
	q, err := w.Query(pos, vel, ecs.None(ecs.Of[Frozen]()))
	must(err)
	must(q.Open())
	for c := q.Next(); c != nil; c = q.Next() {
		if c.Dense {
			ps, vs := pos.Slice(c), vel.Slice(c)
			for i := range ps {
				ps[i].X += vs[i].X
				ps[i].Y += vs[i].Y
			}
			continue
		}
		ps, pr := pos.Rows(c)
		vs, vr := vel.Rows(c)
		for k := range pr {
			p, v := &ps[pr[k]], vs[vr[k]]
			p.X += v.X
			p.Y += v.Y
		}
	}

	all := ecs.Read[Pos]()
	must(ecs.Each(w.MustQuery(all), all, func(e ecs.Entity, p *Pos) { fmt.Println(e.Index(), *p) }))
	// Unordered output:
	// 0 {1 2}
	// 4 {5 2}
	// 2 {3 2}
	// 1 {1 0}
	// 3 {3 0}
	// 5 {5 0}
}

// Each and Range are for convenience where speed does not count. Leaving a
// range loop ends the pass.
func ExampleRange2() {
	w, _ := exampleWorld(5)
	pos, vel := ecs.Write[Pos](), ecs.Read[Vel]()
	q := w.MustQuery(pos, vel)
	for p, v := range ecs.Range2(q, pos, vel) {
		p.Y += v.Y
		if p.X == 2 {
			break
		}
	}
	must(q.Err())
	sum := 0.0
	must(ecs.Each2(q, pos, vel, func(_ ecs.Entity, p *Pos, _ *Vel) { sum += p.Y }))
	fmt.Println(sum)
	// Output:
	// 6
}

// A spawner makes entities one by one or in batches, and hands out the rows in
// which their values are to be written.
func ExampleSpawner() {
	w := ecs.NewWorld(table.New, nil, ecs.DefaultOptions())
	ecs.Register[Pos](w)
	ecs.Register[Frozen](w)
	pos := ecs.Write[Pos]()
	spawner, err := w.Spawner(pos, ecs.All(ecs.Of[Frozen]())) // a tag, and nothing to write
	must(err)

	e, c, err := spawner.Spawn()
	must(err)
	*pos.At(c, 0) = Pos{1, 2}

	must(spawner.Batch(10000, func(c *ecs.Chunk) {
		for i, p := range pos.Slice(c) {
			pos.Slice(c)[i] = Pos{p.X + 3, p.Y}
		}
	}))
	fmt.Println(w.Len(), w.Alive(e))
	// Output:
	// 10001 true
}

// An exchange adds, sets and removes components in one move.
func ExampleExchange() {
	w, es := exampleWorld(4)
	vel := ecs.Write[Vel]()
	thaw, err := w.Exchange(ecs.Removing(ecs.Of[Frozen]()), ecs.Setting(vel))
	must(err)
	must(thaw.Batch(es, func(c *ecs.Chunk) {
		for k := range c.N {
			*vel.At(c, k) = Vel{X: 9}
		}
	}))
	n, err := w.MustQuery(ecs.All(ecs.Of[Frozen]())).Count()
	must(err)
	access, err := ecs.NewAccess[Vel](w)
	must(err)
	fmt.Println(n, *access.Get(es[1]))
	// Output:
	// 0 {9 0}
}

// What is to change can be said by a query instead of a list of handles; tables
// then change hands as wholes, where the storage has such.
func ExampleExchange_All() {
	w, _ := exampleWorld(4)
	frozen := w.MustQuery(ecs.All(ecs.Of[Frozen]()))
	thaw, err := w.Exchange(ecs.Removing(ecs.Of[Frozen]()))
	must(err)
	must(thaw.All(frozen, nil))
	n, err := frozen.Count()
	must(err)
	must(w.DespawnAll(w.MustQuery(ecs.All(ecs.Of[Pos]()))))
	fmt.Println(n, w.Len())
	// Output:
	// 0 0
}

// An access reads and writes one component at random, by entity. Get marks
// nothing, Mut marks the component changed; both give nil where there is nothing.
func ExampleAccess() {
	w, es := exampleWorld(3)
	pos, err := ecs.NewAccess[Pos](w)
	must(err)
	pos.Mut(es[1]).X = 7
	must(w.Despawn(es[2]))
	fmt.Println(*pos.Get(es[1]), pos.Get(es[2]))
	// Output:
	// {7 0} <nil>
}

// Structural changes wait in the queue while a system runs, and are applied in
// order at its end. A spawned entity has its handle at once and lives from then on.
func ExampleCommands() {
	w, _ := exampleWorld(4)
	pos := ecs.Read[Pos]()
	q := w.MustQuery(pos)
	split := w.System("split")
	var child ecs.Entity
	err := w.Run(split, func() error {
		commands := w.Commands()
		return ecs.Each(q, pos, func(e ecs.Entity, p *Pos) {
			if p.X != 2 {
				return
			}
			commands.Despawn(e)
			child, _ = commands.Spawn()
			must(ecs.Put(commands, child, Pos{X: p.X + 0.5}))
			fmt.Println("during the run:", w.Alive(e), w.Alive(child))
		})
	})
	must(err)
	fmt.Println("after the run:", w.Alive(child), w.Len())
	// Output:
	// during the run: true false
	// after the run: true 4
}

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

// A parallel pass hands stretches of the chunks to workers, each with a command
// queue of its own; the result is that of a serial pass.
func ExampleQuery_Parallel() {
	w, _ := exampleWorld(10000)
	pos, vel := ecs.Write[Pos](), ecs.Read[Vel]()
	q := w.MustQuery(pos, vel)
	must(q.Parallel(4, func(c *ecs.Chunk, commands *ecs.Commands) {
		for k := range c.N {
			p := pos.At(c, k)
			p.Y += vel.At(c, k).Y
			if p.X >= 9990 {
				commands.Despawn(c.Entities.At(k))
			}
		}
	}))
	must(w.Flush())
	fmt.Println(w.Len())
	// Output:
	// 9990
}

// A snapshot keeps entities, values, records and clocks. After a load the
// handles of the save are valid again, and one given out since fits nobody.
func ExampleWorld_Save() {
	w, es := exampleWorld(3)
	saved, err := w.Save()
	must(err)

	must(w.Despawn(es[0]))
	must(ecs.Set(w, es[1], Pos{X: 100}))
	later := w.Commands()
	late, err := later.Spawn()
	must(err)
	must(w.Flush())

	must(w.Load(saved))
	pos, err := ecs.NewAccess[Pos](w)
	must(err)
	fmt.Println(w.Len(), w.Alive(es[0]), w.Alive(late), pos.Get(es[1]).X)
	// Output:
	// 3 true false 1
}
