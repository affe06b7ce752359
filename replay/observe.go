package replay

import "ecslab/ecs"

// An observer is the compiled form of an Observation. observe asks the world and keeps the answer
// in the observer; agrees and got are about what was observed last.
type observer interface {
	observe(m *machine) error
	agrees(m *machine, a *Answer) bool
	got(m *machine) string // as an ANSWER
}

// An observationStep is an observation, or one behind fail.
type observationStep struct {
	stmt    Stmt // the line
	asked   Observation
	obs     observer
	answer  *Answer // expected with this machine's tracker; nil: nothing is
	work    Work
	fail    bool
	tracked bool // needs a tracker
}

func (s *observationStep) run(m *machine) {
	if s.tracked && m.untracked && !m.check {
		return // refused: there is nothing to time
	}
	m.begin(s.work, s.stmt)
	if s.tracked {
		m.ask(s.asked)
	}
	err := s.obs.observe(m)
	if m.story != nil {
		m.story.observed(s, err)
	}
	switch {
	case m.untracked && s.tracked:
		m.refuse(s.stmt, s.asked, err)
	case s.answer == nil:
		m.judge(s.stmt, s.asked, err, s.fail)
	case s.answer.Form == AnswerError:
		if err == nil && !m.told() {
			m.disagree(s.stmt, "error", s.obs.got(m))
		}
	case err != nil:
		if !m.told() {
			m.disagree(s.stmt, m.expected(s.answer), m.explain(s.asked, err))
		}
	case !s.obs.agrees(m, s.answer):
		if !m.told() {
			m.disagree(s.stmt, m.expected(s.answer), s.obs.got(m))
		}
	}
}

func (m *machine) observationStep(line Stmt, asked Observation, fail bool) *observationStep {
	s := &observationStep{stmt: line, asked: asked, fail: fail}
	if a := asked.Expected(); m.known {
		s.answer = a.For(m.tracker)
	} else if a != nil {
		s.answer = a.Default
	}
	if !m.check && s.answer != nil && s.answer.Form != AnswerError {
		s.answer = nil
	}
	switch o := asked.(type) {
	case *ReadStmt:
		s.work, s.obs = WorkRead, &read{stmt: o, fields: m.file.Components[o.Component].Fields}
	case *HasStmt:
		s.work, s.obs = WorkHas, &truth{ask: func(m *machine) (bool, error) {
			e, _ := m.single(&o.Target) // the unmade are as the dead
			return m.world.Has(e, m.components[o.Component]), nil
		}}
	case *AliveStmt:
		s.work, s.obs = WorkAlive, &truth{ask: func(m *machine) (bool, error) {
			e, _ := m.single(&o.Target)
			return m.world.Alive(e), nil
		}}
	case *WasStmt:
		s.work, s.obs, s.tracked = WorkWas, &truth{ask: m.was(o)}, true
	case *CountStmt:
		s.work, s.obs, s.tracked = WorkCount, &count{query: m.query(o.Terms, nil, false)}, tracked(o.Terms)
	case *SumStmt:
		s.work, s.tracked = WorkSum, tracked(o.Terms)
		s.obs = &sum{query: m.query(o.Terms, []ComponentID{o.Component}, false), fields: m.file.Components[o.Component].Fields}
	case *QueryStmt:
		s.work, s.obs, s.tracked = WorkQuery, &matches{query: m.query(o.Terms, nil, false)}, tracked(o.Terms)
	case *RemovedStmt:
		s.work, s.obs, s.tracked = WorkRemoved, &removed{component: m.component(o.Component)}, true
		if s.answer != nil && s.answer.Form == AnswerList {
			m.namesDead = true
		}
	}
	if fail {
		s.work = WorkIdle
	}
	return s
}

// read is a compiled ReadStmt.
type read struct {
	stmt   *ReadStmt
	fields int
	values []float64
}

func (s *read) observe(m *machine) error {
	e, err := m.single(&s.stmt.Target)
	if err != nil {
		return err
	}
	p, err := m.world.ReadPointer(e, m.components[s.stmt.Component])
	if err == nil {
		s.values = append(s.values[:0], value(p, s.fields)...)
	}
	return err
}

func (s *read) agrees(_ *machine, a *Answer) bool { return equal(s.values, a.Values) }

func (s *read) got(m *machine) string {
	return m.expected(&Answer{Form: AnswerValues, Values: s.values})
}

// truth is a compiled has, alive or was.
type truth struct {
	ask    func(m *machine) (bool, error)
	answer bool
}

func (s *truth) observe(m *machine) (err error) {
	s.answer, err = s.ask(m)
	return err
}

func (s *truth) agrees(_ *machine, a *Answer) bool { return s.answer == a.Bool }

func (s *truth) got(m *machine) string { return m.expected(&Answer{Form: AnswerBool, Bool: s.answer}) }

// was makes the question of a WasStmt.
func (m *machine) was(s *WasStmt) func(m *machine) (bool, error) {
	kind := ecsKinds[s.Kind]
	var components []ecs.Component
	if s.Component != NoComponent {
		components = []ecs.Component{m.component(s.Component)}
	}
	var since *ecs.Moment
	if s.Mark != NoMark {
		since = &m.marks[s.Mark].moment
	}
	return func(m *machine) (bool, error) {
		if s.Mark != NoMark && !m.marks[s.Mark].made {
			return false, errLostMark
		}
		e, err := m.single(&s.Target)
		if err != nil {
			return false, err
		}
		return m.world.Was(e, kind, since, components...)
	}
}

// count is a compiled CountStmt.
type count struct {
	query *query
	n     int
}

func (s *count) observe(m *machine) (err error) {
	if err = s.query.ready(m); err == nil {
		s.n, err = s.query.Count()
		m.watch.meets(s.n)
	}
	return err
}

func (s *count) agrees(_ *machine, a *Answer) bool { return int64(s.n) == a.Count }

func (s *count) got(m *machine) string {
	return m.expected(&Answer{Form: AnswerCount, Count: int64(s.n)})
}
