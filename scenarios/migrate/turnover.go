package migrate

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// turnover: a frame in which a share of n entities, which carry eight components
// of 16 bytes, gains a component or loses it, one by one; then everything moves,
// and what has the component counts. Half of the world always has it. It is
// declared sparse, which hybrid storage heeds. It is a world of states: seen or
// not, hit or not, idle or busy. Where little comes and goes the passes decide,
// where much does the moving from set to set.
//
// What is checked is where every entity is, who has the component, and how often
// it has counted since it came.
//
// Floors: a flag for each entity and a slice of values by entity; and a list of
// those that have it, with the place of each in it.
var turnover = scenarios.Scenario{
	Name:   "migrate/turnover",
	Doc:    "What does a frame cost in which a component comes and goes at a share of the world, and all of it is visited?",
	Source: "claim X2",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "churn", Value: "share of them that gains or loses the component in every frame, in percent"},
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
					Scenario: "migrate/turnover", Params: []scenarios.Param{scenarios.Int("n", n), {Key: "churn", Value: churn}},
					N: 1, Unit: "frame",
					Cells: append(statesFloors(n, churn), scenarios.Cells(scenarios.Storages(backends), "",
						func(b ecs.Backend, seed uint64) (scenarios.Kernel, error) { return newStates(b, n, churn, seed) })...),
				})
			}
		}
		return out
	},
}

type (
	position = component.Position
	velocity = component.Velocity
)

// step is what entities move in a pass.
var step = velocity{X: 1, Y: 2}

// luggage is how many components they have beside position and velocity.
const luggage = 6

// states is a world in which stuns come and go.
type states struct {
	world      *ecs.World
	es         []ecs.Entity
	rota       *scenarios.Rota
	give, take *ecs.Exchange

	move  *ecs.Query
	ps    *ecs.View[position]
	vs    *ecs.View[velocity]
	count *ecs.Query
	stuns *ecs.View[stun]
}

func newStates(b ecs.Backend, n int, churn string, seed uint64) (scenarios.Kernel, error) {
	o := ecs.DefaultOptions()
	o.Created = false
	s := &states{
		world: b.New(o), es: make([]ecs.Entity, n), rota: scenarios.NewRota(n, churn),
		ps: ecs.Write[position](), vs: ecs.Read[velocity](), stuns: ecs.Write[stun](),
	}
	ecs.Register[position](s.world)
	ecs.Register[velocity](s.world)
	ecs.Register[stun](s.world, ecs.InSparseSet())
	kinds := component.Others(16, luggage)
	component.Register(s.world, kinds)
	vs := ecs.Write[velocity]()
	sp, err := s.world.Spawner(ecs.All(ecs.Of[position]()), vs, ecs.All(component.Names(kinds)...))
	if err != nil {
		return scenarios.Kernel{}, err
	}
	if err := sp.Into(s.es, func(c *ecs.Chunk) {
		for i := range c.N {
			vs.Slice(c)[i] = step
		}
	}); err != nil {
		return scenarios.Kernel{}, err
	}
	s.es = scenarios.Shuffled(s.es, seed)
	if s.give, err = s.world.Exchange(ecs.Adding(ecs.Of[stun]())); err != nil {
		return scenarios.Kernel{}, err
	}
	for i := range s.es {
		if has(s.rota, i) {
			if _, err := s.give.One(s.es[i]); err != nil {
				return scenarios.Kernel{}, err
			}
		}
	}
	if s.take, err = s.world.Exchange(ecs.Removing(ecs.Of[stun]())); err != nil {
		return scenarios.Kernel{}, err
	}
	if s.move, err = s.world.Query(s.ps, s.vs); err != nil {
		return scenarios.Kernel{}, err
	}
	if s.count, err = s.world.Query(s.stuns); err != nil {
		return scenarios.Kernel{}, err
	}
	return scenarios.Kernel{Check: s.check, Run: func(n int) {
		for range n {
			s.frame()
		}
	}}, nil
}

// has reports whether i has the component: every second one begins with it.
func has(r *scenarios.Rota, i int) bool { return (r.Turns(i)+i)%2 == 1 }

func (s *states) frame() {
	from, to := s.rota.Next()
	give := has(s.rota, from)
	for _, e := range s.es[from:to] {
		x := s.take
		if give {
			x = s.give
		}
		if _, err := x.One(e); err != nil {
			panic(err)
		}
		give = !give
	}
	component.Move(s.move, s.ps, s.vs)
	s.countAll()
	if err := s.world.EndFrame(1); err != nil {
		panic(err)
	}
}

