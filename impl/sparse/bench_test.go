package sparse

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"ecslab/ecs"
)

// The benchmarks show each operation beside its floor, the same job by hand on
// plain slices. Compare within one run: go test -bench=Iterate -count=6.

// perEntity reports the time of an entity.
func perEntity(b *testing.B, n int, f func()) {
	f()
	for b.Loop() {
		f()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/entity")
}

// mover is the job pos += vel over a world.
type mover struct {
	w   *ecs.World
	s   *Storage
	q   *ecs.Query
	pos *ecs.View[Position]
	vel *ecs.View[Velocity]
}

func newMover(n int, order string) *mover {
	m := &mover{pos: ecs.Write[Position](), vel: ecs.Read[Velocity]()}
	m.w, m.s = newMoving()
	if order == "shuffled" {
		shuffled(m.w, n)
	} else {
		spawned(m.w, n, ecs.Of[Position](), ecs.Of[Velocity]())
	}
	if order == "grouped" {
		have(m.w.Group(ecs.Of[Position](), ecs.Of[Velocity]()))
	}
	m.q = have(m.w.Query(m.pos, m.vel))
	write := ecs.Write[Velocity]()
	all := have(m.w.Query(write))
	if err := ecs.Each(all, write, func(_ ecs.Entity, v *Velocity) { *v = Velocity{1, 2} }); err != nil {
		panic(err)
	}
	return m
}

func (m *mover) run() {
	if err := m.q.Open(); err != nil {
		panic(err)
	}
	for c := m.q.Next(); c != nil; c = m.q.Next() {
		if c.Dense {
			move(m.pos.Slice(c), m.vel.Slice(c))
			continue
		}
		ps, pr := m.pos.Rows(c)
		vs, vr := m.vel.Rows(c)
		vr = vr[:len(pr)]
		for k, r := range pr {
			p, v := &ps[r], &vs[vr[k]]
			p.X += v.X
			p.Y += v.Y
		}
	}
}

// first is run after a change of one entity.
func (m *mover) first() {
	es := m.s.sets[0].Entities()
	m.s.sets[0].Swap(len(es)-1, len(es)-2)
	m.s.sets[1].Swap(int(m.s.sets[1].Row(es[len(es)-1].Index())), int(m.s.sets[1].Row(es[len(es)-2].Index())))
	m.run()
}

// compared is run where all has to be found anew.
func (m *mover) compared() {
	clear(m.s.cursors[0].build.proofs)
	m.s.sets[0].Touch()
	m.run()
}

func move(ps []Position, vs []Velocity) {
	vs = vs[:len(ps)]
	for i := range ps {
		ps[i].X += vs[i].X
		ps[i].Y += vs[i].Y
	}
}

// arrays are written, for the pages of a slice that is only read all are one.
func arrays(n int) ([]Position, []Velocity) {
	ps, vs := make([]Position, n), make([]Velocity, n+4)[4:]
	for i := range vs {
		ps[i], vs[i] = Position{1, 1}, Velocity{1, 2}
	}
	return ps, vs
}

var sizes = []int{1000, 10000, 100000}

func BenchmarkIterate(b *testing.B) {
	for _, n := range sizes {
		ps, vs := arrays(n)
		b.Run(fmt.Sprintf("cell=floor/n=%d", n), func(b *testing.B) { perEntity(b, n, func() { move(ps, vs) }) })
		for _, order := range []string{"same", "grouped"} {
			m := newMover(n, order)
			b.Run(fmt.Sprintf("cell=%s-kept/n=%d", order, n), func(b *testing.B) { perEntity(b, n, m.run) })
			if order == "same" {
				b.Run(fmt.Sprintf("cell=same-first/n=%d", n), func(b *testing.B) { perEntity(b, n, m.first) })
			}
			b.Run(fmt.Sprintf("cell=%s-compared/n=%d", order, n), func(b *testing.B) { perEntity(b, n, m.compared) })
		}
	}
}

func BenchmarkShuffled(b *testing.B) {
	for _, n := range sizes {
		ps, vs := arrays(n)
		rows := rand.New(rand.NewPCG(1, 2)).Perm(n)
		list := make([]uint32, n)
		for i, r := range rows {
			list[i] = uint32(r)
		}
		b.Run(fmt.Sprintf("cell=gather/n=%d", n), func(b *testing.B) {
			perEntity(b, n, func() {
				ps, list := ps, list[:len(ps)]
				for i := range ps {
					v := &vs[list[i]]
					ps[i].X += v.X
					ps[i].Y += v.Y
				}
			})
		})
		m := newMover(n, "shuffled")
		b.Run(fmt.Sprintf("cell=kept/n=%d", n), func(b *testing.B) { perEntity(b, n, m.run) })
		b.Run(fmt.Sprintf("cell=first/n=%d", n), func(b *testing.B) { perEntity(b, n, m.compared) })
	}
}

// BenchmarkToggle adds and removes a component of entities that carry others.
func BenchmarkToggle(b *testing.B) {
	const n = 1000
	for _, carrying := range []int{1, 32} {
		w, _ := newMoving()
		cs := []ecs.Component{ecs.Of[Position]()}
		for len(cs) < carrying {
			id := have(w.RegisterType(reflect.TypeFor[[2]float64](), ecs.Named(fmt.Sprint("carried ", len(cs)))))
			cs = append(cs, ecs.ByID(id))
		}
		es := spawned(w, n, cs...)
		add, remove := have(w.Exchange(ecs.Adding(ecs.Of[toggled]()))), have(w.Exchange(ecs.Removing(ecs.Of[toggled]())))
		b.Run(fmt.Sprintf("cell=single/carrying=%d", carrying), func(b *testing.B) {
			perEntity(b, n, func() {
				for _, e := range es {
					have(add.One(e))
					have(remove.One(e))
				}
			})
		})
		b.Run(fmt.Sprintf("cell=batch/carrying=%d", carrying), func(b *testing.B) {
			perEntity(b, n, func() { must(b, add.Batch(es, nil)); must(b, remove.Batch(es, nil)) })
		})
	}
}

// BenchmarkLife spawns and despawns entities of two components.
func BenchmarkLife(b *testing.B) {
	const n = 1000
	w, _ := newMoving()
	pos, vel := ecs.Write[Position](), ecs.Write[Velocity]()
	sp := have(w.Spawner(pos, vel))
	es := make([]ecs.Entity, n)
	b.Run("cell=single", func(b *testing.B) {
		perEntity(b, n, func() {
			for i := range es {
				e, c, _ := sp.Spawn()
				*pos.At(c, 0), *vel.At(c, 0) = Position{1, 1}, Velocity{1, 2}
				es[i] = e
			}
			for i := range es {
				must(b, w.DespawnOne(es[len(es)-1-i])) // so that indices come back in order
			}
		})
	})
	fill := func(c *ecs.Chunk) {
		ps, vs := pos.Slice(c), vel.Slice(c)
		for i := range ps {
			ps[i], vs[i] = Position{1, 1}, Velocity{1, 2}
		}
	}
	b.Run("cell=batch", func(b *testing.B) {
		perEntity(b, n, func() {
			must(b, sp.Into(es, fill))
			must(b, w.Despawn(es...))
		})
	})
}
