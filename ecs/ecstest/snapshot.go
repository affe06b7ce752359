package ecstest

import (
	"bytes"
	"fmt"
	"slices"

	"ecslab/ecs"
)

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
