package ecstest

import (
	"fmt"

	"ecslab/ecs"
)

// check compares the world under test with the model: a few entities, or all.
func (s *sequence) check(all bool) error {
	w := s.test
	if w.Len() != len(s.living) {
		return fmt.Errorf("%d entities live, expected %d", w.Len(), len(s.living))
	}
	if !all {
		for range min(3, len(s.model)) {
			if err := s.checkEntity(s.src.intn(len(s.model))); err != nil {
				return err
			}
		}
		return nil
	}
	if err := sane(w.Stats()); err != nil {
		return err
	}
	for n := range s.model {
		if err := s.checkEntity(n); err != nil {
			return err
		}
	}
	q, err := w.prepare(s, question{})
	if err != nil {
		return err
	}
	if got, err := w.matches(q); err != nil || len(got) != len(s.living) {
		return fmt.Errorf("%d entities in a query of all, expected %d (%v)", len(got), len(s.living), err)
	}
	return nil
}

func (s *sequence) checkEntity(n int) error {
	w, f := s.test, &s.model[n]
	e := w.ids[n]
	if w.Alive(e) != f.alive {
		return fmt.Errorf("entity %d (%v): alive %t, expected %t", n, e, w.Alive(e), f.alive)
	}
	set, err := w.ComponentsOf(e)
	if (err == nil) != f.alive {
		return fmt.Errorf("entity %d: components: %v", n, err)
	}
	if !f.alive {
		return nil
	}
	for i, id := range s.ids {
		want := f.has>>i&1 != 0
		if set.Has(id) != want || w.Has(e, id) != want {
			return fmt.Errorf("entity %d has %s: ComponentsOf says %t, Has %t, expected %t", n, kindNames[i], set.Has(id), w.Has(e, id), want)
		}
		p, err := w.ReadPointer(e, id)
		switch {
		case !want:
			if err != ecs.ErrAbsent {
				return fmt.Errorf("entity %d: read of %s, which it lacks: %v", n, kindNames[i], err)
			}
		case s.kinds[i].tag():
			if err == nil {
				return fmt.Errorf("entity %d: the tag %s has an address", n, kindNames[i])
			}
			if err != ecs.ErrTag {
				return fmt.Errorf("entity %d: read of the tag %s: %v", n, kindNames[i], err)
			}
		case err != nil:
			return fmt.Errorf("entity %d: read of %s: %v", n, kindNames[i], err)
		case s.kinds[i].key(p) != f.value[i]:
			return fmt.Errorf("entity %d: %s is made from %d, expected from %d", n, kindNames[i], s.kinds[i].key(p), f.value[i])
		}
	}
	return nil
}

// sane refuses figures that no storage can have.
func sane(s ecs.Stats) error {
	for _, n := range []int{s.Archetypes, s.Tables, s.Chunks, s.ValueBytes, s.EntityBytes, s.BesideBytes,
		s.MaskBytes, s.SparseBytes, s.LookupBytes, s.OtherBytes, s.ReservedRows, s.UsedRows} {
		if n < 0 {
			return fmt.Errorf("the storage breaks the contract: Stats: %d is below zero in %+v", n, s)
		}
	}
	if s.UsedRows > s.ReservedRows {
		return fmt.Errorf("the storage breaks the contract: Stats: %d rows are used of %d reserved", s.UsedRows, s.ReservedRows)
	}
	return nil
}
