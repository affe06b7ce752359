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
	over     bool       // an each was refused

	targets []ecs.Entity // scratch of references to several
	one     [1]ecs.Entity
	matches []ecs.Entity // answer of query and removed
	seen    []uint32     // scratch of sameSet, by entity index
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

// Run runs a file on a world of the backend and checks what it expects. The error says that the
// backend could not prepare a statement; that an answer was wrong stands in the Result. A backend
// that panics disagrees at the statement that it was busy with.
func Run(f *File, b ecs.Backend) (*Result, error) { return run(f, b, false) }

// RunPlain is Run with the backend's fast paths hidden.
func RunPlain(f *File, b ecs.Backend) (*Result, error) { return run(f, b, true) }

func run(f *File, b ecs.Backend, plain bool) (*Result, error) {
	m, err := newMachine(f, b, plain)
	if err != nil {
		return nil, err
	}
	m.check = true
	program, err := m.compile(f.Body)
	if err != nil {
		return nil, err
	}
	m.execute(program)
	return m.finish(), nil
}

// newMachine makes the world and registers the file's components in it.
func newMachine(f *File, b ecs.Backend, plain bool) (*machine, error) {
	o := ecs.DefaultOptions()
	o.Created, o.Ring, o.OverflowError, o.Clock = f.Settings.Created, f.Settings.Ring, f.Settings.OverflowError, f.Settings.Clock
	o.Plain = plain
	world := b.New(o)
	m := &machine{
		file:      f,
		world:     world,
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
	m.untracked = world.Tracker() == "none"
	m.tracker, m.known = trackerNamed(world.Tracker())
	m.sampler.generator = splitMix64(f.Settings.Seed)
	for i := range f.Components {
		if err := m.register(&f.Components[i]); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", f.Name, f.Components[i].Position.Line, err)
		}
	}
	for _, name := range f.Systems {
		m.systems = append(m.systems, world.System(name))
	}
	return m, nil
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

// execute runs steps of the top level.
func (m *machine) execute(program []step) {
	defer func() {
		if p := recover(); p != nil {
			m.over = true
			m.disagree(m.now, "no panic", fmt.Sprintf("panic: %v", p))
		}
	}()
	m.run(program)
}

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
