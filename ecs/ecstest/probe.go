package ecstest

import (
	"ecslab/ecs"
	"fmt"
)

// probe asks, inside a loop that filters nothing, what a tracked term says of
// each match, and compares with the same question about the entity.
func (s *sequence) probe() error {
	if s.ref == nil {
		return nil
	}
	ask := s.question()
	s.note("probe %v", ask)
	q, err := s.test.prepareProbes(s, ask)
	if err != nil {
		return err
	}
	if err := q.Open(); err != nil {
		return err
	}
	defer q.Close()
	for c := q.Next(); c != nil; c = q.Next() {
		for m := range c.N {
			e := c.Entities.At(m)
			for i, t := range ask.tracked {
				want, err := t.was(s, s.test, e)
				if err != nil {
					return err
				}
				ref, err := t.was(s, s.ref, s.ref.ids[s.test.numbers[e]])
				if err != nil {
					return err
				}
				if got := q.probes[i].Is(c, m); got != want || got != ref {
					return fmt.Errorf("entity %d, %v: the loop says %t, the entity %t, the reference %t",
						s.test.numbers[e], t, got, want, ref)
				}
			}
		}
	}
	return nil
}

// prepareProbes is a query of the question's presence terms that probes its
// tracked ones.
func (w *world) prepareProbes(s *sequence, ask question) (*query, error) {
	q := &query{}
	terms := []ecs.Term{ecs.All(s.components(ask.all)...), ecs.None(s.components(ask.none)...)}
	for _, t := range ask.tracked {
		p := ecs.NewProbe(t.term(w, s.components(t.set)))
		q.probes = append(q.probes, p)
		terms = append(terms, p)
	}
	var err error
	q.Query, err = w.Query(terms...)
	return q, err
}

// was is the term about one entity.
func (t trackedTerm) was(s *sequence, w *world, e ecs.Entity) (bool, error) {
	var since *ecs.Moment
	if t.byMark {
		since = &w.moment
	}
	cs := s.components(t.set)
	switch {
	case t.created:
		return w.Was(e, ecs.Created, since)
	case t.mode == 0:
		return w.Was(e, t.kind, since, cs...)
	}
	is, err := w.WasAny(e, t.kind, since, cs...)
	return is != (t.mode == 2), err
}
