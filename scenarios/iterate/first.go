package iterate

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// first: in every iteration one entity is despawned and spawned again, and
// then a pass is made. What a query has kept of the pass before is stale then:
// this is the first pass after a change, in a world where something changes
// every frame. The floor makes the same change to its slices.
//
// The change is a part of what is timed. Scenario change times it alone, for
// the same n and order, so that it can be subtracted.
var first = scenarios.Scenario{
	Name:       "iterate/first",
	Doc:        "What does a pass cost when something was spawned and despawned since the pass before?",
	Parameters: changeParameters,
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		return changeFamilies(p, backends, "iterate/first", true)
	},
}

// change: the despawn and spawn of first, without a pass.
var change = scenarios.Scenario{
	Name:       "iterate/change",
	Doc:        "What does the change in iterate/first cost by itself?",
	Parameters: changeParameters,
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		return changeFamilies(p, backends, "iterate/change", false)
	},
}

var changeParameters = []scenarios.Param{
	{Key: "n", Value: "entities"},
	{Key: "order", Value: "same: both components were given in one order; shuffled: in two"},
}

func changeFamilies(p scenarios.Preset, backends []ecs.Backend, name string, pass bool) []scenarios.Family {
	var out []scenarios.Family
	for _, n := range p.Sizes(nil, nil, usual) {
		for _, order := range []string{"same", "shuffled"} {
			f := scenarios.Family{
				Scenario: name, Params: []scenarios.Param{scenarios.Int("n", n), {Key: "order", Value: order}},
				N: 1, Unit: "change",
			}
			if pass {
				f.N, f.Unit, f.Bytes = n, "entity", motionBytes
			}
			f.Cells = changeFloors(n, order, pass)
			f.Cells = append(f.Cells, scenarios.Cells(scenarios.Storages(backends), "",
				func(b ecs.Backend, seed uint64) (scenarios.Kernel, error) {
					r, err := buildRenewed(b, n, order, seed)
					if err != nil {
						return scenarios.Kernel{}, err
					}
					r.pass = pass
					return scenarios.Kernel{Run: r.run, Check: r.check}, nil
				})...)
			out = append(out, f)
		}
	}
	return out
}

// renewed is motion in which the last entity is replaced before every pass.
type renewed struct {
	*motion
	spawner  *ecs.Spawner
	pos      *ecs.View[position]
	vel      *ecs.View[velocity]
	pass     bool
	replaced int
}

func buildRenewed(b ecs.Backend, n int, order string, seed uint64) (*renewed, error) {
	var m *motion
	var err error
	if order == "shuffled" {
		m, err = buildShuffled(b, n, seed)
	} else {
		m, err = build(b, n)
	}
	if err != nil {
		return nil, err
	}
	r := &renewed{motion: m, pos: ecs.Write[position](), vel: ecs.Write[velocity]()}
	r.spawner, err = m.world.Spawner(r.pos, r.vel)
	return r, err
}

func (r *renewed) run(n int) {
	for range n {
		r.replace()
		if r.pass {
			r.motion.run(1)
		}
	}
	r.replaced += n
}

// replace despawns the last entity and spawns it again.
func (r *renewed) replace() {
	last := len(r.es) - 1
	if err := r.world.Despawn(r.es[last:]...); err != nil {
		panic(err)
	}
	e, c, err := r.spawner.Spawn()
	if err != nil {
		panic(err)
	}
	r.es[last] = e
	*r.pos.At(c, 0), *r.vel.At(c, 0) = start(last), speed(last)
}

func (r *renewed) check() error {
	last := len(r.es) - 1
	others := *r.motion
	others.es = r.es[:last]
	if err := others.checkValues(); err != nil {
		return err
	}
	a, err := ecs.NewAccess[position](r.world)
	if err != nil {
		return err
	}
	want := start(last)
	if r.pass && r.replaced > 0 {
		want = after(last, 1)
	}
	if p := a.Get(r.es[last]); p == nil || *p != want {
		return fmt.Errorf("the entity that was spawned last is at %v, expected %v", p, want)
	}
	return r.checkCount()
}

// changeFloors replace the last row, and make the pass or not.
func changeFloors(n int, order string, pass bool) []scenarios.Cell {
	floor := func(form string, step func(*columns)) scenarios.Cell {
		return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
			c := newColumns(n, seed)
			if form == "gather" {
				c.shuffle(permutation(n, seed))
			}
			c.renewed, c.moved = true, pass
			return c.kernel(func() { step(c) })
		})
	}
	if !pass {
		return []scenarios.Cell{floor("append", (*columns).replace)}
	}
	out := []scenarios.Cell{
		floor("index", func(c *columns) { c.replace(); c.byIndex() }),
		floor("pointer", func(c *columns) { c.replace(); c.byPointer() }),
	}
	if order == "shuffled" {
		out = append(out, floor("gather", func(c *columns) { c.replace(); c.gather() }))
	}
	return out
}
