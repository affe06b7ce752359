package spawn

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// turnover: a frame in which a share of n entities is despawned one by one, as
// many are spawned one by one and their values written, all of them move, and
// the frame ends: a world of short lives, such as projectiles, particles or
// sessions. Who is replaced goes round in random order. Where little is
// replaced the pass decides, where much is the replacing.
//
// What is checked is where every entity is, which is how many frames it has
// lived, and that no other lives.
//
// Floors: rows with a flag for each that lives and a stack of free ones; and
// rows that are written over, with a generation for each.
var turnover = scenarios.Scenario{
	Name:   "spawn/turnover",
	Doc:    "What does a frame cost in which a share of the world is replaced and all of it moves?",
	Source: "claim X2",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities in the world"},
		{Key: "churn", Value: "share of them that is despawned, and spawned again, in every frame, in percent"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		churns := []string{"0.1", "1", "10", "50"}
		if p == scenarios.Standard {
			churns = churns[1:]
		}
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{1000, 10000, 100000}) {
			for _, churn := range churns {
				out = append(out, scenarios.Family{
					Scenario: "spawn/turnover", Params: []scenarios.Param{scenarios.Int("n", n), {Key: "churn", Value: churn}},
					N: 1, Unit: "frame",
					Cells: append(turnoverFloors(n, churn), scenarios.Cells(scenarios.Storages(backends), "",
						func(b ecs.Backend, seed uint64) (scenarios.Kernel, error) { return newCrowd(b, n, churn, seed) })...),
				})
			}
		}
		return out
	},
}

// moved is where entity i is: it has made a pass since its turn, and that one.
func moved(r *scenarios.Rota, i int) position {
	p, v, age := placed(i), pushed(i), float64(r.Since(i))
	return position{X: p.X + age*v.X, Y: p.Y + age*v.Y}
}

// crowd is a flock that moves.
type crowd struct {
	*flock
	rota *scenarios.Rota
	move *ecs.Query
	ps   *ecs.View[position]
	vs   *ecs.View[velocity]
}

func newCrowd(b ecs.Backend, n int, churn string, seed uint64) (scenarios.Kernel, error) {
	f, err := newFlock(b, n, pairOnly)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	f.batch(f.es, 0)
	f.es = scenarios.Shuffled(f.es, seed)
	c := &crowd{flock: f, rota: scenarios.NewRota(n, churn), ps: ecs.Write[position](), vs: ecs.Read[velocity]()}
	if c.move, err = f.world.Query(c.ps, c.vs); err != nil {
		return scenarios.Kernel{}, err
	}
	return scenarios.Kernel{Check: c.check, Run: func(n int) {
		for range n {
			c.step()
		}
	}}, f.number()
}

func (c *crowd) step() {
	from, to := c.rota.Next()
	es := c.es[from:to]
	for _, e := range es {
		must(c.world.DespawnOne(e))
	}
	c.single(es, from)
	component.Move(c.move, c.ps, c.vs)
	must(c.world.EndFrame(1))
}

func (c *crowd) check() error {
	ps, err := ecs.NewAccess[position](c.world)
	if err != nil {
		return err
	}
	for i, e := range c.es {
		if p, want := ps.Get(e), moved(c.rota, i); p == nil || *p != want {
			return fmt.Errorf("entity %d of %d is at %v after %d frames, expected %v", i, c.rota.N, p, c.rota.Frames, want)
		}
	}
	return c.checkCount(c.rota.N)
}

func turnoverFloors(n int, churn string) []scenarios.Cell {
	floor := func(form string, replace func(r *rows, generations []uint32, from, to int)) scenarios.Cell {
		return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
			r, turns := newRows(n, pairOnly, seed), scenarios.NewRota(n, churn)
			generations := make([]uint32, n)
			r.rowOf = scenarios.Shuffled(r.rowOf, seed)
			for i, row := range r.rowOf {
				r.ps[row], r.vs[row] = placed(i), pushed(i)
			}
			return scenarios.Kernel{
				Run: func(n int) {
					for range n {
						from, to := turns.Next()
						replace(r, generations, from, to)
						component.Advance(r.ps, r.vs)
					}
				},
				Check: func() error {
					for i, row := range r.rowOf {
						if want := moved(turns, i); !r.alive[row] || r.ps[row] != want {
							return fmt.Errorf("row %d of entity %d is at %v after %d frames, expected %v", row, i, r.ps[row], turns.Frames, want)
						}
					}
					return nil
				},
			}
		})
	}
	return []scenarios.Cell{
		floor("flags", func(r *rows, _ []uint32, from, to int) {
			for i := from; i < to; i++ {
				r.kill(i)
			}
			for i := from; i < to; i++ {
				r.revive(i)
			}
		}),
		floor("rows", func(r *rows, generations []uint32, from, to int) {
			ps, vs := r.ps, r.vs
			for i, row := range r.rowOf[from:to] {
				generations[row]++
				ps[row], vs[row] = placed(from+i), pushed(from+i)
			}
		}),
	}
}
