package ecstest

import (
	"fmt"
	"slices"

	"ecslab/ecs"
)

func (s *sequence) spawnOne() error {
	set := s.set(5)
	number := len(s.model)
	f := facts{alive: true}
	f.gain(set)
	for i := range s.kinds {
		if set>>i&1 != 0 {
			f.value[i] = s.value()
		}
	}
	s.note("spawn entity %d with %v", number, set)
	err := s.do(nil, func(w *world) error {
		sp, err := w.spawner(s, spawnKey{set, number%2 == 0})
		if err != nil {
			return err
		}
		e, c, err := sp.Spawn()
		if err != nil {
			return err
		}
		for i, v := range sp.views {
			if v != nil {
				v.store(c, 0, f.value[i])
			}
		}
		w.name(number, e)
		return nil
	})
	s.born(f)
	return err
}

func (s *sequence) born(f facts) {
	for i, k := range s.kinds {
		f.value[i] = k.limit(f.value[i])
	}
	s.living = append(s.living, len(s.model))
	s.model = append(s.model, f)
}

func (s *sequence) spawnBatch() error {
	set, n, base := s.set(4), s.src.intn(s.batch), s.value()
	if len(s.living) > 6*s.batch {
		n = 0
	}
	first := len(s.model)
	write := s.src.intn(3) > 0
	cluster := uint32(s.src.intn(3))
	handed, stop := n, s.stop(n)
	s.note("spawn entities %d..%d with %v, written: %t%s", first, first+n-1, set, write, stopping(stop))
	err := s.do(nil, func(w *world) error {
		sp, err := w.spawner(s, spawnKey{set, write && first%2 == 0})
		if err != nil {
			return err
		}
		at := 0
		fill := func(c *ecs.Chunk) {
			for k := range c.N {
				for i, v := range sp.views {
					if v != nil && write {
						v.store(c, k, base+uint64(at%100)+uint64(i))
					}
				}
				w.name(first+at, c.Entities.At(k))
				at++
			}
			if stop >= 0 && at >= stop {
				handed, stop = at, at
				panic(errStop)
			}
		}
		sp.Cluster(cluster)
		defer sp.Cluster(0)
		err = stoppable(func() error {
			if n%2 == 0 {
				return sp.Batch(n, fill)
			}
			return sp.Into(make([]ecs.Entity, n), fill)
		})
		if err == nil && at != handed {
			err = fmt.Errorf("batch handed out %d of %d entities", at, handed)
		}
		return err
	})
	for at := range handed {
		f := facts{alive: true}
		f.gain(set)
		for i := range s.kinds {
			if set>>i&1 != 0 && write {
				f.value[i] = base + uint64(at%100) + uint64(i)
			}
		}
		s.born(f)
	}
	return err
}

func (s *sequence) despawn() error {
	list, ask, err := s.choose()
	if err != nil {
		return err
	}
	s.note("despawn %s", whom(list, ask))
	err = s.do(nil, func(w *world) error {
		if ask == nil {
			return w.Despawn(w.handles(list)...)
		}
		q, err := w.prepare(s, *ask)
		if err != nil {
			return err
		}
		return w.DespawnAll(q.Query)
	})
	for _, n := range list {
		s.model[n].alive = false
	}
	s.bury()
	return err
}

func (s *sequence) bury() {
	s.living = slices.DeleteFunc(s.living, func(n int) bool { return !s.model[n].alive })
}
