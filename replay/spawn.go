package replay

import "ecslab/ecs"

// spawn is a compiled SpawnStmt.
type spawn struct {
	stmt    *SpawnStmt
	spawner *spawner
	columns columns
	filled  func(*ecs.Chunk) // writes the values; nil: there are none
}

// A column is a component with the values that a statement writes to it.
type column struct {
	view   *ecs.Dynamic
	values []float64
}

type columns []column

// fill writes the values to all matches of a chunk.
func (cs columns) fill(ch *ecs.Chunk) {
	for i := range cs {
		fill(ch, cs[i].view, cs[i].values)
	}
}

func (m *machine) spawn(s *SpawnStmt) *spawn {
	prepared := m.spawner(s.Args)
	op := &spawn{stmt: s, spawner: prepared}
	for i := range s.Args {
		if a := &s.Args[i]; a.Values != nil { // the others are zero
			op.columns = append(op.columns, column{prepared.views[a.Component], a.Values})
		}
	}
	if len(op.columns) > 0 {
		op.filled = op.columns.fill
	}
	return op
}

func (s *spawn) apply(m *machine) error {
	l := &m.labels[s.stmt.Label]
	if s.stmt.Form == SpawnMore && l.kind == labelBatch {
		return s.batch(m, l, len(l.members))
	}
	if l.living(m.world) {
		return errInUse
	}
	if s.stmt.Form != SpawnOne {
		return s.batch(m, l, 0)
	}
	e, ch, err := s.spawner.Spawn()
	if err != nil {
		return err
	}
	s.columns.fill(ch)
	l.free(m.namesDead, m.frame)
	l.holdOne(e)
	return nil
}

// batch makes N members behind the first keep.
func (s *spawn) batch(m *machine, l *label, keep int) error {
	if m.world.Len()+s.stmt.N > maxSpawn {
		return ecs.ErrTooMany // before the table of the label is grown for nothing
	}
	if keep == 0 {
		l.free(m.namesDead, m.frame)
	}
	m.watch.meets(s.stmt.N)
	members := l.grow(keep, s.stmt.N)
	if err := s.spawner.Into(members[keep:], s.filled); err != nil {
		return err
	}
	l.holdBatch(members)
	return nil
}
