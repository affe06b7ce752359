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
