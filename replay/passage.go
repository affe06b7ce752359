package replay

import "ecslab/ecs"

// A runStep is one run of a system.
type runStep struct {
	stmt *RunStmt
	body []step
}

func (s *runStep) run(m *machine) {
	m.begin(WorkRun, s.stmt)
	if err := m.world.Begin(m.systems[s.stmt.System]); err != nil {
		m.judge(s.stmt, s.stmt, err, false)
		return
	}
	if m.story != nil {
		m.story.open(s.stmt)
	}
	m.run(s.body)
	if m.over {
		return
	}
	m.now = s.stmt
	m.watch.shift(WorkRun)
	err := m.world.End(m.applyAll)
	if m.story != nil {
		m.story.end()
	}
	m.watch.shift(WorkRun)
	m.fault.entity = 0
	m.judge(s.stmt, s.stmt, err, false)
}

// A deferStep queues an operation. Its references, and so its sample, are resolved when it is
// applied.
type deferStep struct{ operationStep }

func (s *deferStep) run(m *machine) { m.deferred = append(m.deferred, s) }

// applyDeferred applies what the run has queued. What fails is reported at its defer, and the rest
// goes on.
func (m *machine) applyDeferred() error {
	if m.story != nil {
		m.story.close()
	}
	for _, s := range m.deferred {
		s.operationStep.run(m)
	}
	m.deferred = m.deferred[:0]
	return nil
}

// A tickStep ends frames.
type tickStep struct{ stmt *TickStmt }

func (s *tickStep) run(m *machine) {
	m.begin(WorkTick, s.stmt)
	m.frame += uint64(s.stmt.N)
	if m.story != nil {
		m.story.tick(s.stmt.N)
	}
	m.judge(s.stmt, s.stmt, m.world.EndFrame(uint64(s.stmt.N)), false)
}

// A markStep remembers now. Without a tracker there is no time to remember, and no question that
// could ask for it.
type markStep struct{ stmt *MarkStmt }

func (s *markStep) run(m *machine) {
	m.begin(WorkMark, s.stmt)
	moment, err := m.world.Now()
	m.marks[s.stmt.Mark] = mark{true, moment}
	if m.story != nil {
		m.story.mark(s.stmt)
	}
	if !m.untracked {
		m.judge(s.stmt, s.stmt, err, false)
	}
}

// A clearStep forgets records.
type clearStep struct {
	stmt       *ClearStmt
	kinds      ecs.Kinds
	components []ecs.Component // none: of every one
}

func (m *machine) clearStep(s *ClearStmt) *clearStep {
	c := &clearStep{stmt: s}
	for kind := Added; kind <= Removed; kind++ {
		if s.Kinds.Has(kind) {
			c.kinds |= ecsKinds[kind]
		}
	}
	if s.Created {
		c.kinds |= ecs.Created
	}
	if s.Component != NoComponent {
		c.components = []ecs.Component{m.component(s.Component)}
	}
	return c
}

func (s *clearStep) run(m *machine) {
	m.begin(WorkClear, s.stmt)
	if m.story != nil {
		m.story.clear(s.stmt)
	}
	m.judge(s.stmt, s.stmt, m.world.Clear(s.kinds, s.components...), false)
}

// A saveStep puts the world by, and what the file has named in it.
type saveStep struct{ stmt *SaveStmt }

func (s *saveStep) run(m *machine) {
	m.begin(WorkSave, s.stmt)
	world, err := m.world.Save()
	if err == nil {
		m.snapshots[s.stmt.Snapshot] = snapshot{world, copyLabels(m.labels), append([]mark(nil), m.marks...), m.frame}
		if m.story != nil {
			m.story.save(s.stmt)
		}
	}
	m.judge(s.stmt, s.stmt, err, false)
}

// A loadStep puts a snapshot back. What was named since is unmade. Marks keep their place, for
// prepared terms hold the addresses of their moments.
type loadStep struct{ stmt *LoadStmt }

func (s *loadStep) run(m *machine) {
	m.begin(WorkLoad, s.stmt)
	saved := &m.snapshots[s.stmt.Snapshot]
	if saved.world == nil {
		return // its save failed, and was reported
	}
	err := m.world.Load(saved.world)
	if err == nil {
		for i := range m.labels {
			since := m.labels[i]
			m.labels[i] = saved.labels[i]
			m.labels[i].lose(&since)
		}
		copy(m.marks, saved.marks)
		if m.story != nil {
			m.story.load(s.stmt)
		}
		m.frame = saved.frame
	}
	m.judge(s.stmt, s.stmt, err, false)
}
