package apps

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// healthbars: all n units move; a share of them is hit and loses a point (from
// none left it goes back to all); bars are given a width by the share of points
// left. In the form "changed" only the bars of units are redrawn whose health
// changed since they were drawn; in the form "all" every bar is, and nothing is
// tracked. Drawing computes a width and ten segments, some 20 ns a bar.
//
// Where few are hit, two forms more have a system that only looks at all health:
// "looked" reads it, "touched" takes it mutably, as careless code does, so that
// every bar is redrawn although nothing was written.
//
// Floors: slices, with a list of who was hit ("list") and without ("all").
var healthbars = scenarios.Scenario{
	Name:   "apps/healthbars",
	Doc:    "What does change detection save a frame in which some health bars have to be redrawn?",
	Source: "Estella, change detection; claims E1, B10f",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "units"},
		{Key: "hit", Value: "share of them that is hit in every frame, in percent"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		hits := []string{"1", "10", "100"}
		if p == scenarios.Quick {
			hits = hits[:1]
		}
		var out []scenarios.Family
		for _, n := range p.Sizes([]int{10000}, []int{10000}, []int{1000, 10000, 100000}) {
			for _, hit := range hits {
				k := share(n, shares[hit])
				f := scenarios.Family{
					Scenario: "apps/healthbars", Params: []scenarios.Param{scenarios.Int("n", n), {Key: "hit", Value: hit}},
					N: 1, Unit: "frame", Cells: barFloors(n, k),
				}
				forms := []string{"changed", "all"}
				if hit == "1" {
					forms = append(forms, "looked", "touched")
				}
				for _, form := range forms {
					f.Cells = append(f.Cells, scenarios.Cells(scenarios.Homes(p, backends, "table/bitmap"), form, func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
						return newUnits(b, n, k, form)
					})...)
				}
				out = append(out, f)
			}
		}
		return out
	},
}

// bar is what is drawn of a unit's health.
type bar struct {
	width    int32
	segments [10]uint8
}

const fullHealth = 37

// hit takes a point.
func hit(h *health) {
	if h.Points--; h.Points == 0 {
		h.Points = h.Max
	}
}

// draw is what the bar of that health looks like.
//
//go:noinline
func (b *bar) draw(h *health) {
	b.width = int32(h.Points * 1000 / h.Max)
	for i := range b.segments {
		b.segments[i] = uint8(max(0, min(100, int(b.width)-100*i)))
	}
}

func drawAll(bars []bar, hs []health) {
	for i := range hs {
		bars[i].draw(&hs[i])
	}
}

// after is the health after so many hits, and its bar.
func after(hits int) (health, bar) {
	h := health{Points: fullHealth - int64(hits%fullHealth), Max: fullHealth}
	var b bar
	b.draw(&h)
	return h, b
}

// units is a world of them.
type units struct {
	world  *ecs.World
	es     []ecs.Entity
	turns  *turns
	frames int

	access *ecs.Access[health]
	move   *ecs.Query
	pos    *ecs.View[position]
	vel    *ecs.View[velocity]

	look    *ecs.Query // nil: nobody looks at all
	looking *ecs.View[health]
	seen    int64

	drawer *ecs.System
	draw   *ecs.Query
	health *ecs.View[health]
	bars   *ecs.View[bar]
}

func newUnits(b ecs.Backend, n, k int, form string) (scenarios.Kernel, error) {
	track := form != "all"
	o := ecs.DefaultOptions()
	o.Created = false
	u := &units{
		world: b.New(o), es: make([]ecs.Entity, n), turns: newTurns(n, k),
		pos: ecs.Write[position](), vel: ecs.Read[velocity](), health: ecs.Read[health](), bars: ecs.Write[bar](),
	}
	kinds := ecs.Kinds(0)
	if track {
		kinds = ecs.Changed
	}
	ecs.Register[position](u.world)
	ecs.Register[velocity](u.world)
	ecs.Register[health](u.world, ecs.Track(kinds))
	ecs.Register[bar](u.world)
	if err := u.spawn(); err != nil {
		return scenarios.Kernel{}, err
	}
	var err error
	if u.access, err = ecs.NewAccess[health](u.world); err != nil {
		return scenarios.Kernel{}, err
	}
	if u.move, err = u.world.Query(u.pos, u.vel); err != nil {
		return scenarios.Kernel{}, err
	}
	terms := []ecs.Term{u.health, u.bars}
	if track {
		terms = append(terms, ecs.AllChanged(ecs.Of[health]()))
	}
	if u.draw, err = u.world.Query(terms...); err != nil {
		return scenarios.Kernel{}, err
	}
	switch form {
	case "looked":
		u.looking = ecs.Read[health]()
	case "touched":
		u.looking = ecs.Write[health]()
	}
	if u.looking != nil {
		if u.look, err = u.world.Query(u.looking); err != nil {
			return scenarios.Kernel{}, err
		}
	}
	u.drawer = u.world.System("bars")
	u.drawBars() // of all, which are new
	must(u.world.EndFrame(1))
	u.drawBars()
	return everyFrame(u.frame, u.check), u.world.EndFrame(1)
}

