package model

import (
	"errors"
	"maps"
	"slices"

	"ecslab/replay"
)

// Trackers are the trackers that a machine can have.
func Trackers() []string { return []string{"none", "ticks", "bitmap", "frame", "frame-exact"} }

// Machine executes the statements of one file, one by one, under one tracker.
type Machine struct {
	tracker   string
	world     *world
	snapshots map[replay.SnapshotID]*world
	forgotten map[name]bool // made, and then forgotten by a load; given anew by a spawn
	random    splitMix64
	deferred  []*replay.DeferStmt // of the open run
	over      bool                // an each was refused: nothing more is checked
}

// NewMachine begins a run of a file, whose body is not looked at. Tables of
// names may grow while the machine runs; settings and components must not.
func NewMachine(file *replay.File, tracker string) *Machine {
	return &Machine{
		tracker:   tracker,
		world:     newWorld(file, tracker),
		snapshots: map[replay.SnapshotID]*world{},
		forgotten: map[name]bool{},
		random:    splitMix64{file.Settings.Seed},
	}
}

// Clone is a deep copy.
func (m *Machine) Clone() *Machine {
	copied := *m
	copied.world = m.world.clone()
	copied.snapshots = map[replay.SnapshotID]*world{}
	for id, w := range m.snapshots {
		copied.snapshots[id] = w.clone()
	}
	copied.forgotten = maps.Clone(m.forgotten)
	copied.deferred = slices.Clone(m.deferred)
	return &copied
}

// Exec executes a statement and yields an outcome for each operation and
// observation that is executed for it, in order: a queued operation's at the
// end of its run. Once an each was refused, nothing more of the file is
// checked, and Exec does nothing.
func (m *Machine) Exec(s replay.Stmt, yield func(Outcome)) {
	if m.over {
		return
	}
	w := m.world
	switch s := s.(type) {
	case *replay.RunStmt:
		m.Begin(s.System)
		m.execAll(s.Body, yield)
		m.End(yield)
	case *replay.RepeatStmt:
		for range s.N {
			m.execAll(s.Body, yield)
		}
	case *replay.DeferStmt:
		m.deferred = append(m.deferred, s)
	case *replay.TickStmt:
		w.history.endFrames(int64(s.N))
	case *replay.MarkStmt:
		w.marks[s.Mark] = w.history.mark()
	case *replay.ClearStmt:
		w.clear(s)
	case *replay.SaveStmt:
		m.snapshots[s.Snapshot] = w.clone()
	case *replay.LoadStmt:
		m.load(m.snapshots[s.Snapshot])
	case *replay.MeasureStmt:
	case *replay.FailStmt:
		o := m.try(s.Stmt)
		o.Stmt = s
		m.judge(&o, true, nil)
		yield(o)
	case replay.Observation:
		o := m.try(s)
		m.judge(&o, false, s.Expected())
		yield(o)
	default:
		o := m.try(s)
		m.judge(&o, false, nil)
		yield(o)
	}
}

func (m *Machine) execAll(body []replay.Stmt, yield func(Outcome)) {
	for _, s := range body {
		m.Exec(s, yield)
	}
}

// Begin opens a run of a system.
func (m *Machine) Begin(system replay.SystemID) { m.world.history.begin(system) }

// End applies what the open run has queued, and closes it.
func (m *Machine) End(yield func(Outcome)) {
	if m.over {
		return
	}
	m.world.history.finish()
	queue := m.deferred
	m.deferred = nil
	for _, d := range queue {
		o := m.try(d.Op)
		o.Stmt = d
		m.judge(&o, d.Fail, nil)
		yield(o)
	}
	m.world.history.end()
}

// load puts a snapshot back. The snapshots and the generator of samples are
// not part of it.
func (m *Machine) load(snapshot *world) {
	for n := range m.world.names {
		m.forgotten[n] = true
	}
	m.world = snapshot.clone()
	for n := range m.world.names {
		delete(m.forgotten, n)
	}
}

// errRefused is the error of a statement that needs a tracker.
var errRefused = errors.New("nothing is tracked: the tracker is none")

// try executes an operation or an observation and says what it gave.
func (m *Machine) try(s replay.Stmt) Outcome {
	o := Outcome{Stmt: s}
	if m.tracker == "none" && needsTracker(s) {
		o.Refused, o.Err = true, errRefused
		if _, ok := s.(*replay.EachStmt); ok {
			m.over = true
		}
		return o
	}
	switch s := s.(type) {
	case *replay.SpawnStmt:
		o.Err = m.spawn(s)
	case *replay.EditStmt:
		o.Err = m.edit(s)
	case *replay.EachStmt:
		o.Err = m.world.each(s)
	case replay.Observation:
		o.Answer, o.Err = m.world.observe(s)
	default:
		panic("model: neither an operation nor an observation")
	}
	return o
}

// needsTracker reports whether a statement has a tracked term or asks for
// records by itself.
func needsTracker(s replay.Stmt) bool {
	switch s := s.(type) {
	case *replay.WasStmt, *replay.RemovedStmt:
		return true
	case *replay.EachStmt:
		return anyTracked(s.Terms)
	case *replay.CountStmt:
		return anyTracked(s.Terms)
	case *replay.SumStmt:
		return anyTracked(s.Terms)
	case *replay.QueryStmt:
		return anyTracked(s.Terms)
	}
	return false
}

func anyTracked(terms []replay.Term) bool {
	return slices.ContainsFunc(terms, func(t replay.Term) bool { return t.Tracked() })
}
