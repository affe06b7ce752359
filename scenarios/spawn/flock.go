package spawn

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

type (
	position = component.Position
	velocity = component.Velocity
)

// placed and pushed are the values that entity i is spawned with.
func placed(i int) position { return position{X: float64(i), Y: 1} }
func pushed(i int) velocity { return velocity{X: 2, Y: float64(-i)} }

// shape is what entities are spawned with: a position, a velocity and others
// that stay zero, up to so many components; bytes are those of an other.
type shape struct{ components, bytes int }

func (s shape) others() []component.Kind { return component.Others(s.bytes, s.components-2) }

// pairOnly is a position and a velocity.
var pairOnly = shape{2, 16}

// flock is a world and a prepared spawn.
type flock struct {
	world   *ecs.World
	spawner *ecs.Spawner
	pos     *ecs.View[position]
	vel     *ecs.View[velocity]
	es      []ecs.Entity // es[i] has placed(i) and pushed(i)
	filled  int          // how many of them the batch at hand has filled
	kinds   []component.Kind
}

func newFlock(b ecs.Backend, n int, s shape, options ...func(*ecs.Options)) (*flock, error) {
	o := ecs.DefaultOptions()
	o.Created = false
	for _, option := range options {
		option(&o)
	}
	f := &flock{
		world: b.New(o), es: make([]ecs.Entity, n), kinds: s.others(),
		pos: ecs.Write[position](), vel: ecs.Write[velocity](),
	}
	ecs.Register[position](f.world)
	ecs.Register[velocity](f.world)
	component.Register(f.world, f.kinds)
	var err error
	if f.spawner, err = f.world.Spawner(f.pos, f.vel, ecs.All(component.Names(f.kinds)...)); err != nil {
		return nil, err
	}
	f.spawner.Overwrite() // every spawn below writes both
	return f, nil
}

// single spawns entities one by one.
func (f *flock) single(es []ecs.Entity, from int) {
	for i := range es {
		e, c, err := f.spawner.Spawn()
		if err != nil {
			panic(err)
		}
		*f.pos.At(c, 0), *f.vel.At(c, 0) = placed(from+i), pushed(from+i)
		es[i] = e
	}
}

// batch spawns entities in one call.
func (f *flock) batch(es []ecs.Entity, from int) {
	f.filled = from
	must(f.spawner.Into(es, f.write))
}

func (f *flock) write(c *ecs.Chunk) {
	ps, vs := f.pos.Slice(c), f.vel.Slice(c)
	for i := range ps {
		ps[i], vs[i] = placed(f.filled+i), pushed(f.filled+i)
	}
	f.filled += c.N
}

// check looks whether exactly the entities of the flock live, with their values.
func (f *flock) check() error {
	ps, err := ecs.NewAccess[position](f.world)
	if err != nil {
		return err
	}
	vs, err := ecs.NewAccess[velocity](f.world)
	if err != nil {
		return err
	}
	for i, e := range f.es {
		p, v := ps.Get(e), vs.Get(e)
		if p == nil || v == nil || *p != placed(i) || *v != pushed(i) {
			return fmt.Errorf("entity %d of %d has %v and %v, expected %v and %v", i, len(f.es), p, v, placed(i), pushed(i))
		}
		if i%97 != 0 { // every component of every entity would take longer than what is measured
			continue
		}
		set, err := f.world.ComponentsOf(e)
		if err != nil {
			return err
		}
		if set.Len() != 2+len(f.kinds) {
			return fmt.Errorf("entity %d of %d has %d components, expected %d", i, len(f.es), set.Len(), 2+len(f.kinds))
		}
	}
	return f.checkCount(len(f.es))
}

func (f *flock) checkCount(want int) error {
	if got := f.world.Len(); got != want {
		return fmt.Errorf("%d entities live, expected %d", got, want)
	}
	return nil
}

// must ends a kernel that cannot go on; the harness reports it as incorrect.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// cells are those of a family whose iteration is the given step over a flock
// that starts full.
func cells(backends []ecs.Backend, form string, n int, s shape, step func(*flock)) []scenarios.Cell {
	return scenarios.Cells(scenarios.Storages(backends), form, func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
		f, err := newFlock(b, n, s)
		if err != nil {
			return scenarios.Kernel{}, err
		}
		f.batch(f.es, 0)
		return scenarios.Kernel{Check: f.check, Run: func(n int) {
			for range n {
				step(f)
			}
		}}, nil
	})
}