func (u *units) spawn() error {
	hs, ps, vs, bars := ecs.Write[health](), ecs.Write[position](), ecs.Write[velocity](), ecs.Write[bar]()
	sp, err := u.world.Spawner(hs, ps, vs, bars)
	if err != nil {
		return err
	}
	return sp.Into(u.es, func(c *ecs.Chunk) {
		for i := range c.N {
			hs.Slice(c)[i] = health{Points: fullHealth, Max: fullHealth}
			vs.Slice(c)[i] = velocity{X: 1, Y: 2}
		}
	})
}

func (u *units) frame() {
	component.Move(u.move, u.pos, u.vel)
	a, b := u.turns.frame()
	for _, part := range [2][]uint32{a, b} {
		for _, i := range part {
			hit(u.access.Mut(u.es[i]))
		}
	}
	if u.look != nil {
		u.lookAtAll()
	}
	u.drawBars()
	must(u.world.EndFrame(1))
	u.frames++
}

// lookAtAll sums the health of all, and writes nothing.
func (u *units) lookAtAll() {
	must(u.look.Open())
	for c := u.look.Next(); c != nil; c = u.look.Next() {
		hs, rows := u.looking.Rows(c)
		for _, row := range rows {
			u.seen += hs[row].Points
		}
	}
}

func (u *units) drawBars() {
	must(u.world.Begin(u.drawer))
	must(u.draw.Open())
	for c := u.draw.Next(); c != nil; c = u.draw.Next() {
		if c.Dense {
			drawAll(u.bars.Slice(c), u.health.Slice(c))
			continue
		}
		hs, hr := u.health.Rows(c)
		bars, br := u.bars.Rows(c)
		for k := range hr {
			bars[br[k]].draw(&hs[hr[k]])
		}
	}
	must(u.world.End())
}

// pointsSeen are the points of all units, added up frame by frame.
func pointsSeen(n, k, frames int) (sum int64) {
	t, points := newTurns(n, k), make([]int64, n)
	all := int64(n) * fullHealth
	for range frames {
		t.each(func(i uint32) {
			if points[i]++; points[i] == fullHealth {
				points[i], all = 0, all+fullHealth
			}
			all--
		})
		sum += all
	}
	return sum
}

func (u *units) check() error {
	if want := pointsSeen(len(u.es), u.turns.k, u.frames); u.look != nil && u.seen != want {
		return fmt.Errorf("%d points seen in %d frames, expected %d", u.seen, u.frames, want)
	}
	u.drawBars()
	if err := u.world.EndFrame(1); err != nil {
		return err
	}
	bars, err := ecs.NewAccess[bar](u.world)
	if err != nil {
		return err
	}
	ps, err := ecs.NewAccess[position](u.world)
	if err != nil {
		return err
	}
	at := position{X: float64(u.frames), Y: float64(2 * u.frames)}
	for i, hits := range u.turns.of() {
		h, b, p := u.access.Get(u.es[i]), bars.Get(u.es[i]), ps.Get(u.es[i])
		if h == nil || b == nil || p == nil {
			return fmt.Errorf("unit %d has lost a component", i)
		}
		if wantHealth, wantBar := after(hits); *h != wantHealth || *b != wantBar || *p != at {
			return fmt.Errorf("unit %d has health %v, bar %v at %v after %d hits in %d frames, expected %v, %v at %v",
				i, *h, *b, *p, hits, u.frames, wantHealth, wantBar, at)
		}
	}
	return nil
}
