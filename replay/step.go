package replay

import "fmt"

// A step is a compiled statement.
type step interface{ run(m *machine) }

// An operation is the compiled form of an Operation. apply gives an error and changes nothing, or
// does all of it.
type operation interface{ apply(m *machine) error }

// An operationStep is an operation, or one behind fail.
type operationStep struct {
	stmt    Stmt // the line
	asked   Operation
	op      operation
	work    Work
	fail    bool
	tracked bool // needs a tracker
}

func (s *operationStep) run(m *machine) {
	m.now = s.stmt
	m.fault.entity = 0
	m.watch.start(s.work)
	err := s.op.apply(m)
	if m.untracked && s.tracked {
		m.refuse(s.stmt, s.asked, err)
		m.over, m.result.Cut = true, true
		return
	}
	m.judge(s.stmt, s.asked, err, s.fail)
}

// A repeatStep runs its steps several times.
type repeatStep struct {
	n    int
	body []step
}

func (s *repeatStep) run(m *machine) {
	for range s.n {
		m.run(s.body)
		if m.over {
			return
		}
	}
}

// compile prepares statements, in the order in which they stand.
func (m *machine) compile(body []Stmt) ([]step, error) {
	program := make([]step, 0, len(body))
	for _, s := range body {
		compiled, err := m.compileOne(s)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %s: %w", m.file.Name, s.Pos().Line, m.file.asked(s), err)
		}
		if compiled != nil {
			program = append(program, compiled)
		}
	}
	return program, nil
}

// compileOne is nil for a statement that does nothing.
func (m *machine) compileOne(s Stmt) (step, error) {
	switch s := s.(type) {
	case Operation:
		return m.operationStep(s, s, false)
	case *FailStmt:
		if op, ok := s.Stmt.(Operation); ok {
			return m.operationStep(s, op, true)
		}
		return m.observationStep(s, s.Stmt.(Observation), true)
	case Observation:
		return m.observationStep(s, s, false)
	case *DeferStmt:
		op, err := m.operationStep(s, s.Op, s.Fail)
		return &deferStep{*op}, err
	case *RepeatStmt:
		body, err := m.compile(s.Body)
		if len(body) == 0 { // its count may be more than any machine can do
			return nil, err
		}
		return &repeatStep{s.N, body}, err
	case *RunStmt:
		body, err := m.compile(s.Body)
		return &runStep{s, body}, err
	case *TickStmt:
		return &tickStep{s}, nil
	case *MarkStmt:
		return &markStep{s}, nil
	case *ClearStmt:
		return m.clearStep(s), nil
	case *SaveStmt:
		return &saveStep{s}, nil
	case *LoadStmt:
		return &loadStep{s}, nil
	}
	return nil, nil // measure
}

func (m *machine) operationStep(line Stmt, asked Operation, fail bool) (*operationStep, error) {
	s := &operationStep{stmt: line, asked: asked, fail: fail}
	var err error
	switch o := asked.(type) {
	case *SpawnStmt:
		s.work = WorkSpawn
		s.op, err = m.spawn(o)
	case *EditStmt:
		s.work = editWork[o.Edit]
		s.op, err = m.edit(o)
	case *EachStmt:
		s.work = WorkEach
		s.op = m.each(o)
		s.tracked = tracked(o.Terms)
	}
	return s, err
}

func tracked(terms []Term) bool {
	for i := range terms {
		if terms[i].Tracked() {
			return true
		}
	}
	return false
}
