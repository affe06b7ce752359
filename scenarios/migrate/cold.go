package migrate

import (
	"fmt"
	"math/bits"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// cold: in a world that is new, there are two entities of each of many component
// sets, which are sets of tags; one of the two has another tag beside. So every
// table that will be needed is there, and no way between two of them is known.
// In the form "cold" those without the tag are given it one by one, each from
// another set, which is the first move on each way. In the form "warm" they lose
// it and are given it again after that, which makes three; in the form "still"
// nothing moves. World and prepared operations are made in every iteration, and
// dropped for the collector: cold less still is the first move on a way, and half
// of warm less cold is a later one.
//
// Floors: rows in tables by hand, the tables found by counting through the sets
// ("index") and through a map from set to table ("map").
var cold = scenarios.Scenario{
	Name:       "migrate/cold",
	Doc:        "What does the first move from one component set to another cost, where both are there already?",
	Source:     "claim B6.3",
	Parameters: []scenarios.Param{{Key: "archetypes", Value: "component sets without the tag, and as many with it"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, sets := range p.Sizes(nil, nil, []int{64, 1024, 4096}) {
			if p == scenarios.Small {
				sets = 13
			}
			f := scenarios.Family{
				Scenario: "migrate/cold", Params: []scenarios.Param{scenarios.Int("archetypes", sets)},
				N: sets, Unit: "entity", Allocs: true, Cells: coldFloors(sets),
			}
			for _, form := range []struct {
				name  string
				moves int
			}{{"still", 0}, {"cold", 1}, {"warm", 3}} {
				f.Cells = append(f.Cells, scenarios.Cells(scenarios.Storages(backends), form.name,
					func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return newCold(b, sets, form.moves) })...)
			}
			out = append(out, f)
		}
		return out
	},
}

// crossing is a world whose entities go from one set to the other.
type crossing struct {
	world      *ecs.World
	es         []ecs.Entity // one of each set, without the tag
	tag        ecs.ComponentID
	give, take *ecs.Exchange
	moves      int
}

func newCold(b ecs.Backend, sets, moves int) (scenarios.Kernel, error) {
	c := &crossing{es: make([]ecs.Entity, sets), moves: moves}
	if err := c.run(b); err != nil {
		return scenarios.Kernel{}, err
	}
	return scenarios.Kernel{Check: c.check, Run: func(n int) {
		for range n {
			must(c.run(b))
		}
	}}, nil
}

func (c *crossing) run(b ecs.Backend) error {
	if err := c.build(b); err != nil {
		return err
	}
	for move := range c.moves {
		x := c.give
		if move%2 != 0 {
			x = c.take
		}
		for _, e := range c.es {
			if _, err := x.One(e); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *crossing) build(b ecs.Backend) (err error) {
	o := ecs.DefaultOptions()
	o.Created = false
	c.world = b.New(o)
	labels := component.Labels(bits.Len(uint(len(c.es) - 1)))
	component.Register(c.world, labels)
	c.tag = ecs.Register[frozen](c.world)
	for set := range c.es {
		var names []ecs.Component
		for k, label := range labels {
			if set>>k&1 != 0 {
				names = append(names, label.Of)
			}
		}
		without, err := c.world.Spawner(ecs.All(names...))
		if err != nil {
			return err
		}
		with, err := c.world.Spawner(ecs.All(append(names, ecs.ByID(c.tag))...))
		if err != nil {
			return err
		}
		if c.es[set], _, err = without.Spawn(); err != nil {
			return err
		}
		if _, _, err := with.Spawn(); err != nil {
			return err
		}
	}
	if c.give, err = c.world.Exchange(ecs.Adding(ecs.ByID(c.tag))); err != nil {
		return err
	}
	c.take, err = c.world.Exchange(ecs.Removing(ecs.ByID(c.tag)))
	return err
}

func (c *crossing) check() error {
	for set, e := range c.es {
		has, err := c.world.ComponentsOf(e)
		if err != nil {
			return fmt.Errorf("entity of set %b: %w", set, err)
		}
		want := bits.OnesCount(uint(set)) + c.moves%2
		if has.Len() != want || has.Has(c.tag) != (c.moves%2 != 0) {
			return fmt.Errorf("entity of set %b has %d components after %d moves, expected %d", set, has.Len(), c.moves, want)
		}
	}
	if c.world.Len() != 2*len(c.es) {
		return fmt.Errorf("%d entities live, expected %d", c.world.Len(), 2*len(c.es))
	}
	return nil
}

// coldFloors make the tables, and each first move.
func coldFloors(sets int) []scenarios.Cell {
	tag := uint32(1) << bits.Len(uint(sets-1))
	floor := func(form string, build func() (tables [][]uint32, find func(set uint32) int)) scenarios.Cell {
		return scenarios.FloorCell(form, func(uint64) scenarios.Kernel {
			var tables [][]uint32 // who is in each
			run := func() {
				var find func(uint32) int
				tables, find = build()
				for set := range uint32(sets) {
					from, to := find(set), find(set|tag)
					tables[from] = tables[from][:0]
					tables[to] = append(tables[to], set)
				}
			}
			run()
			return scenarios.Kernel{
				Run: func(n int) {
					for range n {
						run()
					}
				},
				Check: func() error {
					for k, rows := range tables {
						if len(rows) != k%2*2 {
							return fmt.Errorf("table %d has %d rows, expected %d", k, len(rows), k%2*2)
						}
					}
					return nil
				},
			}
		})
	}
	// Table 2·set is without the tag, the next one with it.
	rows := func() [][]uint32 {
		tables := make([][]uint32, 2*sets)
		for k := range tables {
			tables[k] = append(tables[k], uint32(k))
		}
		return tables
	}
	return []scenarios.Cell{
		floor("index", func() ([][]uint32, func(uint32) int) {
			return rows(), func(set uint32) int {
				if set&tag != 0 {
					return int(2*(set&^tag) + 1)
				}
				return int(2 * set)
			}
		}),
		floor("map", func() ([][]uint32, func(uint32) int) {
			numbers := make(map[uint32]int, 2*sets)
			for set := range uint32(sets) {
				numbers[set], numbers[set|tag] = int(2*set), int(2*set+1)
			}
			return rows(), func(set uint32) int { return numbers[set] }
		}),
	}
}
