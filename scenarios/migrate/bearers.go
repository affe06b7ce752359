package migrate

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

type stun = component.Stun

// frozen is a tag.
type frozen struct{}

// load is what entities carry along: so many components of so many bytes.
type load struct{ carry, bytes int }

func (l load) kinds() []component.Kind { return component.Others(l.bytes, l.carry) }

// bearers are entities that carry a load and are given something, and lose it
// again.
type bearers struct {
	world      *ecs.World
	es         []ecs.Entity
	list       []ecs.Entity // the same in the order in which they are named
	kinds      []component.Kind
	given      ecs.ComponentID // what they have in between
	kept       ecs.ComponentID // what they have before and after, and not in between; given if there is none
	give, take *ecs.Exchange
}

// newBearers makes a world. register registers what is given and, if something
// is taken for it, what.
func newBearers(b ecs.Backend, n int, kinds []component.Kind, register func(w *ecs.World) (given, kept ecs.ComponentID)) (*bearers, error) {
	o := ecs.DefaultOptions()
	o.Created = false
	r := &bearers{world: b.New(o), es: make([]ecs.Entity, n), kinds: kinds}
	component.Register(r.world, r.kinds)
	r.given, r.kept = register(r.world)
	from := component.Names(r.kinds)
	give, take := []ecs.ExchangeTerm{ecs.Adding(ecs.ByID(r.given))}, []ecs.ExchangeTerm{ecs.Removing(ecs.ByID(r.given))}
	if r.kept != r.given {
		from = append(from, ecs.ByID(r.kept))
		give, take = append(give, ecs.Removing(ecs.ByID(r.kept))), append(take, ecs.Adding(ecs.ByID(r.kept)))
	}
	sp, err := r.world.Spawner(ecs.All(from...))
	if err != nil {
		return nil, err
	}
	if err := sp.Into(r.es, nil); err != nil {
		return nil, err
	}
	r.list = r.es
	if r.give, err = r.world.Exchange(give...); err != nil {
		return nil, err
	}
	if r.take, err = r.world.Exchange(take...); err != nil {
		return nil, err
	}
	return r, component.Fill(r.world, r.kinds, r.es)
}

// stunned registers what add-remove and toggle give.
func stunned(options ...ecs.ComponentOption) func(w *ecs.World) (given, kept ecs.ComponentID) {
	return func(w *ecs.World) (given, kept ecs.ComponentID) {
		id := ecs.Register[stun](w, options...)
		return id, id
	}
}

// singly moves the entities one by one.
func (r *bearers) singly(x *ecs.Exchange) {
	for _, e := range r.list {
		if _, err := x.One(e); err != nil {
			panic(err)
		}
	}
}

// inPieces moves them in batches of that many.
func (r *bearers) inPieces(x *ecs.Exchange, size int) {
	for es := r.list; len(es) > 0; {
		k := min(size, len(es))
		if err := x.Batch(es[:k], nil); err != nil {
			panic(err)
		}
		es = es[k:]
	}
}

// kernel gives and takes by the given move.
func (r *bearers) kernel(move func(*ecs.Exchange)) scenarios.Kernel {
	return scenarios.Kernel{Check: r.check, Run: func(n int) {
		for range n {
			move(r.give)
			move(r.take)
		}
	}}
}

func (r *bearers) check() error {
	if err := r.checkSets(false); err != nil {
		return fmt.Errorf("taken: %w", err)
	}
	r.singly(r.give)
	if err := r.checkSets(true); err != nil {
		return fmt.Errorf("given: %w", err)
	}
	r.singly(r.take)
	if err := r.checkSets(false); err != nil {
		return fmt.Errorf("given and taken: %w", err)
	}
	return nil
}

func (r *bearers) checkSets(given bool) error {
	want := len(r.kinds)
	if given || r.kept != r.given {
		want++
	}
	for i, e := range r.es {
		set, err := r.world.ComponentsOf(e)
		if err != nil {
			return fmt.Errorf("entity %d: %w", i, err)
		}
		if set.Has(r.given) != given || set.Len() != want || r.kept != r.given && set.Has(r.kept) == given {
			return fmt.Errorf("entity %d has %d components, expected %d; the one that comes and goes: %t, expected %t",
				i, set.Len(), want, set.Has(r.given), given)
		}
	}
	if given {
		if err := r.checkZero(); err != nil {
			return err
		}
	}
	if r.world.Len() != len(r.es) {
		return fmt.Errorf("%d entities live, expected %d", r.world.Len(), len(r.es))
	}
	return component.Check(r.world, r.kinds, r.es)
}

// checkZero looks whether what was given is zero, and writes something into it,
// so that the next one has to be made zero again.
func (r *bearers) checkZero() error {
	a, err := ecs.NewAccess[stun](r.world)
	if err != nil {
		return nil // what was given is no stun
	}
	for i, e := range r.es {
		s := a.Untracked(e)
		if s == nil {
			return nil
		}
		if *s != (stun{}) {
			return fmt.Errorf("entity %d was given %v, expected zero", i, *s)
		}
		*s = stun{Left: float64(i), Strength: 1}
	}
	return nil
}

func cells(backends []ecs.Backend, build func(b ecs.Backend, seed uint64) (*bearers, error), move func(*bearers, *ecs.Exchange)) []scenarios.Cell {
	return scenarios.Cells(scenarios.Storages(backends), "", func(b ecs.Backend, seed uint64) (scenarios.Kernel, error) {
		r, err := build(b, seed)
		if err != nil {
			return scenarios.Kernel{}, err
		}
		return r.kernel(func(x *ecs.Exchange) { move(r, x) }), nil
	})
}
