package ecstest

import (
	"errors"
	"fmt"

	"ecslab/ecs"
)

// misuse does what must be refused, and what a refused operation must leave.
func (s *sequence) misuse() error {
	other := ecs.Entity(0)
	if s.ref != nil && len(s.living) > 0 {
		other = s.ref.ids[s.living[0]]
	}
	dead, stale := s.dead()
	s.note("misuse with %v, %v, %v", dead, stale, other)
	w := s.test
	for _, e := range []ecs.Entity{0, dead, stale, other, ecs.Entity(5), ^ecs.Entity(0)} {
		if _, alive := w.numbers[e]; alive && w.Alive(e) {
			continue
		}
		if w.Alive(e) {
			return fmt.Errorf("%v lives", e)
		}
		if err := s.refused(e); err != nil {
			return fmt.Errorf("%v does not live: %w", e, err)
		}
		if w.Len() != len(s.living) {
			return fmt.Errorf("%v does not live, and its use left %d entities of %d", e, w.Len(), len(s.living))
		}
	}
	q, err := w.prepare(s, question{})
	if err != nil {
		return err
	}
	if err := q.Open(); err != nil {
		return err
	}
	defer q.Close()
	sp, err := w.spawner(s, spawnKey{set: 1})
	if err != nil {
		return err
	}
	if _, _, err := sp.Spawn(); !errors.Is(err, ecs.ErrOpen) {
		return fmt.Errorf("spawn while a query is open: %v", err)
	}
	if err := w.Despawn(); !errors.Is(err, ecs.ErrOpen) {
		return fmt.Errorf("despawn while a query is open: %v", err)
	}
	if err := q.Open(); !errors.Is(err, ecs.ErrOpen) {
		return fmt.Errorf("open while open: %v", err)
	}
	return nil
}

// dead are two handles that no longer live, if there are any: of any entity, and
// of one whose index somebody else has.
func (s *sequence) dead() (dead, stale ecs.Entity) {
	owned := map[uint32]bool{}
	for _, n := range s.living {
		owned[s.test.ids[n].Index()] = true
	}
	for n := range s.model {
		if e := s.test.ids[n]; !s.model[n].alive && owned[e.Index()] {
			stale = e
		} else if !s.model[n].alive {
			dead = e
		}
	}
	return dead, stale
}

// refused gives a handle that does not live to everything that takes handles.
func (s *sequence) refused(e ecs.Entity) error {
	w := s.test
	list := append(w.handles(s.living[:min(3, len(s.living))]), e)
	x, err := w.exchanger(s, swapKey{add: 1, remove: 1 << 2})
	if err != nil {
		return err
	}
	_, one := x.One(e)
	_, update := s.kinds[0].update(w.World, e, 1)
	_, components := w.ComponentsOf(e)
	_, read := w.ReadPointer(e, s.ids[0])
	for _, use := range []struct {
		of  string
		err error
	}{
		{"Despawn with it among others", w.Despawn(list...)},
		{"DespawnOne", w.DespawnOne(e)},
		{"Exchange.Batch with it among others", x.Batch(list, nil)},
		{"Exchange.One", one},
		{"Set", s.kinds[0].set(w.World, e, 1)},
		{"Update", update},
		{"ComponentsOf", components},
		{"ReadPointer", read},
	} {
		if !errors.Is(use.err, ecs.ErrDead) {
			return fmt.Errorf("%s: got error %v, expected %v", use.of, use.err, ecs.ErrDead)
		}
	}
	for i, k := range s.kinds {
		if _, ok := k.get(w.World, e, true); ok || w.Has(e, s.ids[i]) {
			return fmt.Errorf("%s was found", kindNames[i])
		}
	}
	return nil
}
