package ecstest

import (
	"errors"
	"fmt"
	"slices"

	"ecslab/ecs"
)

func (s *sequence) exchange() error {
	key := swapKey{add: s.set(3), set: s.set(2), remove: s.set(3)}
	key.set &^= key.add
	key.remove &^= key.add | key.set
	list, ask, err := s.choose()
	if err != nil {
		return err
	}
	base := s.value()
	one := ask == nil && len(list) == 1 && s.src.intn(2) == 0
	handed, stop := len(list), -1
	if ask == nil && !one { // which matches of a query come first is the storage's affair
		stop = s.stop(len(list))
	}
	s.note("exchange: add %v, set %v, remove %v %s%s", key.add, key.set, key.remove, whom(list, ask), stopping(stop))
	err = s.do(nil, func(w *world) error {
		x, err := w.exchanger(s, key)
		if err != nil {
			return err
		}
		at, listed := 0, slices.Clone(list)
		fill := func(c *ecs.Chunk) {
			for k := range c.N {
				got := w.numbers[c.Entities.At(k)]
				if ask != nil { // matches come in any order
					i := at + max(0, slices.Index(listed[at:], got))
					listed[at], listed[i] = listed[i], listed[at]
				}
				if got != listed[at] {
					panic(fmt.Sprintf("exchange handed out entity %d where %d stands in the list", got, listed[at]))
				}
				for i, v := range x.views {
					if v != nil {
						v.store(c, k, base+uint64(got%100)+uint64(i))
					}
				}
				at++
			}
			if stop >= 0 && at >= stop {
				handed, stop = at, at
				panic(errStop)
			}
		}
		if one {
			c, err := x.One(w.ids[list[0]])
			if err == nil && key.set != 0 {
				fill(c)
			}
			return err
		}
		if key.set == 0 && stop < 0 && s.stamp%2 == 0 {
			fill = nil
		}
		if ask == nil {
			err = stoppable(func() error { return x.Batch(w.handles(list), fill) })
		} else {
			var q *query
			if q, err = w.prepare(s, *ask); err == nil {
				err = x.All(q.Query, fill)
			}
		}
		if err == nil && fill != nil && at != handed {
			err = fmt.Errorf("exchange handed out %d of %d entities", at, handed)
		}
		return err
	})
	for _, n := range list[:handed] {
		f := &s.model[n]
		f.gain(key.add | key.set)
		f.has &^= key.remove
		for i, k := range s.kinds {
			if key.set>>i&1 != 0 {
				f.value[i] = k.limit(base + uint64(n%100) + uint64(i))
			}
		}
	}
	return err
}

func (s *sequence) setOne() error {
	if len(s.living) == 0 {
		return nil
	}
	n, i, v := s.living[s.src.intn(len(s.living))], s.src.intn(len(s.kinds)), s.value()
	f, k := &s.model[n], s.kinds[i]
	if s.src.intn(3) > 0 {
		s.note("set %s of entity %d", kindNames[i], n)
		f.gain(1 << i)
		f.value[i] = k.limit(v)
		return s.do(nil, func(w *world) error { return k.set(w.World, w.ids[n], v) })
	}
	wrote, err := k.update(s.test.World, s.test.ids[n], v)
	s.note("update %s of entity %d: %t, %v", kindNames[i], n, wrote, err)
	if s.ref != nil {
		wroteRef, errRef := k.update(s.ref.World, s.ref.ids[n], v)
		if wroteRef != wrote || !errors.Is(errRef, err) {
			return fmt.Errorf("update of %d: got %t, %v; expected %t, %v", n, wrote, err, wroteRef, errRef)
		}
	}
	if (err == nil) != (f.has>>i&1 != 0 || !s.comparable(i)) {
		return fmt.Errorf("update of %d: error %v", n, err)
	}
	if err == nil && s.comparable(i) {
		f.value[i] = k.limit(v)
	}
	return nil
}

// comparable reports whether kind i can be updated: pair, small, string, three.
func (s *sequence) comparable(i int) bool { return i == 0 || i == 1 || i == 2 || i == 11 }

func (s *sequence) access() error {
	if len(s.model) == 0 {
		return nil
	}
	n, i, mut := s.src.intn(len(s.model)), s.src.intn(len(s.kinds)), s.src.intn(2) == 0
	f := &s.model[n]
	s.note("get %s of entity %d, to write: %t", kindNames[i], n, mut)
	for _, w := range s.worlds() {
		got, ok := s.kinds[i].get(w.World, w.ids[n], mut)
		want := f.alive && f.has>>i&1 != 0 && !s.kinds[i].tag()
		if ok != want || ok && got != f.value[i] {
			return fmt.Errorf("get %s of entity %d: got %d, %t; expected %d, %t", kindNames[i], n, got, ok, f.value[i], want)
		}
	}
	return nil
}
