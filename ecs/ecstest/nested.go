package ecstest

import (
	"fmt"
	"slices"
)

// nested makes passes over one query while one over another is open, which may be
// left before its end.
func (s *sequence) nested() error {
	outer, inner, most := s.question(), s.question(), s.src.intn(6)
	s.note("query %v, and within it %v, for %d chunks", outer, inner, most)
	if outer.String() == inner.String() {
		return s.compare(outer)
	}
	q, err := s.test.prepare(s, outer)
	if err != nil {
		return err
	}
	within, err := s.test.prepare(s, inner)
	if err != nil {
		return err
	}
	want, err := s.answer(inner)
	if err != nil {
		return err
	}
	if err := q.Open(); err != nil {
		return err
	}
	defer q.Close()
	for c := q.Next(); c != nil && most > 0; c = q.Next() {
		most--
		got, err := s.test.matches(within)
		if err != nil {
			return err
		}
		if !slices.Equal(got, want) {
			return fmt.Errorf("query %v within %v: %s", inner, outer, difference(got, want))
		}
		for m := range c.N { // the chunk is what it was
			n, ok := s.test.numbers[c.Entities.At(m)]
			if !ok || !s.model[n].alive {
				return fmt.Errorf("query %v: after a pass within it match %d is %v, which does not live", outer, m, c.Entities.At(m))
			}
			s.checkMaybe(q, c, m, n, -1)
		}
	}
	q.Close()
	return s.compare(outer)
}
