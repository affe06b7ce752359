package frame

import (
	"unsafe"

	"ecslab/ecs/driver"
	"ecslab/internal/removal"
)

// framesKept is for how many frames a removal is readable. The end of frame N
// drops those with N - stamp > 2: frames f to f+3 can read one of frame f.
const framesKept = 4

// tracker remembers as Estella does.
type tracker struct {
	clock    clock
	values   []values // by component
	created  *records // nil: creation is not tracked
	removals *removal.Log
}

// values is the records of a component. A kind that is not opted in has nil.
type values struct {
	added, changed *records
}

var _ interface {
	driver.Tracker
	driver.Indexed
} = (*tracker)(nil)

// New makes a tracker: frame as published or, exact, frame-exact.
func New(exact bool) driver.Tracker {
	return &tracker{clock: clock{now: 1, exact: exact}}
}

func (t *tracker) Name() string {
	if t.clock.exact {
		return "frame-exact"
	}
	return "frame"
}

// Settings is empty: the name says which form it is.
func (t *tracker) Settings() string { return "" }

func (t *tracker) Attach(env driver.TrackerEnv) {
	t.removals = removal.NewLog(framesKept, env.Directory)
	if env.Created {
		t.created = new(records)
	}
}

func (t *tracker) Register(c *driver.Component) {
	for int(c.ID) >= len(t.values) {
		t.values = append(t.values, values{})
	}
	v := &t.values[c.ID]
	if c.Kinds&driver.Added != 0 {
		v.added = new(records)
	}
	if c.Kinds&driver.Changed != 0 {
		v.changed = new(records)
	}
	if c.Kinds&driver.Removed != 0 {
		t.removals.Track(c.ID)
	}
}

// Beside: nothing lies beside the values.
func (t *tracker) Beside(driver.ComponentID) int { return 0 }

func (t *tracker) Implies(k driver.Kinds) bool {
	return k == driver.Added || k == driver.Changed
}

func (t *tracker) Buries() bool { return true }

// Shape: a single mark takes a call, for the record lies by index.
func (t *tracker) Shape(k driver.Kinds, c driver.ComponentID) driver.Shape {
	v := &t.values[c]
	if k == driver.Added && v.added != nil || k == driver.Changed && v.changed != nil {
		return driver.Shape{Way: driver.MarkCall}
	}
	return driver.Shape{Way: driver.MarkNothing}
}

// Born implements driver.Tracker.
func (t *tracker) Born(es []driver.Entity) {
	if t.created != nil {
		t.created.markEntities(es, t.clock.now)
	}
}

// Died erases nothing: the generations no longer fit.
func (t *tracker) Died(es []driver.Entity) { t.removals.Died() }

// Mark implements driver.Tracker.
func (t *tracker) Mark(c driver.ComponentID, k driver.Kinds, ch *driver.Chunk, col int) {
	v, column := &t.values[c], &ch.Cols[col]
	if column.Absent {
		return
	}
	if k&driver.Added != 0 && v.added != nil {
		v.added.mark(ch, column, t.clock.now)
	}
	if k&driver.Changed != 0 && v.changed != nil {
		v.changed.mark(ch, column, t.clock.now)
	}
}

// MarkCell implements driver.Tracker.
func (t *tracker) MarkCell(c driver.ComponentID, k driver.Kinds, e driver.Entity, _ *driver.Cell) {
	v := &t.values[c]
	if k&driver.Added != 0 && v.added != nil {
		v.added.set(e, t.clock.now)
	}
	if k&driver.Changed != 0 && v.changed != nil {
		v.changed.set(e, t.clock.now)
	}
}

// Filter implements driver.Tracker. It needs no column: it goes by entity.
func (t *tracker) Filter(r driver.Record, w driver.Window, ch *driver.Chunk, _ int, out *driver.Bits) {
	var of *records
	switch r.Kind {
	case driver.Added:
		of = t.values[r.Component].added
	case driver.Changed:
		of = t.values[r.Component].changed
	case driver.Created:
		of = t.created
	case driver.Removed:
		t.removals.Set(r.Component, uint64(w.After)).Filter(ch, out)
		return
	}
	if of == nil {
		clear(out[:(ch.N+63)>>6])
		return
	}
	of.filter(ch, uint64(w.After), out)
}

func (t *tracker) Bytes() int {
	bytes := int(unsafe.Sizeof(*t)) + cap(t.values)*int(unsafe.Sizeof(values{})) + t.removals.Bytes()
	for i := range t.values {
		bytes += t.values[i].added.bytes() + t.values[i].changed.bytes()
	}
	return bytes + t.created.bytes()
}
