package apps

import (
	"fmt"
	"time"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// mixed: a frame of a small game. Fourteen systems run in every frame, six in a
// fixed update at a third of the rate; some look at everything, some at what
// changed, some at few entities by handle; status effects and a five-hundredth
// of the population come and go by commands.
//
//	update   steer, move, regenerate, replace, hit, draw bars, stun, count down,
//	         trade, income, aim, sum up, count the new, list the freed
//	fixed    send purses, send health, count the stunned, turn, drift, census
//
// What is checked are all values of all entities, against the same twenty
// systems over slices, which are the floor as well. What was sent and counted is
// not: it depends on when a tracker shows it.
var mixed = scenarios.Scenario{
	Name:       "apps/mixed",
	Doc:        "What does a frame of twenty systems of all kinds cost?",
	Parameters: []scenarios.Param{{Key: "n", Value: "units"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		pairs := scenarios.Homes(p, backends, "table/bitmap")
		if p == scenarios.Standard {
			pairs = scenarios.Tracked(backends)
		}
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{1000, 10000, 100000}) {
			out = append(out, scenarios.Family{
				Scenario: "apps/mixed", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: 1, Unit: "frame",
				Cells: append([]scenarios.Cell{gameFloor(n)}, scenarios.Cells(pairs, "",
					func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return newGame(b, n) })...),
			})
		}
		return out
	},
}

// target is where another unit was.
type target struct{ X, Y float64 }

// How often, in frames, what does not happen in every frame does.
const (
	regeneration = 6
	income       = 12
	fixed        = 3
	frameTime    = time.Second / 60
	edge         = 100 // of the field; who is beyond it turns back
)

// happenings are whose turn it is for what.
type happenings struct{ hit, stun, trade, replace, aim *turns }

func newHappenings(n int) *happenings {
	return &happenings{
		newTurns(n, share(n, 100)), newTurns(n, share(n, 20)), newTurns(n, share(n, 10)), newTurns(n, share(n, 20)), newTurns(n, share(n, 100)),
	}
}

// each calls f for those whose turn it is.
func (t *turns) each(f func(i uint32)) {
	a, b := t.frame()
	for _, i := range a {
		f(i)
	}
	for _, i := range b {
		f(i)
	}
}

// seen is whose position unit i aims at.
func seen(i uint32, n int) int { return (int(i)*7 + 1) % n }

// A unit begins like this.
func unitVelocity(i uint32) velocity { return velocity{X: float64(i%3 + 1), Y: 1} }
func unitHealth() health             { return health{Points: fullHealth, Max: fullHealth} }

// What systems do to one unit.

func steer(p *position, v *velocity) {
	if p.X > edge && v.X > 0 || p.X < -edge && v.X < 0 {
		v.X = -v.X
	}
}

func regenerate(h *health) { h.Points = min(h.Points+1, h.Max) }

func wearOff(s *stun) bool {
	s.Left--
	return s.Left == 0
}

// game is a world of units.
type game struct {
	world *ecs.World
	es    []ecs.Entity
	*happenings
	update, fixed *ecs.SystemGroup
	oracle        *field
	drawBars      func() error
	drawer        *ecs.System
	ps            *ecs.Access[position]
	vs            *ecs.Access[velocity]
	hs            *ecs.Access[health]
	bars          *ecs.Access[bar]
	stuns         *ecs.Access[stun]
	purses        *ecs.Access[purse]
	targets       *ecs.Access[target]
	packet
	frames, counted int
	freed           []ecs.Entity
}

func newGame(b ecs.Backend, n int) (scenarios.Kernel, error) {
	g := &game{world: b.New(ecs.DefaultOptions()), es: make([]ecs.Entity, n), happenings: newHappenings(n), oracle: newField(n, 0)}
	if err := g.populate(); err != nil {
		return scenarios.Kernel{}, err
	}
	g.update, g.fixed = g.world.SystemGroup(), g.world.SystemGroup().Fixed(fixed*frameTime, 5)
	if err := g.addUpdate(); err != nil {
		return scenarios.Kernel{}, err
	}
	if err := g.addFixed(); err != nil {
		return scenarios.Kernel{}, err
	}
	return everyFrame(g.frame, g.check), g.world.EndFrame(1)
}

func (g *game) populate() (err error) {
	w := g.world
	ecs.Register[position](w)
	ecs.Register[velocity](w)
	ecs.Register[health](w, ecs.Track(ecs.Changed))
	ecs.Register[bar](w)
	ecs.Register[stun](w, ecs.Track(ecs.Added|ecs.Removed), ecs.InSparseSet())
	ecs.Register[purse](w, ecs.Track(ecs.Changed))
	ecs.Register[target](w)
	vs, hs := ecs.Write[velocity](), ecs.Write[health]()
	sp, err := w.Spawner(vs, hs, ecs.All(ecs.Of[position](), ecs.Of[bar](), ecs.Of[purse](), ecs.Of[target]()))
	if err != nil {
		return err
	}
	i := uint32(0)
	if err := sp.Into(g.es, func(c *ecs.Chunk) {
		for k := range c.N {
			vs.Slice(c)[k], hs.Slice(c)[k] = unitVelocity(i), unitHealth()
			i++
		}
	}); err != nil {
		return err
	}
	for _, prepare := range []func() error{
		func() (err error) { g.ps, err = ecs.NewAccess[position](w); return },
		func() (err error) { g.vs, err = ecs.NewAccess[velocity](w); return },
		func() (err error) { g.hs, err = ecs.NewAccess[health](w); return },
		func() (err error) { g.bars, err = ecs.NewAccess[bar](w); return },
		func() (err error) { g.stuns, err = ecs.NewAccess[stun](w); return },
		func() (err error) { g.purses, err = ecs.NewAccess[purse](w); return },
		func() (err error) { g.targets, err = ecs.NewAccess[target](w); return },
	} {
		if err := prepare(); err != nil {
			return err
		}
	}
	return nil
}

func (g *game) frame() {
	must(g.update.Run())
	_, err := g.fixed.Advance(frameTime)
	must(err)
	must(g.world.EndFrame(1))
	g.frames++
}

func (g *game) check() error {
	for g.oracle.frames < g.frames {
		g.oracle.frame()
	}
	g.oracle.drawAll()
	if err := g.world.Run(g.drawer, g.drawBars); err != nil { // of what shows a frame late
		return err
	}
	if err := g.world.EndFrame(1); err != nil {
		return err
	}
	want := g.oracle
	for i, e := range g.es {
		p, v, h, b, c, t := g.ps.Get(e), g.vs.Get(e), g.hs.Get(e), g.bars.Get(e), g.purses.Get(e), g.targets.Get(e)
		if p == nil || v == nil || h == nil || b == nil || c == nil || t == nil {
			return fmt.Errorf("unit %d has lost a component", i)
		}
		left := 0.0
		if s := g.stuns.Get(e); s != nil {
			left = s.Left
		}
		if *p != want.ps[i] || *v != want.vs[i] || *h != want.hs[i] || *b != want.bars[i] || *c != want.purses[i] || *t != want.targets[i] || left != want.left[i] {
			return fmt.Errorf("unit %d is %v %v %v %v %v %v %v after %d frames, expected %v %v %v %v %v %v %v", i, *p, *v, *h, *b, *c, *t, left,
				g.frames, want.ps[i], want.vs[i], want.hs[i], want.bars[i], want.purses[i], want.targets[i], want.left[i])
		}
	}
	if g.world.Len() != len(g.es) {
		return fmt.Errorf("%d units live, expected %d", g.world.Len(), len(g.es))
	}
	return nil
}
