package migrate

import (
	"fmt"
	"math/bits"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// archetypes: in a world that is new, one entity gains or loses one component
// at a time, so that each time it has a set that nobody had before (the sets
// are those of a Gray code). Where component sets have tables, each step makes
// one. The unit is a step; world, components and prepared exchanges are made
// in every iteration, and dropped for the collector.
//
// Floors: a word whose bits are flipped; and a map from that word to the
// number of a table, which grows by one in every step.
var archetypes = scenarios.Scenario{
	Name:       "migrate/archetypes",
	Doc:        "What does it cost to make an archetype?",
	Source:     "claims B6.1, B6.3",
	Parameters: []scenarios.Param{{Key: "archetypes", Value: "component sets that are made"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, sets := range p.Sizes(nil, []int{4096}, []int{64, 1024, 4096, 16384}) {
			if p == scenarios.Small {
				sets = 64
			}
			out = append(out, scenarios.Family{
				Scenario: "migrate/archetypes", Params: []scenarios.Param{scenarios.Int("archetypes", sets)},
				N: sets, Unit: "archetype", Allocs: true,
				Cells: append(walkFloors(sets), scenarios.Cells(scenarios.Storages(backends), "",
					func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return newWalk(b, sets) })...),
			})
		}
		return out
	},
}

// gray is the i-th set of the walk; it differs from the one before in one bit.
func gray(i int) uint32 { return uint32(i ^ i>>1) }

// walk is the entity and its world.
type walk struct {
	world      *ecs.World
	e          ecs.Entity
	ids        []ecs.ComponentID
	give, take []*ecs.Exchange // of each component
	sets       int             // how many it has had
}

func newWalk(b ecs.Backend, sets int) (scenarios.Kernel, error) {
	var w walk
	if err := w.run(b, 1); err != nil {
		return scenarios.Kernel{}, err
	}
	return scenarios.Kernel{
		Run: func(n int) {
			for range n {
				if err := w.run(b, sets); err != nil {
					panic(err)
				}
			}
		},
		Check: func() error { return w.check() },
	}, nil
}

func (w *walk) run(b ecs.Backend, sets int) error { return w.visit(b, sets, nil, nil) }

// visit makes a world, which begin prepares for what each step does then.
func (w *walk) visit(b ecs.Backend, sets int, begin func(*ecs.World) error, each func()) error {
	if err := w.begin(b, sets); err != nil {
		return err
	}
	if begin != nil {
		if err := begin(w.world); err != nil {
			return err
		}
	}
	w.sets = sets
	return w.forward(each)
}

// begin makes a world for so many sets, with the entity in the first.
func (w *walk) begin(b ecs.Backend, sets int) (err error) {
	o := ecs.DefaultOptions()
	o.Created = false
	w.world = b.New(o)
	w.ids, w.give, w.take = w.ids[:0], w.give[:0], w.take[:0]
	for _, k := range component.Others(8, max(bits.Len(uint(sets-1)), 1)) {
		id := k.Register(w.world)
		x, err := w.world.Exchange(ecs.Adding(k.Of))
		if err != nil {
			return err
		}
		y, err := w.world.Exchange(ecs.Removing(k.Of))
		if err != nil {
			return err
		}
		w.ids, w.give, w.take = append(w.ids, id), append(w.give, x), append(w.take, y)
	}
	sp, err := w.world.Spawner()
	if err != nil {
		return err
	}
	w.e, _, err = sp.Spawn()
	return err
}

// forward goes from the first set to the last, and back the same way.
func (w *walk) forward(each func()) error {
	for i := 1; i < w.sets; i++ {
		if err := w.step(gray(i-1), gray(i)); err != nil {
			return err
		}
		if each != nil {
			each()
		}
	}
	return nil
}

func (w *walk) back() error {
	for i := w.sets - 1; i > 0; i-- {
		if err := w.step(gray(i), gray(i-1)); err != nil {
			return err
		}
	}
	return nil
}

// step goes to a set that differs in one component.
func (w *walk) step(from, to uint32) error {
	flip := bits.TrailingZeros32(from ^ to)
	x := w.give[flip]
	if to>>flip&1 == 0 {
		x = w.take[flip]
	}
	_, err := x.One(w.e)
	return err
}

func (w *walk) check() error {
	set, err := w.world.ComponentsOf(w.e)
	if err != nil {
		return err
	}
	got := uint32(0)
	for k, id := range w.ids {
		if set.Has(id) {
			got |= 1 << k
		}
	}
	if want := gray(w.sets - 1); got != want || w.world.Len() != 1 {
		return fmt.Errorf("the entity has components %b after %d sets, expected %b; %d entities live", got, w.sets, want, w.world.Len())
	}
	return nil
}

func walkFloors(sets int) []scenarios.Cell {
	// visit goes from set to set and gives the last one.
	floor := func(form string, visit func() uint32) scenarios.Cell {
		return scenarios.FloorCell(form, func(uint64) scenarios.Kernel {
			last, ran := uint32(0), 0
			return scenarios.Kernel{
				Run: func(n int) {
					for range n {
						last = visit()
					}
					ran += n
				},
				Check: func() error {
					if ran > 0 && last != gray(sets-1) {
						return fmt.Errorf("the last set is %b, expected %b", last, gray(sets-1))
					}
					return nil
				},
			}
		})
	}
	return []scenarios.Cell{
		floor("flip", func() uint32 {
			now := uint32(0)
			for i := 1; i < sets; i++ {
				now ^= 1 << bits.TrailingZeros32(uint32(i))
			}
			return now
		}),
		floor("map", func() uint32 {
			tables, now := map[uint32]int{0: 0}, uint32(0)
			for i := 1; i < sets; i++ {
				now ^= 1 << bits.TrailingZeros32(uint32(i))
				tables[now] = len(tables)
			}
			return now
		}),
	}
}
