package replay

import (
	"fmt"
	"maps"
	"slices"

	"ecslab/ecs"
)

// A story is what happened in a run of a file, event by event with stamps, and the clock of the
// tracker by the rules of its documentation. It is kept by the interpreter beside the world and
// never asks the tracker, so that what it says of an answer can be held against the answer.
//
//	statement ──▶ world ──▶ answer ◀── compared ──┐
//	    └───────▶ story: events, windows ──▶ why ─┘
type story struct {
	m     *machine
	chron chronicle
	saved map[SnapshotID]chronicle
	want  func(line int32, execution int) bool
	told  []*Why
	times map[int32]int // executions of a line

	// of are the events of each entity, by their place; the first so many events are in it.
	of      map[ecs.Entity][]int32
	indexed int

	system SystemID // of the open run
	opened int32    // its line

	// Of the operation at hand.
	line    int32
	what    string
	edit    *EditStmt
	targets []target
}

// A chronicle is the part of a story that a snapshot holds.
type chronicle struct {
	rules  rules
	events []event
	frame  int64 // frames that ended
	marks  map[MarkID]moment
	runs   map[SystemID]lastRun
}

// A moment is a time on the tracker's clock, and the line that took it.
type moment struct {
	at   int64
	line int32
}

// lastRun is a system's last run.
type lastRun struct {
	last int64 // on the tracker's clock
	line int32
	ran  bool
}

// An event is one thing that happened to an entity.
type event struct {
	kind      Kind // Added, Changed, Removed, Created; Present says that the component went
	component ComponentID
	entity    ecs.Entity
	stamp     int64
	frame     int64
	line      int32
	what      string // the statement, without its answers
	cleared   int32  // line of the clear that forgot it; 0: none
}

// A target is an entity that an operation is about to change.
type target struct {
	entity ecs.Entity
	has    []bool // by argument
	same   bool   // of update: the values are there already
}

func newStory(m *machine, want func(line int32, execution int) bool) *story {
	s := &story{m: m, want: want, saved: map[SnapshotID]chronicle{}, times: map[int32]int{}}
	s.chron = chronicle{rules: newRules(m), marks: map[MarkID]moment{}, runs: map[SystemID]lastRun{}}
	return s
}

func (c chronicle) clone() chronicle {
	c.events = slices.Clone(c.events)
	c.marks, c.runs = maps.Clone(c.marks), maps.Clone(c.runs)
	return c
}

// record appends an event, if the file tracks it. A component that goes is always noted: with it
// go the records that ticks and frame keep beside it.
func (s *story) record(k Kind, c ComponentID, e ecs.Entity) {
	switch {
	case k == Created && !s.m.file.Settings.Created:
		return
	case k != Created && k != Present && !s.m.file.Components[c].Track.Has(k):
		return
	}
	s.chron.events = append(s.chron.events, event{kind: k, component: c, entity: e,
		stamp: s.chron.rules.stamp(), frame: s.chron.frame, line: s.line, what: s.what})
}

// begin notes the operation that comes.
func (s *story) begin(line Stmt, asked Operation) {
	s.line, s.what, s.targets = line.Pos().Line, s.m.file.asked(asked), nil
	switch o := asked.(type) {
	case *EditStmt:
		s.edit = o // of several, the targets are captured when they are known
		if o.Target.Single() {
			if e, err := s.m.single(&o.Target); err == nil {
				s.capture(o, []ecs.Entity{e})
			}
		}
	case *EachStmt:
		q := s.m.query(o.Terms, nil, false)
		err := q.ready(s.m)
		var es []ecs.Entity
		if err == nil {
			es, err = q.Entities(nil)
		}
		for _, e := range es {
			s.targets = append(s.targets, target{entity: e})
		}
		if tracked(o.Terms) {
			s.asked(line, o, err, func() string { return s.m.nameList(es) })
		}
	}
}

// capture notes the entities of an edit as they are before it.
func (s *story) capture(o *EditStmt, es []ecs.Entity) {
	for _, e := range es {
		t := target{entity: e}
		for _, a := range o.Args {
			t.has = append(t.has, s.m.world.Has(e, s.m.components[a.Component]))
			if o.Edit == Update {
				p, err := s.m.world.ReadPointer(e, s.m.components[a.Component])
				t.same = err == nil && equal(value(p, len(a.Values)), a.Values)
			}
		}
		if o.Edit == Despawn {
			for c := range s.m.file.Components {
				t.has = append(t.has, s.m.world.Has(e, s.m.components[c]))
			}
		}
		s.targets = append(s.targets, t)
	}
}

