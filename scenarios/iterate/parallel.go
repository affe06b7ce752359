package iterate

import (
	"fmt"
	"sync"
	"sync/atomic"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// parallel: as pair, but the body also runs a chain of multiplications that
// the compiler does not inline, and the pass is serial or on two workers.
// A pass on several workers starts goroutines and allocates for them. On a
// machine with one core, or with a busy neighbour, two workers gain nothing.
//
// The floors are a serial loop over two slices, and two goroutines which take
// pieces of them until none is left. Halves would be a bad floor: the second
// goroutine begins some microseconds after the first.
var parallel = scenarios.Scenario{
	Name:   "iterate/parallel",
	Doc:    "From how many entities, with how costly a body, does a pass on two workers pay?",
	Source: "claim B7.7",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "body", Value: "steps of the chain an entity, about 1 ns each"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{1000, 10000}, []int{100, 1000, 10000, 100000}) {
			for _, body := range p.Sizes(nil, []int{1, 100}, []int{1, 10, 100, 1000}) {
				if p == scenarios.Small {
					body = 3
				}
				f := scenarios.Family{
					Scenario: "iterate/parallel", Params: []scenarios.Param{scenarios.Int("n", n), scenarios.Int("body", body)},
					N: n, Unit: "entity", Allocs: true,
				}
				for _, workers := range []int{1, 2} {
					f.Cells = append(f.Cells, scenarios.FloorCell(form(workers), func(seed uint64) scenarios.Kernel {
						return labourFloor(n, body, workers, seed)
					}))
				}
				for _, workers := range []int{1, 2} {
					f.Cells = append(f.Cells, scenarios.Cells(scenarios.Storages(backends), form(workers),
						func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return newLabour(b, n, body, workers) })...)
				}
				out = append(out, f)
			}
		}
		return out
	},
}

func form(workers int) string { return fmt.Sprintf("workers%d", workers) }

// labour returns 0 or 1 after that many steps.
//
//go:noinline
func labour(x uint64, steps int) float64 {
	for range steps {
		x = x*6364136223846793005 + 1442695040888963407
	}
	return float64(x >> 63)
}

// laboured is where entity i is after some passes.
func laboured(i, passes, steps int) position {
	p, v := start(i), speed(i)
	p.X += float64(passes) * (v.X + labour(uint64(v.X), steps))
	p.Y += float64(passes) * v.Y
	return p
}

//go:noinline
func move(ps []position, vs []velocity, steps int) {
	for i := range ps {
		ps[i].X += vs[i].X + labour(uint64(vs[i].X), steps)
		ps[i].Y += vs[i].Y
	}
}

func newLabour(b ecs.Backend, n, steps, workers int) (scenarios.Kernel, error) {
	m, err := build(b, n)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	if workers < 2 {
		return m.labouring(steps, func() error { return m.labourPass(steps) }), nil
	}
	body := func(c *ecs.Chunk, _ *ecs.Commands) { m.labourOver(c, steps) }
	return m.labouring(steps, func() error { return m.query.Parallel(workers, body) }), nil
}

// labourOver is the body over a chunk, and labourPass a serial pass of it.
func (m *motion) labourOver(c *ecs.Chunk, steps int) {
	if c.Dense {
		move(m.pos.Slice(c), m.vel.Slice(c), steps)
		return
	}
	ps, pr := m.pos.Rows(c)
	vs, vr := m.vel.Rows(c)
	for k := range pr {
		p, v := &ps[pr[k]], &vs[vr[k]]
		p.X += v.X + labour(uint64(v.X), steps)
		p.Y += v.Y
	}
}

func (m *motion) labourPass(steps int) error {
	if err := m.query.Open(); err != nil {
		return err
	}
	for c := m.query.Next(); c != nil; c = m.query.Next() {
		m.labourOver(c, steps)
	}
	return nil
}

// labouring is the kernel of passes with that body.
func (m *motion) labouring(steps int, pass func() error) scenarios.Kernel {
	return scenarios.Kernel{
		Run: func(n int) {
			for range n {
				if err := pass(); err != nil {
					panic(err)
				}
			}
			m.passes += n
		},
		Check: func() error {
			a, err := ecs.NewAccess[position](m.world)
			if err != nil {
				return err
			}
			for i, e := range m.es {
				if p, want := a.Get(e), laboured(i, m.passes, steps); p == nil || *p != want {
					return fmt.Errorf("entity %d is at %v after %d passes, expected %v", i, p, m.passes, want)
				}
			}
			return m.checkCount()
		},
	}
}

func labourFloor(n, steps, workers int, seed uint64) scenarios.Kernel {
	c := newColumns(n, seed)
	pass := func() { move(c.ps, c.vs, steps) }
	if workers > 1 {
		pass = func() { c.inPieces(workers, steps) }
	}
	k := c.kernel(pass)
	k.Check = func() error {
		for i, p := range c.ps {
			if want := laboured(i, c.passes, steps); p != want {
				return fmt.Errorf("row %d is at %v after %d passes, expected %v", i, p, c.passes, want)
			}
		}
		return nil
	}
	return k
}

// inPieces makes the pass on several goroutines, which take a few pieces each.
func (c *columns) inPieces(workers, steps int) {
	n := len(c.ps)
	size := (n/(4*workers) + 63) &^ 63
	var next atomic.Int64 // the piece that nobody has taken
	work := func() {
		for {
			from := (int(next.Add(1)) - 1) * size
			if from >= n {
				return
			}
			to := min(from+size, n)
			move(c.ps[from:to], c.vs[from:to], steps)
		}
	}
	var wait sync.WaitGroup
	for range workers - 1 {
		wait.Go(work)
	}
	work()
	wait.Wait()
}
