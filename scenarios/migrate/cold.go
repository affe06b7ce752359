package migrate

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// cold: in a world that is new, an entity walks through component sets, as in
// archetypes, is given a tag and walks back with it; so every table is there,
// with the tag and without, and hardly a way between the two. Then it walks the
// same way again and in each set is given the tag and loses it. In the form
// "cold" it does so once, which is the first move on each way; in the form "warm"
// twice, and in the form "still" not at all. World, components and prepared
// exchanges are made in every iteration, and dropped for the collector: cold less
// still are the first two moves between two tables, warm less cold two later ones.
//
// What is checked is where the entity is after it was given the tag in the last
// set, and that it has it unless the form is "still".
//
// Floors: those of archetypes.
var cold = scenarios.Scenario{
	Name:       "migrate/cold",
	Doc:        "What do the first moves between two component sets cost that are there already?",
	Source:     "claim B6.3",
	Parameters: []scenarios.Param{{Key: "archetypes", Value: "component sets without the tag, and as many with it"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, sets := range p.Sizes(nil, nil, []int{64, 1024, 4096}) {
			if p == scenarios.Small {
				sets = 64
			}
			f := scenarios.Family{
				Scenario: "migrate/cold", Params: []scenarios.Param{scenarios.Int("archetypes", sets)},
				N: sets, Unit: "archetype", Allocs: true, Cells: walkFloors(sets),
			}
			for turns, form := range []string{"still", "cold", "warm"} {
				f.Cells = append(f.Cells, scenarios.Cells(scenarios.Storages(backends), form,
					func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return newCold(b, sets, turns) })...)
			}
			out = append(out, f)
		}
		return out
	},
}

// crossing is a walk on which the entity has a tag at times.
type crossing struct {
	walk
	tag            ecs.ComponentID
	cross, uncross *ecs.Exchange
	turns          int // how often it is given the tag in each set
}

func newCold(b ecs.Backend, sets, turns int) (scenarios.Kernel, error) {
	c := &crossing{turns: turns}
	return scenarios.Kernel{Check: c.check, Run: func(n int) {
		for range n {
			must(c.run(b, sets))
		}
	}}, c.run(b, sets)
}

func (c *crossing) run(b ecs.Backend, sets int) error {
	if err := c.begin(b, sets); err != nil {
		return err
	}
	c.sets = sets
	var err error
	c.tag = ecs.Register[frozen](c.world)
	if c.cross, err = c.world.Exchange(ecs.Adding(ecs.ByID(c.tag))); err != nil {
		return err
	}
	if c.uncross, err = c.world.Exchange(ecs.Removing(ecs.ByID(c.tag))); err != nil {
		return err
	}
	if err := c.forward(nil); err != nil {
		return err
	}
	c.one(c.cross)
	if err := c.back(); err != nil {
		return err
	}
	c.one(c.uncross)
	if err := c.forward(func() {
		for range c.turns {
			c.one(c.cross)
			c.one(c.uncross)
		}
	}); err != nil {
		return err
	}
	if c.turns > 0 {
		c.one(c.cross)
	}
	return nil
}

func (c *crossing) one(x *ecs.Exchange) {
	_, err := x.One(c.e)
	must(err)
}

func (c *crossing) check() error {
	set, err := c.world.ComponentsOf(c.e)
	if err != nil {
		return err
	}
	if want := c.turns > 0; set.Has(c.tag) != want {
		return fmt.Errorf("the entity has the tag at the end: %t, expected %t", !want, want)
	}
	return c.walk.check()
}