// done notes what an operation did that gave no error: the marking table.
func (s *story) done(asked Operation) {
	switch o := asked.(type) {
	case *SpawnStmt:
		for _, e := range s.spawned(o) {
			s.record(Created, NoComponent, e)
			for _, a := range o.Args {
				s.record(Added, a.Component, e)
				s.record(Changed, a.Component, e)
			}
		}
	case *EachStmt:
		for _, t := range s.targets {
			for _, c := range o.Mut {
				s.record(Changed, c, t.entity)
			}
		}
	case *EditStmt:
		for _, t := range s.targets {
			s.edited(o, t)
		}
	}
}

func (s *story) edited(o *EditStmt, t target) {
	if o.Edit == Despawn {
		for c, has := range t.has {
			if has {
				s.record(Removed, ComponentID(c), t.entity)
				s.record(Present, ComponentID(c), t.entity)
			}
		}
		return
	}
	for i, a := range o.Args {
		c := a.Component
		switch {
		case o.Edit == Remove && t.has[i]:
			s.record(Removed, c, t.entity)
			s.record(Present, c, t.entity)
		case (o.Edit == Add || o.Edit == Set) && !t.has[i]:
			s.record(Added, c, t.entity)
			s.record(Changed, c, t.entity)
		case o.Edit == Set, o.Edit == Mut, o.Edit == Update && !t.same:
			s.record(Changed, c, t.entity)
		}
	}
}

// spawned are the entities that a spawn has made.
func (s *story) spawned(o *SpawnStmt) []ecs.Entity {
	l := &s.m.labels[o.Label]
	if o.Form == SpawnOne {
		return []ecs.Entity{l.single}
	}
	return l.members[len(l.members)-o.N:]
}

// clear notes what a clear forgets.
func (s *story) clear(o *ClearStmt) {
	for i := range s.chron.events {
		e := &s.chron.events[i]
		kind := e.kind == Created && o.Created ||
			e.kind <= Removed && o.Kinds.Has(e.kind) && (o.Component == NoComponent || o.Component == e.component)
		if kind && e.cleared == 0 {
			e.cleared = o.Pos().Line
		}
	}
}

func (s *story) save(o *SaveStmt) { s.saved[o.Snapshot] = s.chron.clone() }
func (s *story) load(o *LoadStmt) {
	s.chron = s.saved[o.Snapshot].clone()
	s.of, s.indexed = nil, 0
}

// open, close and end are the stages of a run.
func (s *story) open(o *RunStmt) {
	s.system, s.opened = o.System, o.Pos().Line
	s.chron.rules.begin()
}

func (s *story) close() { s.chron.rules.close() }

func (s *story) end() {
	s.chron.runs[s.system] = lastRun{s.chron.rules.end(), s.opened, true}
}

func (s *story) tick(n int) {
	s.chron.rules.tick(int64(n))
	s.chron.frame += int64(n)
}

func (s *story) mark(o *MarkStmt) {
	s.chron.marks[o.Mark] = moment{s.chron.rules.moment(), o.Pos().Line}
}

// observed notes why an observation answers as it does.
func (s *story) observed(step *observationStep, err error) {
	s.asked(step.stmt, step.asked, err, func() string { return step.obs.got(s.m) })
}

// asked notes why a question was answered so.
func (s *story) asked(line, asked Stmt, err error, got func() string) {
	at := line.Pos().Line
	s.times[at]++
	if !s.want(at, s.times[at]) {
		return
	}
	w := s.why(asked)
	w.Line, w.Execution, w.Asked = int(at), s.times[at], s.m.file.asked(asked)
	if err != nil {
		w.Answer = fmt.Sprintf("error: %v", err)
	} else {
		w.Answer = got()
	}
	s.told = append(s.told, w)
}

// eventsOf are the places of an entity's events.
func (s *story) eventsOf(e ecs.Entity) []int32 {
	if s.of == nil {
		s.of = map[ecs.Entity][]int32{}
	}
	for ; s.indexed < len(s.chron.events); s.indexed++ {
		of := s.chron.events[s.indexed].entity
		s.of[of] = append(s.of[of], int32(s.indexed))
	}
	return s.of[e]
}
