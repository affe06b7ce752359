package replay

import (
	"fmt"
	"reflect"

	"ecslab/ecs"
)

// A machine is one run of a file: a world and what the file has named in it.
//
// Statements are compiled once to steps, which hold what was prepared against the world, and are
// then run as often as they stand in a repeat. A step looks labels up in a dense table and calls
// the world; names are put together only where a disagreement is shown.
type machine struct {
	file       *File
	world      *ecs.World
	components []ecs.ComponentID // by ComponentID of the file
	systems    []*ecs.System
	labels     []label
	marks      []mark
	snapshots  []snapshot
	sampler    sampler
	frame      uint64 // frames that ended, counted back by load
	deferred   []*deferStep

	tracker   TrackerName
	untracked bool // the world has no tracker
	known     bool // the tracker is one that an answer line can name
	check     bool // answers are compared; else only what is an error and what is not
	namesDead bool // an answer of removed can name dead entities, so labels keep their past

	prepared prepared
	applyAll func() error // applies deferred; made once
	now      Stmt         // the statement that is executed, for a panic
	fault    fault
	result   *Result
	watch    *stopwatch // nil: not timed
	story    *story     // nil: nobody asks why
	over     bool       // an each was refused

	targets []ecs.Entity // scratch of references to several
	one     [1]ecs.Entity
	matches []ecs.Entity // answer of query and removed
	seen    []uint32     // scratch of the comparison of matches, by entity index
	pass    uint32       // the last number written to seen
}

// A mark is a remembered time. Prepared terms hold the address of its moment.
type mark struct {
	made   bool
	moment ecs.Moment
}

// A snapshot is what save has put by.
type snapshot struct {
	world  *ecs.Snapshot
	labels []label
	marks  []mark
	frame  uint64
}

// Run runs a file on a world of the backend and checks what it expects. A backend that panics, or
// cannot prepare a statement, disagrees at the statement that it was busy with.
func Run(f *File, b ecs.Backend) *Result { return run(f, b, false) }

// RunPlain is Run with the backend's fast paths hidden.
func RunPlain(f *File, b ecs.Backend) *Result { return run(f, b, true) }

func run(f *File, b ecs.Backend, plain bool) *Result {
	m := newMachine(f, b)
	m.check = true
	m.guard(func() {
		m.open(b, plain)
		m.run(m.compile(f.Body))
	})
	return m.finish()
}

// newMachine makes a machine that has no world yet.
func newMachine(f *File, b ecs.Backend) *machine {
	m := &machine{
		file:      f,
		labels:    make([]label, len(f.Labels)),
		marks:     make([]mark, len(f.Marks)),
		snapshots: make([]snapshot, len(f.Snapshots)),
		prepared: prepared{
			queries:   map[string]*query{},
			spawners:  map[ecs.Mask]*spawner{},
			exchanges: map[exchangeKey]*exchange{},
		},
		result: &Result{File: f.Name, Pair: b.Pair()},
	}
	m.applyAll = m.applyDeferred
	m.sampler.generator = splitMix64(f.Settings.Seed)
	return m
}

// open makes the world, with the file's components and systems.
func (m *machine) open(b ecs.Backend, plain bool) {
	f := m.file
	o := ecs.DefaultOptions()
	o.Created, o.Ring, o.OverflowError, o.Clock = f.Settings.Created, f.Settings.Ring, f.Settings.OverflowError, f.Settings.Clock
	o.Plain = plain
	m.world = b.New(o)
	m.untracked = m.world.Tracker() == "none"
	m.tracker, m.known = trackerNamed(m.world.Tracker())
	for i := range f.Components {
		m.must(m.register(&f.Components[i]))
	}
	for _, name := range f.Systems {
		m.systems = append(m.systems, m.world.System(name))
	}
}

// A failure is an error of a backend that has no place in the language: a statement could not be
// prepared. must panics with it, and guard catches it.
type failure struct{ error }

func (m *machine) must(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// guard makes a panic of the backend a disagreement, which ends the run.
func (m *machine) guard(work func()) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case failure:
			m.over = true
			m.disagree(m.now, "no error", "error: "+p.Error())
		default:
			m.over = true
			m.disagree(m.now, "no panic", fmt.Sprintf("panic: %v", p))
		}
	}()
	work()
}

func (m *machine) register(c *Component) error {
	options := []ecs.ComponentOption{ecs.Named(c.Name)}
	if c.Sparse {
		options = append(options, ecs.InSparseSet())
	}
	for kind := Added; kind <= Removed; kind++ {
		if c.Track.Has(kind) {
			options = append(options, ecs.Track(ecsKinds[kind]))
		}
	}
	id, err := m.world.RegisterType(reflect.ArrayOf(c.Fields, reflect.TypeFor[float64]()), options...)
	m.components = append(m.components, id)
	return err
}

var ecsKinds = [...]ecs.Kinds{Added: ecs.Added, Changed: ecs.Changed, Removed: ecs.Removed, Created: ecs.Created}

// run runs steps in order.
func (m *machine) run(program []step) {
	for _, s := range program {
		if m.over {
			return
		}
		s.run(m)
	}
}

// finish settles the verdict.
func (m *machine) finish() *Result {
	r := m.result
	switch {
	case r.Disagreements > 0:
		r.Verdict = Disagree
	case r.Refused > 0:
		r.Verdict = NotApplicable
	}
	return r
}

// disagree counts a disagreement and keeps the first.
func (m *machine) disagree(s Stmt, expected, got string) {
	m.result.Disagreements++
	if m.result.First == nil {
		d := &Disagreement{File: m.file.Name, Expected: expected, Got: got}
		if s != nil {
			d.Position = s.Pos()
		}
		m.result.First = d
	}
}

// told reports whether the next disagreement would not be shown, so that nobody need word it.
func (m *machine) told() bool {
	if m.result.First == nil {
		return false
	}
	m.result.Disagreements++
	return true
}

// judge compares how a statement went with how it was expected to go.
func (m *machine) judge(s, op Stmt, err error, fail bool) {
	if (err != nil) == fail || m.told() {
		return
	}
	if fail {
		m.disagree(s, "an error", "none: "+m.file.asked(op)+" was done")
		return
	}
	m.disagree(s, "no error", m.explain(op, err))
}

// refuse notes the answer of a world without a tracker to a question for one.
func (m *machine) refuse(s, asked Stmt, err error) {
	if err != nil {
		m.result.Refused++
	} else if !m.told() {
		m.disagree(s, "a refusal, for want of a tracker", "an answer to "+m.file.asked(asked))
	}
}