func (s *states) countAll() {
	if err := s.count.Open(); err != nil {
		panic(err)
	}
	for c := s.count.Next(); c != nil; c = s.count.Next() {
		if c.Dense {
			counted(s.stuns.Slice(c))
			continue
		}
		stuns, rows := s.stuns.Rows(c)
		for _, row := range rows {
			stuns[row].Left++
		}
	}
}

// counted is the dense loop of countAll, shared by backends and floors.
//
//go:noinline
func counted(stuns []stun) {
	for i := range stuns {
		stuns[i].Left++
	}
}

func (s *states) check() error {
	ps, err := ecs.NewAccess[position](s.world)
	if err != nil {
		return err
	}
	stuns, err := ecs.NewAccess[stun](s.world)
	if err != nil {
		return err
	}
	for i, e := range s.es {
		if err := checkState(s.rota, i, ps.Get(e), stuns.Get(e)); err != nil {
			return err
		}
	}
	return nil
}

// checkState looks at entity i, whose stun is nil if it has none.
func checkState(r *scenarios.Rota, i int, p *position, s *stun) error {
	frames := float64(r.Frames)
	if want := (position{X: frames * step.X, Y: frames * step.Y}); p == nil || *p != want {
		return fmt.Errorf("entity %d is at %v after %d frames, expected %v", i, p, r.Frames, want)
	}
	if want := has(r, i); (s != nil) != want || want && s.Left != float64(r.Since(i)) {
		return fmt.Errorf("entity %d has %v after %d turns, expected a count of %d: %t", i, s, r.Turns(i), r.Since(i), want)
	}
	return nil
}

func statesFloors(n int, churn string) []scenarios.Cell {
	floor := func(form string, build func(place *scenarios.Placement, order []uint32) (toggle func(i int, give bool), count func(), at func(i int) *stun)) scenarios.Cell {
		return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
			place, rota := scenarios.NewPlacement(seed), scenarios.NewRota(n, churn)
			ps, vs := scenarios.Slice[position](place, n), scenarios.Slice[velocity](place, n)
			order := make([]uint32, n)
			for i := range vs {
				vs[i], order[i] = step, uint32(i)
			}
			order = scenarios.Shuffled(order, seed)
			toggle, count, at := build(place, order)
			for i := range n {
				if has(rota, i) {
					toggle(i, true)
				}
			}
			return scenarios.Kernel{
				Run: func(n int) {
					for range n {
						from, to := rota.Next()
						give := has(rota, from)
						for i := from; i < to; i++ {
							toggle(i, give)
							give = !give
						}
						component.Advance(ps, vs)
						count()
					}
				},
				Check: func() error {
					for i := range n {
						if err := checkState(rota, i, &ps[order[i]], at(i)); err != nil {
							return err
						}
					}
					return nil
				},
			}
		})
	}
	return []scenarios.Cell{
		floor("flags", func(place *scenarios.Placement, order []uint32) (func(int, bool), func(), func(int) *stun) {
			held, stuns := scenarios.Slice[bool](place, n), scenarios.Slice[stun](place, n)
			return func(i int, give bool) {
					row := order[i]
					held[row], stuns[row] = give, stun{}
				}, func() {
					for i := range held {
						if held[i] {
							stuns[i].Left++
						}
					}
				}, func(i int) *stun {
					if row := order[i]; held[row] {
						return &stuns[row]
					}
					return nil
				}
		}),
		floor("list", func(place *scenarios.Placement, order []uint32) (func(int, bool), func(), func(int) *stun) {
			stuns, owners := scenarios.Slice[stun](place, n)[:0], scenarios.Slice[uint32](place, n)[:0]
			places := scenarios.Slice[uint32](place, n) // 1 more than it is; 0: none
			return func(i int, give bool) {
					row := order[i]
					if give {
						stuns, owners = append(stuns, stun{}), append(owners, row)
						places[row] = uint32(len(stuns))
						return
					}
					at, last := places[row]-1, len(stuns)-1
					stuns[at], owners[at] = stuns[last], owners[last]
					places[owners[at]] = at + 1
					places[row] = 0
					stuns, owners = stuns[:last], owners[:last]
				}, func() { counted(stuns) }, func(i int) *stun {
					if at := places[order[i]]; at > 0 {
						return &stuns[at-1]
					}
					return nil
				}
		}),
	}
}
