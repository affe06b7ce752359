package replay

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
	m.begin(s.work, s.stmt)
	if s.tracked {
		m.ask(s.asked)
	}
	if m.story != nil {
		m.story.begin(s.stmt, s.asked)
	}
	err := s.op.apply(m)
	if m.story != nil && err == nil {
		m.story.done(s.asked)
	}
	if m.untracked && s.tracked {
		m.refuse(s.stmt, s.asked, err)
		m.over, m.result.Cut = true, true
		return
	}
	m.judge(s.stmt, s.asked, err, s.fail)
}

// begin begins an execution of a statement.
func (m *machine) begin(k Work, s Stmt) {
	m.now, m.fault.entity = s, 0
	m.watch.start(k, s)
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
func (m *machine) compile(body []Stmt) []step {
	program := make([]step, 0, len(body))
	for _, s := range body {
		m.now = s
		if compiled := m.compileOne(s); compiled != nil {
			program = append(program, compiled)
		}
	}
	return program
}

// compileOne is nil for a statement that does nothing.
func (m *machine) compileOne(s Stmt) step {
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
		return &deferStep{*m.operationStep(s, s.Op, s.Fail)}
	case *RepeatStmt:
		body := m.compile(s.Body)
		if len(body) == 0 { // its count may be more than any machine can do
			return nil
		}
		return &repeatStep{s.N, body}
	case *RunStmt:
		return &runStep{s, m.compile(s.Body)}
	case *TickStmt:
		return &tickStep{s}
	case *MarkStmt:
		return &markStep{s}
	case *ClearStmt:
		return m.clearStep(s)
	case *SaveStmt:
		return &saveStep{s}
	case *LoadStmt:
		return &loadStep{s}
	}
	return nil // measure
}

func (m *machine) operationStep(line Stmt, asked Operation, fail bool) *operationStep {
	s := &operationStep{stmt: line, asked: asked, fail: fail}
	switch o := asked.(type) {
	case *SpawnStmt:
		s.work, s.op = WorkSpawn, m.spawn(o)
		if o.Form != SpawnOne {
			s.work = WorkSpawns
		}
	case *EditStmt:
		s.work, s.op = editWork[o.Edit], m.edit(o)
		if !o.Target.Single() {
			s.work = editsWork[o.Edit]
		}
	case *EachStmt:
		s.work, s.op, s.tracked = WorkEach, m.each(o), tracked(o.Terms)
	}
	if fail {
		s.work = WorkIdle
	}
	return s
}

func tracked(terms []Term) bool {
	for i := range terms {
		if terms[i].Tracked() {
			return true
		}
	}
	return false
}
