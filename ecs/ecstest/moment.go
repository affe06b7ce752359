package ecstest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"ecslab/ecs"
)

func (s *sequence) begin() error {
	n := s.src.intn(3)
	s.note("begin system %d", n)
	s.running = true
	return s.do(nil, func(w *world) error { return w.Begin(w.systems[n]) })
}

func (s *sequence) end() error {
	s.note("end")
	s.running = false
	return s.do(nil, func(w *world) error { return w.End() })
}

func (s *sequence) endFrame() error {
	if s.running {
		return s.do(ecs.ErrRunning, func(w *world) error { return w.EndFrame(1) })
	}
	n := uint64(1)
	if s.src.intn(8) == 0 {
		n = uint64(1 + s.src.intn(6))
	}
	s.note("end of %d frames", n)
	return s.do(nil, func(w *world) error { return w.EndFrame(n) })
}

// commands queues structural changes and, outside a run, applies them.
func (s *sequence) commands() error {
	var want []error
	fresh := len(s.model)
	for range 1 + s.src.intn(4) {
		kind, v := s.src.intn(len(s.kinds)), s.value()
		number := fresh
		op := s.src.intn(5)
		if op > 0 {
			if len(s.living) == 0 {
				continue
			}
			number = s.living[s.src.intn(len(s.living))]
		} else {
			fresh++
			s.model = append(s.model, facts{alive: true})
		}
		s.note("command: %s entity %d, %s", [...]string{"spawn", "despawn", "add to", "remove from", "put to"}[op], number, kindNames[kind])
		f := &s.model[number]
		err := s.do(nil, func(w *world) error {
			c := w.Commands()
			if op == 0 {
				e, err := c.Spawn()
				if err != nil {
					return err
				}
				if w.Alive(e) {
					return fmt.Errorf("%v lives before its command ran", e)
				}
				w.name(number, e)
				return s.kinds[kind].put(c, e, v)
			}
			switch e := w.ids[number]; op {
			case 1:
				c.Despawn(e)
			case 2:
				c.Add(e, s.ids[kind])
			case 3:
				c.Remove(e, s.ids[kind])
			default:
				return s.kinds[kind].put(c, e, v)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if op > 0 && !f.alive {
			want = append(want, ecs.ErrDead)
			continue
		}
		switch op {
		case 1:
			f.alive = false
		case 2:
			f.gain(1 << kind)
		case 3:
			f.has &^= 1 << kind
		default:
			f.gain(1 << kind)
			f.value[kind] = s.kinds[kind].limit(v)
		}
	}
	// The model has done it all; so must the worlds, before anything else.
	wasRunning := s.running
	apply := func(w *world) error { return w.Flush() }
	if wasRunning {
		s.running = false
		apply = func(w *world) error { return w.End() }
	}
	for _, w := range s.worlds() {
		err := apply(w)
		if (err != nil) != (len(want) > 0) || err != nil && !errors.Is(err, ecs.ErrDead) {
			return fmt.Errorf("commands: error %v, expected %v", err, want)
		}
	}
	s.living = s.living[:0]
	for n := range s.model {
		if s.model[n].alive {
			s.living = append(s.living, n)
		}
	}
	return nil
}

func (s *sequence) removals() error {
	if s.ref == nil || !s.running {
		return nil
	}
	kind := s.src.intn(len(s.kinds))
	if s.trackedFor(ecs.Removed)>>kind&1 == 0 {
		return nil
	}
	s.note("removals of %s", kindNames[kind])
	var lists [2][]int
	for i, w := range s.worlds() {
		es, err := w.Removals(ecs.ByID(s.ids[kind]), nil, nil)
		if err != nil {
			return err
		}
		for _, e := range es {
			lists[i] = append(lists[i], w.numbers[e])
		}
		slices.Sort(lists[i])
	}
	if !slices.Equal(lists[0], lists[1]) {
		return fmt.Errorf("removals of %s: %s", kindNames[kind], difference(lists[0], lists[1]))
	}
	return nil
}

func (s *sequence) clear() error {
	k := ecs.Kinds(1 + s.src.intn(15))
	var cs []ecs.Component
	if s.src.intn(2) == 0 {
		cs = s.components(1 << s.src.intn(len(s.kinds)))
	}
	s.note("clear %v of %d components", k, len(cs))
	return s.do(nil, func(w *world) error { return w.Clear(k, cs...) })
}

func (s *sequence) saveOrLoad() error {
	if s.running {
		return s.do(ecs.ErrRunning, func(w *world) error { _, err := w.Save(); return err })
	}
	if s.snapshot == nil || s.src.intn(3) > 0 {
		s.note("save")
		s.snapshot = slices.Clone(s.model)
		return s.do(nil, func(w *world) (err error) {
			w.saved, err = w.Save()
			if s.ref != nil && err == nil {
				w.moment, err = w.Now()
			}
			return err
		})
	}
	s.note("load")
	for n := range s.model {
		if n < len(s.snapshot) {
			s.model[n] = s.snapshot[n]
		} else {
			s.model[n].alive = false
		}
	}
	s.living = s.living[:0]
	for n := range s.model {
		if s.model[n].alive {
			s.living = append(s.living, n)
		}
	}
	stream := s.streams && s.src.intn(2) == 0 // the reference's snapshot stays in memory
	err := s.do(nil, func(w *world) error {
		saved := w.saved
		if stream && w == s.test {
			var err error
			if saved, err = w.streamed(saved); err != nil {
				return err
			}
		}
		if err := w.Load(saved); err != nil {
			return err
		}
		w.moment = 0
		if s.ref != nil {
			m, err := w.Now()
			w.moment = m
			return err
		}
		return nil
	})
	if err != nil || s.ref == nil {
		return err
	}
	return s.compareRecords()
}

// compareRecords asks the worlds, as each of the systems, for all of whom there are
// records.
func (s *sequence) compareRecords() error {
	for n := range s.test.systems {
		if err := s.do(nil, func(w *world) error { return w.Begin(w.systems[n]) }); err != nil {
			return err
		}
		for _, kind := range []ecs.Kinds{ecs.Added, ecs.Changed, ecs.Removed, ecs.Created} {
			set := s.trackedFor(kind)
			ask := question{tracked: []trackedTerm{{mode: 1, kind: kind, set: set, created: set == 0}}}
			if err := s.compare(ask); err != nil {
				return fmt.Errorf("as system %d after a load: %w", n, err)
			}
		}
		if err := s.do(nil, func(w *world) error { return w.End() }); err != nil {
			return err
		}
	}
	return nil
}

// streamed is a snapshot that was written and read again.
func (w *world) streamed(s *ecs.Snapshot) (*ecs.Snapshot, error) {
	var stream bytes.Buffer
	if _, err := s.WriteTo(&stream); err != nil {
		return nil, err
	}
	return ecs.ReadSnapshot(&stream, w.World)
}

// rare does what programs do seldom.
func (s *sequence) rare() error {
	if s.running {
		return nil
	}
	switch s.src.intn(5) {
	case 0:
		s.note("shrink")
		return s.do(nil, func(w *world) error { w.Shrink(); return nil })
	case 1:
		s.note("group")
		_, err := s.test.Group(s.components(1<<0 | 1<<2)...)
		return err
	case 2:
		if s.src.intn(6) > 0 {
			return nil
		}
		s.note("reset")
		for n := range s.model {
			s.model[n].alive = false
		}
		s.living, s.snapshot = s.living[:0], nil
		return s.do(nil, func(w *world) error {
			if err := w.Reset(); err != nil || s.ref == nil {
				return err
			}
			var err error
			w.moment, err = w.Now()
			return err
		})
	default:
		if s.ref == nil {
			return nil
		}
		s.note("moment")
		return s.do(nil, func(w *world) (err error) {
			w.moment, err = w.Now()
			return err
		})
	}
}

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
