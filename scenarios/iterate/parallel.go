package iterate

import (
	"fmt"
	"sync"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// parallel: as pair, but the body also runs a chain of multiplications that
// the compiler does not inline, and the pass is serial or on two workers.
// A pass on several workers starts goroutines and allocates for them. On a
// machine with one core, or with a busy neighbour, two workers gain nothing.
//
// The floor splits its slices in two halves for as many goroutines.
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
	body := func(c *ecs.Chunk, _ *ecs.Commands) {
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
	pass := func() error { return m.query.Parallel(workers, body) }
	if workers < 2 {
		pass = func() error {
			if err := m.query.Open(); err != nil {
				return err
			}
			for c := m.query.Next(); c != nil; c = m.query.Next() {
				body(c, nil)
			}
			return nil
		}
	}
	passes := 0
	return scenarios.Kernel{
		Run: func(n int) {
			for range n {
				if err := pass(); err != nil {
					panic(err)
				}
			}
			passes += n
		},
		Check: func() error {
			a, err := ecs.NewAccess[position](m.world)
			if err != nil {
				return err
			}
			for i, e := range m.es {
				if p, want := a.Get(e), laboured(i, passes, steps); p == nil || *p != want {
					return fmt.Errorf("entity %d is at %v after %d passes, expected %v", i, p, passes, want)
				}
			}
			return m.checkCount()
		},
	}, nil
}

func labourFloor(n, steps, workers int, seed uint64) scenarios.Kernel {
	c := newColumns(n, seed)
	pass := func() { move(c.ps, c.vs, steps) }
	if workers > 1 {
		pass = func() {
			var wait sync.WaitGroup
			for k := 1; k < workers; k++ {
				wait.Go(func() { move(c.ps[n*k/workers:n*(k+1)/workers], c.vs[n*k/workers:n*(k+1)/workers], steps) })
			}
			move(c.ps[:n/workers], c.vs[:n/workers], steps)
			wait.Wait()
		}
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
