package apps

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// bullets: in every frame a thirtieth of n bullets is fired in one batch, all
// of them fly, and those that flew for 30 frames are collected in the same pass
// and despawned in one call. It is a storm of short lives: structure changes in
// every frame, and the pass after it never finds the world as it was.
//
// Floor: a ring of slices, of which the oldest stretch is overwritten.
var bullets = scenarios.Scenario{
	Name:       "apps/bullets",
	Doc:        "What does a frame cost in which a thirtieth of all entities is replaced and all move?",
	Parameters: []scenarios.Param{{Key: "n", Value: "bullets in the air"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes([]int{9000}, []int{9000}, []int{900, 9000, 90000}) {
			out = append(out, scenarios.Family{
				Scenario: "apps/bullets", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: 1, Unit: "frame",
				Cells: append([]scenarios.Cell{stormFloor(n)}, scenarios.Cells(scenarios.Storages(backends), "",
					func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return newStorm(b, n) })...),
			})
		}
		return out
	},
}

const lifetime = 30 // frames

// fuse is how many frames a bullet has left.
type fuse struct{ left int32 }

// storm is a world of bullets.
type storm struct {
	world *ecs.World
	size  int // bullets fired in a frame

	spawner *ecs.Spawner
	newPos  *ecs.View[position]
	newVel  *ecs.View[velocity]
	newFuse *ecs.View[fuse]
	fill    func(*ecs.Chunk)

	query  *ecs.Query
	pos    *ecs.View[position]
	vel    *ecs.View[velocity]
	fuse   *ecs.View[fuse]
	gone   []ecs.Entity // scratch
	frames int
}

func newStorm(b ecs.Backend, n int) (scenarios.Kernel, error) {
	o := ecs.DefaultOptions()
	o.Created = false
	s := &storm{
		world: b.New(o), size: n / lifetime, gone: make([]ecs.Entity, 0, n),
		newPos: ecs.Write[position](), newVel: ecs.Write[velocity](), newFuse: ecs.Write[fuse](),
		pos: ecs.Write[position](), vel: ecs.Read[velocity](), fuse: ecs.Write[fuse](),
	}
	ecs.Register[position](s.world)
	ecs.Register[velocity](s.world)
	ecs.Register[fuse](s.world)
	var err error
	if s.spawner, err = s.world.Spawner(s.newPos, s.newVel, s.newFuse); err != nil {
		return scenarios.Kernel{}, err
	}
	s.fill = s.write
	if s.query, err = s.world.Query(s.pos, s.vel, s.fuse); err != nil {
		return scenarios.Kernel{}, err
	}
	for range lifetime {
		s.frame()
	}
	return everyFrame(s.frame, s.check), nil
}

func (s *storm) write(c *ecs.Chunk) {
	vs, fs := s.newVel.Slice(c), s.newFuse.Slice(c)
	for i := range vs {
		vs[i], fs[i] = velocity{X: 1, Y: 3}, fuse{lifetime}
	}
}

func (s *storm) frame() {
	must(s.spawner.Batch(s.size, s.fill))
	s.fly()
	must(s.world.Despawn(s.gone...))
	must(s.world.EndFrame(1))
	s.frames++
}

// fly moves all bullets and collects those that are at their end.
func (s *storm) fly() {
	must(s.query.Open())
	gone := s.gone[:0]
	for c := s.query.Next(); c != nil; c = s.query.Next() {
		if c.Dense {
			ps, vs, fs := s.pos.Slice(c), s.vel.Slice(c), s.fuse.Slice(c)
			for i := range ps {
				ps[i].X += vs[i].X
				ps[i].Y += vs[i].Y
				if fs[i].left--; fs[i].left == 0 {
					gone = append(gone, c.Entities.At(i))
				}
			}
			continue
		}
		ps, pr := s.pos.Rows(c)
		vs, vr := s.vel.Rows(c)
		fs, fr := s.fuse.Rows(c)
		for k := range pr {
			p, v, f := &ps[pr[k]], &vs[vr[k]], &fs[fr[k]]
			p.X += v.X
			p.Y += v.Y
			if f.left--; f.left == 0 {
				gone = append(gone, c.Entities.At(k))
			}
		}
	}
	s.gone = gone
}

// check looks whether bullets of every age are there, as far as they have flown.
func (s *storm) check() error {
	var ages [lifetime + 1]int
	wrong, ps, fs := 0, ecs.Read[position](), ecs.Read[fuse]()
	q, err := s.world.Query(ps, fs)
	if err != nil {
		return err
	}
	if err := ecs.Each2(q, ps, fs, func(_ ecs.Entity, p *position, f *fuse) {
		age := lifetime - int(f.left)
		if age < 0 || age > lifetime || p.X != float64(age) || p.Y != float64(3*age) {
			wrong++
			return
		}
		ages[age]++
	}); err != nil {
		return err
	}
	for age := 1; age < lifetime; age++ {
		if ages[age] != s.size {
			return fmt.Errorf("%d bullets are %d frames old, expected %d", ages[age], age, s.size)
		}
	}
	if want := s.size * (lifetime - 1); wrong != 0 || s.world.Len() != want {
		return fmt.Errorf("%d bullets are not where they should be; %d live, expected %d", wrong, s.world.Len(), want)
	}
	return nil
}

func burn(fs []fuse) {
	for i := range fs {
		fs[i].left--
	}
}

func stormFloor(n int) scenarios.Cell {
	return scenarios.FloorCell("ring", func(seed uint64) scenarios.Kernel {
		place, size := scenarios.NewPlacement(seed), n/lifetime
		total := size * lifetime
		ps, vs, fs := scenarios.Slice[position](place, total), scenarios.Slice[velocity](place, total), scenarios.Slice[fuse](place, total)
		oldest := 0
		frame := func() {
			for i := oldest; i < oldest+size; i++ {
				ps[i], vs[i], fs[i] = position{}, velocity{X: 1, Y: 3}, fuse{lifetime}
			}
			oldest = (oldest + size) % total
			component.Advance(ps, vs)
			burn(fs)
		}
		for range lifetime {
			frame()
		}
		return everyFrame(frame, func() error {
			for i := range fs {
				if age := float64(lifetime - fs[i].left); ps[i].X != age || ps[i].Y != 3*age {
					return fmt.Errorf("row %d is at %v at the age of %v", i, ps[i], age)
				}
			}
			return nil
		})
	})
}
