package ticks

import (
	"unsafe"

	"ecslab/ecs/driver"
	"ecslab/internal/removal"
)

// tracker remembers as Bevy does.
type tracker struct {
	clock    clock
	columns  []columns // by component
	created  created
	removals *removal.Log
	host     driver.Host
	tracks   bool // creation is tracked
}

// columns says which of the tracker's columns of a component has which kind.
type columns struct {
	kinds   driver.Kinds
	added   int // -1: none
	changed int // -1: none
}

var _ interface {
	driver.Tracker
	driver.Indexed
} = (*tracker)(nil)

// New makes a tracker whose clock has the given first value.
func New(first uint32) driver.Tracker {
	t := new(tracker)
	t.clock.start(first)
	return t
}

func (t *tracker) Name() string { return "ticks" }

// Settings is empty: the first value of the clock does not matter to a load,
// which sets the clock.
func (t *tracker) Settings() string { return "" }

func (t *tracker) Attach(env driver.TrackerEnv) {
	t.host, t.tracks = env.Host, env.Created
	t.removals = removal.NewLog(framesKept, env.Directory)
}

func (t *tracker) Register(c *driver.Component) {
	for int(c.ID) >= len(t.columns) {
		t.columns = append(t.columns, columns{added: -1, changed: -1})
	}
	cs := columns{kinds: c.Kinds, added: -1, changed: -1}
	next := 0
	if c.Kinds&driver.Added != 0 {
		cs.added = next
		next++
	}
	if c.Kinds&driver.Changed != 0 {
		cs.changed = next
	}
	t.columns[c.ID] = cs
	if c.Kinds&driver.Removed != 0 {
		t.removals.Track(c.ID)
	}
}

func (t *tracker) Beside(c driver.ComponentID) int {
	cs := &t.columns[c]
	switch {
	case cs.added >= 0 && cs.changed >= 0:
		return 2
	case cs.added >= 0 || cs.changed >= 0:
		return 1
	}
	return 0
}

func (t *tracker) Implies(k driver.Kinds) bool {
	return k == driver.Added || k == driver.Changed
}

func (t *tracker) Buries() bool { return true }

// Shape: a single mark is a store beside the row.
func (t *tracker) Shape(k driver.Kinds, c driver.ComponentID) driver.Shape {
	column := t.columns[c].changed
	if k == driver.Added {
		column = t.columns[c].added
	}
	if column >= 0 {
		return driver.Shape{Way: driver.MarkStamp, Column: column, Now: &t.clock.stamp}
	}
	return driver.Shape{Way: driver.MarkNothing}
}

func (t *tracker) Begin(tl *driver.Timeline) driver.Window {
	w := t.clock.begin(tl)
	t.check()
	return w
}

func (t *tracker) Close(tl *driver.Timeline) {
	t.clock.close(tl)
	t.settle()
	t.check()
}

// Finish does nothing: the run was over before its deferred operations.
func (t *tracker) Finish(*driver.Timeline) {}

func (t *tracker) EndFrame(n uint64) {
	t.removals.EndFrames(n)
	for n > 0 {
		n -= t.clock.advance(n)
		t.settle()
	}
	t.check()
}

func (t *tracker) Moment() driver.Moment {
	m := t.clock.moment()
	t.settle()
	t.check()
	return m
}

func (t *tracker) Since(m driver.Moment) driver.Window { return t.clock.since(m) }

func (t *tracker) Bytes() int {
	return int(unsafe.Sizeof(*t)) + cap(t.columns)*int(unsafe.Sizeof(columns{})) +
		t.created.bytes() + t.removals.Bytes()
}
