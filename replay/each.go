package replay

// each is a compiled EachStmt.
type each struct {
	query  *query
	fields []int // of each column
}

func (m *machine) each(s *EachStmt) *each {
	op := &each{query: m.query(s.Terms, s.Mut, true)}
	for _, c := range s.Mut {
		op.fields = append(op.fields, m.file.Components[c].Fields)
	}
	return op
}

func (s *each) apply(m *machine) error {
	q := s.query
	if err := q.ready(m); err != nil {
		return err
	}
	if err := q.Open(); err != nil {
		return err
	}
	for ch := q.Next(); ch != nil; ch = q.Next() {
		m.watch.meets(ch.N)
		for i, view := range q.views {
			increment(ch, view, s.fields[i])
		}
	}
	return nil
}
