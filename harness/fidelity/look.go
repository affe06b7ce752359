package fidelity

import "ecslab/ecs"

// look is a run of the reader: it takes the tracker's report, which the oracle
// judges, and then does what body does, if it is not nil.
func (s *stage) look(body func()) {
	must(s.w.Run(s.reader, func() error {
		s.judge(s.report())
		if body != nil {
			body()
		}
		s.seen = s.values()
		return nil
	}))
}

// report is what the tracker says.
func (s *stage) report() []ecs.Entity {
	if s.kind == ecs.Removed {
		list, err := s.w.Removals(ecs.Of[value](), nil, nil)
		must(err)
		return list
	}
	list, err := s.query.Entities(nil)
	must(err)
	return list
}

// isDue reports whether an entity differs from what the reader saw last, in the
// way that it asks for.
func (s *stage) isDue(e ecs.Entity, now map[ecs.Entity]float64) bool {
	before, was := s.seen[e]
	after, is := now[e]
	switch s.kind {
	case ecs.Removed:
		return was && !is
	case ecs.Added:
		return is && !was
	}
	return is && (!was || before != after)
}

// judge counts the faults of a report.
func (s *stage) judge(report []ecs.Entity) {
	now := s.values()
	heard := map[ecs.Entity]bool{}
	for _, e := range report {
		switch {
		case heard[e]:
			s.count(Repeated, 1) // in one report
			continue
		case s.pending[e] > 0:
			s.count(Late, s.pending[e])
			delete(s.pending, e)
		case s.isDue(e, now):
		case s.toldSince(e):
			s.count(Repeated, 1)
		default:
			s.count(MadeUp, 1)
		}
		heard[e] = true
		s.told[e] = s.done[e]
	}
	for _, e := range s.es {
		if !s.isDue(e, now) {
			continue
		}
		s.due++
		if !heard[e] {
			s.pending[e]++
		}
	}
	for e := range s.pending {
		if _, is := now[e]; is == (s.kind == ecs.Removed) { // it cannot be reported any more
			s.miss(e)
		}
	}
}

// toldSince reports whether nothing was done with e since it was last reported.
func (s *stage) toldSince(e ecs.Entity) bool {
	done, ever := s.told[e]
	return ever && done == s.done[e]
}

func (s *stage) count(f Fault, n int) { s.counts[f] += n }

func (s *stage) miss(e ecs.Entity) {
	s.count(Missed, s.pending[e])
	delete(s.pending, e)
}

// finish gives what is late a last chance, and counts what was missed.
func (s *stage) finish() {
	for range 3 {
		s.tick(1)
		s.look(nil)
	}
	for e := range s.pending {
		s.miss(e)
	}
}
