package replay

import "ecslab/ecs"

// matches is a compiled QueryStmt.
type matches struct{ query *query }

func (s *matches) observe(m *machine) (err error) {
	m.matches = m.matches[:0]
	if err = s.query.ready(m); err == nil {
		m.matches, err = s.query.Entities(m.matches)
		m.watch.meets(len(m.matches))
	}
	return err
}

// agrees compares sets of living entities. The name of a living entity is what its label names
// now, so the expected names are looked up, and no entity's name is.
func (s *matches) agrees(m *machine, a *Answer) bool {
	m.watch.shift(WorkIdle)
	expected := 0
	m.pass += 2 // one for what is expected, one more for what was found
	if m.pass == 0 {
		clear(m.seen)
		m.pass = 2
	}
	for i := range a.List {
		r := &a.List[i]
		l := &m.labels[r.Label]
		if r.Single() {
			e, _ := l.handle(r)
			if !m.world.Alive(e) {
				return false
			}
			expected += m.expect(e)
			continue
		}
		if l.kind != labelBatch || r.To >= len(l.members) {
			return false
		}
		members, _ := l.span(r)
		for _, e := range members {
			if !m.world.Alive(e) {
				return false
			}
			expected += m.expect(e)
		}
	}
	if expected != len(m.matches) {
		return false
	}
	for _, e := range m.matches {
		k := int(e.Index())
		if !m.world.Alive(e) || k >= len(m.seen) || m.seen[k] != m.pass {
			return false
		}
		m.seen[k]++
	}
	return true
}

// expect notes a living entity and returns 1, or 0 if it was noted before.
func (m *machine) expect(e ecs.Entity) int {
	k := int(e.Index())
	if k >= len(m.seen) {
		m.seen = append(m.seen, make([]uint32, k+1-len(m.seen))...)
	}
	if m.seen[k] == m.pass {
		return 0
	}
	m.seen[k] = m.pass
	return 1
}

func (s *matches) got(m *machine) string { return m.nameList(m.matches) }

// removed is a compiled RemovedStmt.
type removed struct{ component ecs.Component }

func (s *removed) observe(m *machine) (err error) {
	m.matches, err = m.world.Removals(s.component, nil, m.matches[:0])
	m.watch.meets(len(m.matches))
	return err
}

func (s *removed) agrees(m *machine, a *Answer) bool {
	m.watch.shift(WorkIdle)
	return m.sameNames(m.matches, a.List)
}

func (s *removed) got(m *machine) string { return m.nameList(m.matches) }
