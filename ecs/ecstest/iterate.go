package ecstest

import (
	"fmt"
	"slices"
	"sync"
	"unsafe"

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
	for i, c := range s.test.Components() {
		if c.Kinds&k != 0 {
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
	q := &query{views: make([]view, len(s.kinds))}
	var terms []ecs.Term
	for i, k := range s.kinds {
		if ask.write>>i&1 != 0 {
			q.views[i] = k.write()
			terms = append(terms, q.views[i])
		}
	}
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

// choose is pick or, where ask is not nil, the matches of a question.
func (s *sequence) choose() (list []int, ask *question, err error) {
	if s.src.intn(4) > 0 {
		return s.pick(), nil, nil
	}
	q := s.question()
	q.all |= 1 << s.src.intn(len(s.kinds)) // else it is everybody too often
	list = s.expect(q)
	if len(q.tracked) > 0 {
		r, err := s.ref.prepare(s, q)
		if err != nil {
			return nil, nil, err
		}
		if list, err = s.ref.matches(r); err != nil {
			return nil, nil, err
		}
	}
	return list, &q, nil
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
	want := s.expect(ask)
	if len(ask.tracked) > 0 {
		r, err := s.ref.prepare(s, ask)
		if err != nil {
			return err
		}
		if want, err = s.ref.matches(r); err != nil {
			return err
		}
	} else {
		slices.Sort(want)
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("query %v: %s", ask, difference(got, want))
	}
	return nil
}

func brief(list []int) string {
	if len(list) > 40 {
		return fmt.Sprintf("%v… (%d)", list[:40], len(list))
	}
	return fmt.Sprint(list)
}

// iterate writes one kind of all matches, in one of the forms of iteration.
func (s *sequence) iterate() error {
	ask := s.question()
	kind := s.src.intn(len(s.kinds))
	ask.write = 1 << kind
	form, base := s.src.intn(4), s.value()
	s.note("iterate over %v, writing %s %s", ask, kindNames[kind],
		[...]string{"by View.At", "by slices", "by slices", "in parallel"}[form])
	var lists [2][]int
	for i, w := range s.worlds() {
		q, err := w.prepare(s, ask)
		if err != nil {
			return err
		}
		if lists[i], err = s.write(w, q, kind, form, base); err != nil {
			return err
		}
		slices.Sort(lists[i])
	}
	want := lists[1]
	if len(ask.tracked) == 0 {
		want = s.expect(ask)
		slices.Sort(want)
	}
	if !slices.Equal(lists[0], want) {
		return fmt.Errorf("iteration: %s", difference(lists[0], want))
	}
	if !s.kinds[kind].tag() {
		for _, n := range want {
			s.model[n].value[kind] = s.kinds[kind].limit(base + uint64(n%64))
		}
	}
	return nil
}

// checkMaybe compares what match m, entity n, has of the query's other kinds.
func (s *sequence) checkMaybe(q *query, c *ecs.Chunk, m, n, written int) {
	for i, v := range q.views {
		if v == nil || i == written {
			continue
		}
		f := &s.model[n]
		got, ok := v.key(c, m)
		if want := f.has>>i&1 != 0 && !s.kinds[i].tag(); ok != want || ok && got != f.value[i] {
			panic(fmt.Sprintf("entity %d: perhaps %s: got %d, %t; expected %d, %t", n, kindNames[i], got, ok, f.value[i], want))
		}
	}
}

func (s *sequence) write(w *world, q *query, kind, form int, base uint64) (list []int, err error) {
	v, k := q.views[kind], s.kinds[kind]
	serial := func(c *ecs.Chunk) {
		for m := range c.N {
			n := w.numbers[c.Entities.At(m)]
			list = append(list, n)
			s.checkMaybe(q, c, m, n, kind)
			if form == 0 {
				v.store(c, m, base+uint64(n%64))
			}
		}
		if form != 0 {
			v.bySlices(c, func(m int, p unsafe.Pointer) {
				k.store(p, base+uint64(w.numbers[c.Entities.At(m)]%64))
			})
		}
	}
	if form == 3 { // parallel: workers may not share the list
		var mu sync.Mutex
		err := q.Parallel(3, func(c *ecs.Chunk, _ *ecs.Commands) {
			var own []int
			for m := range c.N {
				n := w.numbers[c.Entities.At(m)]
				own = append(own, n)
				v.store(c, m, base+uint64(n%64))
			}
			mu.Lock()
			list = append(list, own...)
			mu.Unlock()
		})
		return list, err
	}
	if err := q.Open(); err != nil {
		return nil, err
	}
	for c := q.Next(); c != nil; c = q.Next() {
		serial(c)
	}
	return list, nil
}

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
