package ecstest

import (
	"fmt"
	"slices"
	"sync"
	"unsafe"

	"ecslab/ecs"
)

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
