package ecstest

import (
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
		n = uint64(1+s.src.intn(6)) << (10 * s.src.intn(4)) // the longest are beyond what clocks of 32 bits tell apart
	}
	s.note("end of %d frames", n)
	return s.do(nil, func(w *world) error { return w.EndFrame(n) })
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
