package migrate

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// chain: entities gain components of 8 bytes one after another, and then lose
// them in the opposite order; the sets on the way are a chain, each of which
// differs from the next in one component, and all of them are known. In order
// "walk" an entity goes all the way before the next one begins, so that every
// move begins in another table than the one before; in order "wave" all make a
// move before the next one. It is what assembling an entity by pieces does, as
// loaders and editors do. The unit is a move.
//
// Floors: a word of bits for each entity and a slice of values for each
// component; and the same by component.
var chain = scenarios.Scenario{
	Name:   "migrate/chain",
	Doc:    "What does a way through many component sets cost, one component at a time?",
	Source: "claim B6.3",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "length", Value: "components that they gain and lose"},
		{Key: "order", Value: "walk: one entity all the way, then the next; wave: all of them one move, then the next"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, nil, []int{100, 1000}) {
			for _, length := range p.Sizes(nil, nil, []int{8, 32}) {
				if p == scenarios.Small {
					length = 5
				}
				for _, order := range []string{"walk", "wave"} {
					out = append(out, scenarios.Family{
						Scenario: "migrate/chain",
						Params:   []scenarios.Param{scenarios.Int("n", n), scenarios.Int("length", length), {Key: "order", Value: order}},
						N:        2 * n * length, Unit: "move",
						Cells: append(chainFloors(n, length), scenarios.Cells(scenarios.Storages(backends), "",
							func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return newLinks(b, n, length, order) })...),
					})
				}
			}
		}
		return out
	},
}

// links are the moves of a chain.
type links struct {
	world      *ecs.World
	es         []ecs.Entity
	kinds      []component.Kind
	give, take []*ecs.Exchange // of each kind
}

func newLinks(b ecs.Backend, n, length int, order string) (scenarios.Kernel, error) {
	o := ecs.DefaultOptions()
	o.Created = false
	l := &links{world: b.New(o), es: make([]ecs.Entity, n), kinds: component.Others(8, length)}
	ecs.Register[position](l.world)
	component.Register(l.world, l.kinds)
	for _, k := range l.kinds {
		give, err := l.world.Exchange(ecs.Adding(k.Of))
		if err != nil {
			return scenarios.Kernel{}, err
		}
		take, err := l.world.Exchange(ecs.Removing(k.Of))
		if err != nil {
			return scenarios.Kernel{}, err
		}
		l.give, l.take = append(l.give, give), append(l.take, take)
	}
	at := ecs.Write[position]()
	sp, err := l.world.Spawner(at)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	filled := 0
	if err := sp.Into(l.es, func(c *ecs.Chunk) {
		for i := range at.Slice(c) {
			at.Slice(c)[i].X = float64(filled + i)
		}
		filled += c.N
	}); err != nil {
		return scenarios.Kernel{}, err
	}
	way := l.walk
	if order == "wave" {
		way = l.wave
	}
	return scenarios.Kernel{Check: func() error { return l.check(way) }, Run: func(n int) {
		for range n {
			way(l.give, true)
			way(l.take, false)
		}
	}}, nil
}

// walk takes each entity along all of the moves.
func (l *links) walk(moves []*ecs.Exchange, forward bool) {
	for i := range l.es {
		for k := range moves {
			l.move(moves, k, forward, i)
		}
	}
}

// wave makes each of the moves with all entities.
func (l *links) wave(moves []*ecs.Exchange, forward bool) {
	for k := range moves {
		for i := range l.es {
			l.move(moves, k, forward, i)
		}
	}
}

// move makes the k-th move of the way there, or of the way back.
func (l *links) move(moves []*ecs.Exchange, k int, forward bool, i int) {
	if !forward {
		k = len(moves) - 1 - k
	}
	_, err := moves[k].One(l.es[i])
	must(err)
}

func (l *links) check(way func([]*ecs.Exchange, bool)) error {
	if err := l.checkSets(1); err != nil {
		return fmt.Errorf("at the beginning of the chain: %w", err)
	}
	way(l.give, true)
	if err := l.checkSets(1 + len(l.kinds)); err != nil {
		return fmt.Errorf("at its end: %w", err)
	}
	if err := component.Fill(l.world, l.kinds, l.es); err != nil {
		return err
	}
	if err := component.Check(l.world, l.kinds, l.es); err != nil {
		return err
	}
	way(l.take, false)
	if err := l.checkSets(1); err != nil {
		return fmt.Errorf("back at its beginning: %w", err)
	}
	return nil
}

func (l *links) checkSets(components int) error {
	at, err := ecs.NewAccess[position](l.world)
	if err != nil {
		return err
	}
	for i, e := range l.es {
		set, err := l.world.ComponentsOf(e)
		if err != nil {
			return fmt.Errorf("entity %d: %w", i, err)
		}
		if p := at.Get(e); set.Len() != components || p == nil || p.X != float64(i) {
			return fmt.Errorf("entity %d has %d components and is at %v, expected %d and %d", i, set.Len(), p, components, i)
		}
	}
	if l.world.Len() != len(l.es) {
		return fmt.Errorf("%d entities live, expected %d", l.world.Len(), len(l.es))
	}
	return nil
}

func chainFloors(n, length int) []scenarios.Cell {
	floor := func(form string, give, take func(sets []uint32, values [][]float64)) scenarios.Cell {
		return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
			place := scenarios.NewPlacement(seed)
			sets, values := scenarios.Slice[uint32](place, n), make([][]float64, length)
			for k := range values {
				values[k] = scenarios.Slice[float64](place, n)
			}
			check := func(want uint32) error {
				for i, set := range sets {
					if set != want {
						return fmt.Errorf("row %d has components %b, expected %b", i, set, want)
					}
				}
				return nil
			}
			return twice(func() { give(sets, values) }, func() { take(sets, values) }, func() error {
				if err := check(0); err != nil {
					return err
				}
				give(sets, values)
				if err := check(uint32(1<<length - 1)); err != nil {
					return err
				}
				take(sets, values)
				return check(0)
			})
		})
	}
	return []scenarios.Cell{
		floor("walk", func(sets []uint32, values [][]float64) {
			for i := range sets {
				for k := range values {
					sets[i] |= 1 << k
					values[k][i] = 0
				}
			}
		}, func(sets []uint32, values [][]float64) {
			for i := range sets {
				for k := len(values) - 1; k >= 0; k-- {
					sets[i] &^= 1 << k
				}
			}
		}),
		floor("wave", func(sets []uint32, values [][]float64) {
			for k, column := range values {
				for i := range column {
					sets[i] |= 1 << k
					column[i] = 0
				}
			}
		}, func(sets []uint32, values [][]float64) {
			for k := len(values) - 1; k >= 0; k-- {
				for i := range sets {
					sets[i] &^= 1 << k
				}
			}
		}),
	}
}
