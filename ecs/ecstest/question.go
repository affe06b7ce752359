package ecstest

import (
	"fmt"
	"slices"

	"ecslab/ecs"
)

// question is a query as a sequence asks it: presence, tracked terms, and the
// kinds that it writes.
type question struct {
	all, none, any, maybe, write setKey
	tracked                      []trackedTerm
	inOr                         bool // the tracked terms, and any, stand in an Or
}

type trackedTerm struct {
	mode    int // 0 all, 1 any, 2 none
	kind    ecs.Kinds
	set     setKey
	byMark  bool
	created bool
}

func (s *sequence) question() question {
	q := question{all: s.set(2), none: s.set(1), any: s.set(2)}
	if s.src.intn(2) == 0 {
		q.none, q.any = 0, 0
	}
	q.maybe = s.set(2) &^ q.all
	if s.ref == nil || s.src.intn(2) == 0 {
		return q
	}
	for range 1 + s.src.intn(2) {
		t := trackedTerm{mode: s.src.intn(3), byMark: !s.running || s.src.intn(3) == 0}
		t.kind = []ecs.Kinds{ecs.Added, ecs.Changed, ecs.Removed}[s.src.intn(3)]
		t.set = s.set(3) & s.trackedFor(t.kind)
		t.created = t.set == 0
		q.tracked = append(q.tracked, t)
	}
	q.inOr = s.src.intn(4) == 0
	return q
}

func (s *sequence) trackedFor(k ecs.Kinds) (set setKey) {
	components := s.test.Components()
	for i, id := range s.ids {
		if components[id].Kinds&k != 0 {
			set |= 1 << i
		}
	}
	return set
}

// prepare makes the query of a question on a world, or finds it again.
func (w *world) prepare(s *sequence, ask question) (*query, error) {
	key := fmt.Sprint(ask)
	if q := w.queries[key]; q != nil {
		return q, nil
	}
	views, terms := s.writing(ask.write)
	q := &query{views: views}
	for i, k := range s.kinds {
		if ask.maybe>>i&1 != 0 && ask.write>>i&1 == 0 {
			q.views[i] = k.maybe()
			terms = append(terms, q.views[i])
		}
	}
	if ask.all != 0 {
		terms = append(terms, ecs.All(s.components(ask.all)...))
	}
	if ask.none != 0 {
		terms = append(terms, ecs.None(s.components(ask.none)...))
	}
	var either []ecs.Term
	if ask.any != 0 {
		either = append(either, ecs.Any(s.components(ask.any)...))
	}
	for _, t := range ask.tracked {
		either = append(either, t.term(w, s.components(t.set)))
	}
	if ask.inOr {
		either = []ecs.Term{ecs.Or(either...)}
	}
	terms = append(terms, either...)
	var err error
	q.Query, err = w.Query(terms...)
	w.queries[key] = q
	return q, err
}

func (t trackedTerm) term(w *world, cs []ecs.Component) ecs.Tracked {
	var term ecs.Tracked
	makers := map[ecs.Kinds][3]func(...ecs.Component) ecs.Tracked{
		ecs.Added:   {ecs.AllAdded, ecs.AnyAdded, ecs.NoneAdded},
		ecs.Changed: {ecs.AllChanged, ecs.AnyChanged, ecs.NoneChanged},
		ecs.Removed: {ecs.AllRemoved, ecs.AnyRemoved, ecs.NoneRemoved},
	}
	if t.created {
		term = ecs.IsCreated()
	} else {
		term = makers[t.kind][t.mode](cs...)
	}
	if t.byMark {
		term = term.Since(&w.moment)
	}
	return term
}

// expect is what the model says of a question without tracked terms.
func (s *sequence) expect(q question) (list []int) {
	for _, n := range s.living {
		has := s.model[n].has
		if has&q.all == q.all && has&q.none == 0 && (q.any == 0 || has&q.any != 0) && has&q.write == q.write {
			list = append(list, n)
		}
	}
	return list
}

// answer is what a question has to be answered: by the model or, with tracked terms,
// by the reference.
func (s *sequence) answer(ask question) ([]int, error) {
	if len(ask.tracked) == 0 {
		return s.expect(ask), nil
	}
	q, err := s.ref.prepare(s, ask)
	if err != nil {
		return nil, err
	}
	return s.ref.matches(q)
}

// choose is pick or, where ask is not nil, the matches of a question.
func (s *sequence) choose() (list []int, ask *question, err error) {
	if s.src.intn(4) > 0 {
		return s.pick(), nil, nil
	}
	q := s.question()
	q.all |= 1 << s.src.intn(len(s.kinds)) // else it is everybody too often
	list, err = s.answer(q)
	return list, &q, err
}

// compareQuery asks the worlds the same and compares the answers with each
// other and, where it knows, the model.
func (s *sequence) compareQuery() error {
	return s.compare(s.question())
}

// compare is compareQuery of a question.
func (s *sequence) compare(ask question) error {
	s.note("query %v", ask)
	q, err := s.test.prepare(s, ask)
	if err != nil {
		return err
	}
	got, err := s.test.matches(q)
	if err != nil {
		return err
	}
	for range s.src.intn(4) { // a query may keep what it found while nothing changes
		again, err := s.test.matches(q)
		if err != nil {
			return err
		}
		if !slices.Equal(again, got) {
			return fmt.Errorf("query %v: another pass differs from the one before: %s", ask, difference(again, got))
		}
	}
	want, err := s.answer(ask)
	if err != nil {
		return err
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("query %v: %s", ask, difference(got, want))
	}
	return nil
}

func (w *world) matches(q *query) ([]int, error) {
	es, err := q.Entities(nil)
	if err != nil {
		return nil, err
	}
	list := make([]int, len(es))
	for i, e := range es {
		n, ok := w.numbers[e]
		if !ok {
			return nil, fmt.Errorf("a query gave %v, which is no entity", e)
		}
		list[i] = n
	}
	slices.Sort(list)
	return list, nil
}

func brief(list []int) string {
	if len(list) > 40 {
		return fmt.Sprintf("%v… (%d)", list[:40], len(list))
	}
	return fmt.Sprint(list)
}
