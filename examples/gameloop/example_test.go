package gameloop_test

import (
	"fmt"
	"log"
	"time"

	"ecslab/ecs"
	"ecslab/impl/table"
	"ecslab/tracker/ticks"
)

type Position struct{ X, Y float64 }

// TrackChanged opts Position in to the kind "changed" at compile time.
func (Position) TrackChanged() {}

type Velocity struct{ X, Y float64 }

type Fuel struct{ Left int }

// game holds the world and what its systems have prepared.
type game struct {
	world *ecs.World

	moving *ecs.Query
	pos    *ecs.View[Position]
	vel    *ecs.View[Velocity]

	burning *ecs.Query
	fuel    *ecs.View[Fuel]

	moved *ecs.Query // whose position changed since the asking system last ran
}

func newGame() *game {
	g := &game{world: ecs.NewWorld(table.New, ticks.New(1), ecs.DefaultOptions())}
	w := g.world
	ecs.Register[Position](w)
	ecs.Register[Velocity](w)
	ecs.Register[Fuel](w, ecs.Track(ecs.Removed))
	g.pos, g.vel = ecs.Write[Position](), ecs.Read[Velocity]()
	g.moving = w.MustQuery(g.pos, g.vel)
	g.fuel = ecs.Write[Fuel]()
	g.burning = w.MustQuery(g.fuel)
	g.moved = w.MustQuery(ecs.AllChanged(ecs.ChangedOf[Position]()))
	return g
}

// move is the hot loop: over slices where all columns of a chunk go in step, by
// rows where they do not.
func (g *game) move() error {
	if err := g.moving.Open(); err != nil {
		return err
	}
	for c := g.moving.Next(); c != nil; c = g.moving.Next() {
		if c.Dense {
			ps, vs := g.pos.Slice(c), g.vel.Slice(c)
			for i := range ps {
				ps[i].X += vs[i].X
				ps[i].Y += vs[i].Y
			}
			continue
		}
		ps, pr := g.pos.Rows(c)
		vs, vr := g.vel.Rows(c)
		for k := range pr {
			p, v := &ps[pr[k]], vs[vr[k]]
			p.X += v.X
			p.Y += v.Y
		}
	}
	return nil
}

// burn uses up fuel. Structural changes wait in the queue, for the structure
// cannot change while a query is open; they are applied at the system's end.
func (g *game) burn() error {
	stop := g.world.Commands()
	velocity := ecs.Register[Velocity](g.world)
	return ecs.Each(g.burning, g.fuel, func(e ecs.Entity, f *Fuel) {
		if f.Left--; f.Left == 0 {
			stop.Remove(e, velocity)
		}
	})
}

func Example() {
	g := newGame()
	pos, vel, fuel := ecs.Write[Position](), ecs.Write[Velocity](), ecs.Write[Fuel]()
	rockets, err := g.world.Spawner(pos, vel, fuel)
	if err != nil {
		log.Fatal(err)
	}
	number := 0
	err = rockets.Batch(3, func(c *ecs.Chunk) {
		ps, vs, fs := pos.Slice(c), vel.Slice(c), fuel.Slice(c)
		for i := range fs {
			number++
			ps[i], vs[i], fs[i] = Position{}, Velocity{X: 1}, Fuel{Left: number}
		}
	})
	if err != nil {
		log.Fatal(err)
	}

	fixed := g.world.SystemGroup().Fixed(10*time.Millisecond, 4)
	fixed.Add("move", g.move)
	fixed.Add("burn", g.burn)
	update := g.world.SystemGroup()
	frame := 0
	update.Add("draw", func() error {
		n, err := g.moved.Count()
		fmt.Printf("frame %d: draw %d\n", frame, n)
		return err
	})
	update.Add("count", func() error {
		n, err := g.moved.Count()
		fmt.Printf("frame %d: %d moved since the count before\n", frame, n)
		return err
	}).Every(2)

	for _, elapsed := range []time.Duration{10, 10, 4, 25} {
		steps, err := fixed.Advance(elapsed * time.Millisecond)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("frame %d: %d fixed steps\n", frame, steps)
		if err := update.Run(); err != nil {
			log.Fatal(err)
		}
		if err := g.world.EndFrame(1); err != nil {
			log.Fatal(err)
		}
		frame++
	}
	// Output:
	// frame 0: 1 fixed steps
	// frame 0: draw 3
	// frame 0: 3 moved since the count before
	// frame 1: 1 fixed steps
	// frame 1: draw 2
	// frame 2: 0 fixed steps
	// frame 2: draw 0
	// frame 2: 2 moved since the count before
	// frame 3: 2 fixed steps
	// frame 3: draw 1
}
