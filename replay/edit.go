package replay

import (
	"slices"

	"ecslab/ecs"
)

// resolve gives the entities that a reference to several names, the living ones in the order of
// their number. The list is valid until the next resolve.
func (m *machine) resolve(r *Reference) ([]ecs.Entity, error) {
	members, err := m.labels[r.Label].span(r)
	if err != nil {
		return nil, err
	}
	list := slices.Grow(m.targets[:0], len(members))
	for _, e := range members {
		if m.world.Alive(e) {
			list = append(list, e)
		}
	}
	m.targets = list
	if r.Form == RefSample {
		drawn := m.sampler.draw(len(list), r.Percent)
		for i, k := range drawn { // ascending, so that nothing is overwritten before it is read
			list[i] = list[k]
		}
		list = list[:len(drawn)]
	}
	return list, nil
}

// single gives the entity that a single reference names, which may be dead.
func (m *machine) single(r *Reference) (ecs.Entity, error) {
	return m.labels[r.Label].handle(r)
}

// several gives what a reference names, one or several.
func (m *machine) several(r *Reference) (es []ecs.Entity, err error) {
	if !r.Single() {
		was := m.watch.shift(WorkNames)
		es, err = m.resolve(r)
		m.watch.shift(was)
		m.watch.meets(len(es))
		if m.story != nil && err == nil {
			m.story.capture(m.story.edit, es)
		}
		return es, err
	}
	m.one[0], err = m.single(r)
	return m.one[:], err
}

// edit compiles an EditStmt.
func (m *machine) edit(s *EditStmt) operation {
	switch s.Edit {
	case Despawn:
		return &despawn{s}
	case Add, Set, Remove:
		return m.change(s)
	}
	return &access{stmt: s}
}

// despawn is a compiled despawn.
type despawn struct{ stmt *EditStmt }

func (s *despawn) apply(m *machine) error {
	es, err := m.several(&s.stmt.Target)
	if err != nil {
		return err
	}
	return m.world.Despawn(es...)
}

// change is a compiled add, set or remove.
type change struct {
	stmt     *EditStmt
	exchange *exchange
	columns  columns
	filled   func(*ecs.Chunk) // writes the values; nil: there are none
}

func (m *machine) change(s *EditStmt) *change {
	prepared := m.exchange(s.Edit, s.Args)
	op := &change{stmt: s, exchange: prepared}
	for i := range s.Args {
		view, values := prepared.views[s.Args[i].Component], s.Args[i].Values
		if view == nil { // of add and remove, or a tag
			continue
		}
		if values == nil {
			values = make([]float64, m.file.Components[s.Args[i].Component].Fields)
		}
		op.columns = append(op.columns, column{view, values})
	}
	if len(op.columns) > 0 {
		op.filled = op.columns.fill
	}
	return op
}

func (s *change) apply(m *machine) error {
	if !s.stmt.Target.Single() {
		es, err := m.several(&s.stmt.Target)
		if err != nil {
			return err
		}
		return s.exchange.Batch(es, s.filled)
	}
	e, err := m.single(&s.stmt.Target)
	if err != nil {
		return err
	}
	ch, err := s.exchange.One(e)
	if err != nil {
		return err
	}
	for i := range s.columns {
		copy(value(s.columns[i].view.At(ch, 0), len(s.columns[i].values)), s.columns[i].values)
	}
	return nil
}

// access is a compiled mut, update or ref: it needs the components to be there.
type access struct{ stmt *EditStmt }

func (s *access) apply(m *machine) error {
	es, err := m.several(&s.stmt.Target)
	if err != nil {
		return err
	}
	args := s.stmt.Args
	if len(es) != 1 || len(args) != 1 { // a single access is its own check
		for _, e := range es {
			if err := s.check(m, e); err != nil {
				return err
			}
		}
	}
	for i := range args {
		c, values := m.components[args[i].Component], args[i].Values
		for _, e := range es {
			if err := s.one(m, e, c, values); err != nil {
				return m.fails(e, args[i].Component, err)
			}
		}
	}
	return nil
}

// check reports whether the entity has all of the components.
func (s *access) check(m *machine, e ecs.Entity) error {
	for i := range s.stmt.Args {
		c := m.components[s.stmt.Args[i].Component]
		if !m.world.Has(e, c) {
			_, err := m.world.ReadPointer(e, c)
			return m.fails(e, s.stmt.Args[i].Component, err)
		}
	}
	return nil
}

// one accesses one component of one entity.
func (s *access) one(m *machine, e ecs.Entity, c ecs.ComponentID, values []float64) error {
	if s.stmt.Edit != Mut {
		p, err := m.world.ReadPointer(e, c)
		if err != nil {
			return err
		}
		if s.stmt.Edit == Ref {
			if values != nil {
				copy(value(p, len(values)), values)
			}
			return nil
		}
		if equal(value(p, len(values)), values) {
			return nil
		}
	}
	p, err := m.world.MutPointer(e, c)
	if err == nil && values != nil {
		copy(value(p, len(values)), values)
	}
	return err
}

// equal compares as float64, so that -0 is 0.
func equal(a, b []float64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
