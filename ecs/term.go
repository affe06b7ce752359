package ecs

import (
	"fmt"
	"reflect"

	"ecslab/ecs/driver"
)

// Term is a part of a query, a spawner or an exchange: a condition, or a View.
type Term interface{ bind(*binding) error }

// All holds for entities that have all of the components.
func All(cs ...Component) Term { return presence{all, cs} }

// None holds for entities that have none of the components.
func None(cs ...Component) Term { return presence{none, cs} }

// Any holds for entities that have at least one of the components.
func Any(cs ...Component) Term { return presence{anyOf, cs} }

// Tracked is a term on the records of a tracker. It looks at the window of the
// running system, or at the window since a moment.
type Tracked struct {
	mode  mode
	kind  Kinds
	cs    []Component
	since *Moment
}

// AllAdded holds for living entities to which all of the components were added
// in the window. The other eight are alike.
func AllAdded(cs ...Component) Tracked    { return Tracked{all, Added, cs, nil} }
func NoneAdded(cs ...Component) Tracked   { return Tracked{none, Added, cs, nil} }
func AnyAdded(cs ...Component) Tracked    { return Tracked{anyOf, Added, cs, nil} }
func AllChanged(cs ...Component) Tracked  { return Tracked{all, Changed, cs, nil} }
func NoneChanged(cs ...Component) Tracked { return Tracked{none, Changed, cs, nil} }
func AnyChanged(cs ...Component) Tracked  { return Tracked{anyOf, Changed, cs, nil} }
func AllRemoved(cs ...Component) Tracked  { return Tracked{all, Removed, cs, nil} }
func NoneRemoved(cs ...Component) Tracked { return Tracked{none, Removed, cs, nil} }
func AnyRemoved(cs ...Component) Tracked  { return Tracked{anyOf, Removed, cs, nil} }

// IsCreated holds for entities that were created in the window.
func IsCreated() Tracked { return Tracked{mode: all, kind: Created} }

// AddedOf, ChangedOf and RemovedOf name a component whose type declares by a
// marker method that it is tracked for that kind; for another type they do not
// compile. They serve the tracked terms: AllChanged(ChangedOf[Position]()).
func AddedOf[T TracksAdded]() Component     { return Of[T]() }
func ChangedOf[T TracksChanged]() Component { return Of[T]() }
func RemovedOf[T TracksRemoved]() Component { return Of[T]() }

// Since is the same term over the window since a moment. The moment is read
// each time the query is opened.
func (t Tracked) Since(m *Moment) Tracked {
	t.since = m
	return t
}

// Or holds where at least one of the terms does. They are presence and tracked
// terms; an Or cannot hold another.
func Or(terms ...Term) Term { return or(terms) }

// Probe asks, within a loop over a query, which matches of the chunk at hand
// have a record, without filtering by it: Bevy's is_changed. The answer is as
// before this pass's own marks on the chunk.
type Probe struct {
	bound
	term Tracked
}

// NewProbe makes a probe of a tracked term, to be given to one query.
func NewProbe(t Tracked) *Probe { return &Probe{unbound, t} }

// WithDisabled makes a query match disabled entities too; see Disabled.
func WithDisabled() Term { return withDisabled{} }

// Disabled is a tag that queries leave out unless they name it or have the
// term WithDisabled. A world in which it is not registered pays nothing.
type Disabled struct{}

type mode uint8

const (
	all mode = iota
	anyOf
	none
)

type presence struct {
	mode mode
	cs   []Component
}

type or []Term

type withDisabled struct{}

// binding collects the terms of an operation while it is prepared.
type binding struct {
	w       *World
	q       driver.Query
	claims  []claim
	clauses []clause
	sinces  []*Moment // window 0 is the running system's
	usesRun bool
	owner   any // the operation that the views belong to
	seesOff bool
}

// claim is a view or a probe that will belong to the operation.
type claim struct {
	term      *bound
	component ComponentID // of a view
	slot      int
}

// bindAll binds the terms of an operation that is being prepared.
func (b *binding) bindAll(terms []Term) error {
	for i, t := range terms {
		if v := reflect.ValueOf(t); t == nil || v.Kind() == reflect.Pointer && v.IsNil() {
			return fmt.Errorf("%w: term %d", ErrZero, i)
		}
		if err := t.bind(b); err != nil {
			return err
		}
	}
	return nil
}

// claim takes a term for the operation, whose it is from settle on: a
// preparation that fails leaves the term as it was.
func (b *binding) claim(term *bound, c ComponentID, slot int) error {
	if term.owner != nil {
		return fmt.Errorf("%w: a view belongs to one operation", ErrForeign)
	}
	b.claims = append(b.claims, claim{term, c, slot})
	return nil
}

// settle gives the operation, which is prepared, its terms.
func (b *binding) settle() {
	for _, c := range b.claims {
		*c.term = bound{b.owner, c.slot}
	}
}

// view binds a view of a component.
func (b *binding) view(v *bound, c Component, a driver.Access) (ComponentID, error) {
	id, err := c.resolve(b.w)
	if err != nil {
		return 0, err
	}
	a.Component = id
	a.Beside = a.Write && b.w.beside(id) > 0
	if !a.Maybe {
		b.q.All.Set(id)
	}
	return id, b.claim(v, id, b.column(a))
}

// A filter is an AND of clauses, a clause an OR of tests.
type clause []test

// test asks one thing of every match of a chunk.
type test struct {
	mode    mode
	leaves  []leaf // tracked: all, any or none of these
	columns []int  // presence: all, any or none of these columns; nil if tracked
}

// leaf is a single question to the tracker.
type leaf struct {
	record driver.Record
	column int // the component's column; -1: none
	window int // into binding.sinces
}

func (p presence) bind(b *binding) error {
	set, err := b.w.resolveMask(p.cs)
	if err != nil {
		return err
	}
	switch p.mode {
	case all:
		b.q.All = b.q.All.Or(&set)
	case none:
		b.q.None = b.q.None.Or(&set)
	default:
		b.q.Any = append(b.q.Any, set)
	}
	return nil
}

func (withDisabled) bind(b *binding) error {
	b.seesOff = true
	return nil
}

func (t Tracked) bind(b *binding) error {
	test, err := b.test(t)
	if err != nil {
		return err
	}
	b.clauses = append(b.clauses, clause{test})
	// What a record proves about presence narrows the query.
	if t.kind == Created || !b.w.tracker.Implies(t.kind) {
		return nil
	}
	switch set, _ := b.w.resolveMask(t.cs); t.mode {
	case all:
		b.q.All = b.q.All.Or(&set)
	case anyOf:
		b.q.Any = append(b.q.Any, set)
	}
	return nil
}

// test resolves a tracked term to its leaves.
func (b *binding) test(t Tracked) (test, error) {
	out := test{mode: t.mode}
	switch {
	case t.kind == 0:
		return out, fmt.Errorf("%w: a tracked term", ErrZero)
	case !Tracking || b.w.tracker == nil:
		return out, ErrNoTracker
	}
	window := b.window(t.since)
	if t.kind == Created {
		if err := b.w.checkTracked(Created, 0); err != nil {
			return out, err
		}
		out.leaves = []leaf{{driver.Record{Kind: Created}, -1, window}}
		return out, nil
	}
	for _, c := range t.cs {
		id, err := c.resolve(b.w)
		if err != nil {
			return out, err
		}
		if err := b.w.checkTracked(t.kind, id); err != nil {
			return out, err
		}
		column := -1
		if t.kind != Removed && b.w.tracker.Beside(id) > 0 {
			column = b.column(driver.Access{Component: id, Maybe: true, Beside: true})
		}
		out.leaves = append(out.leaves, leaf{driver.Record{Kind: t.kind, Component: id}, column, window})
	}
	return out, nil
}

func (o or) bind(b *binding) error {
	var c clause
	for _, term := range o {
		switch t := term.(type) {
		case Tracked:
			test, err := b.test(t)
			if err != nil {
				return err
			}
			c = append(c, test)
		case presence:
			test := test{mode: t.mode, columns: []int{}}
			for _, comp := range t.cs {
				id, err := comp.resolve(b.w)
				if err != nil {
					return err
				}
				test.columns = append(test.columns, b.column(driver.Access{Component: id, Maybe: true}))
			}
			c = append(c, test)
		default:
			return fmt.Errorf("Or takes presence and tracked terms, not %T", term)
		}
	}
	b.clauses = append(b.clauses, c)
	return nil
}

func (p *Probe) bind(b *binding) error {
	q, ok := b.owner.(*Query)
	if !ok {
		return fmt.Errorf("%w: a probe belongs to a query", ErrForeign)
	}
	test, err := b.test(p.term)
	if err != nil {
		return err
	}
	q.probes = append(q.probes, test)
	return b.claim(&p.bound, 0, len(q.probes)-1)
}

// column is the place of a component's column, shared by all who ask for it.
func (b *binding) column(a driver.Access) int {
	for i := range b.q.Columns {
		have := &b.q.Columns[i]
		if have.Component == a.Component {
			have.Write = have.Write || a.Write
			have.Beside = have.Beside || a.Beside
			return i
		}
	}
	b.q.Columns = append(b.q.Columns, a)
	return len(b.q.Columns) - 1
}

func (b *binding) window(m *Moment) int {
	if m == nil {
		b.usesRun = true
		return 0
	}
	for i, have := range b.sinces[1:] {
		if have == m {
			return i + 1
		}
	}
	b.sinces = append(b.sinces, m)
	return len(b.sinces) - 1
}

// checkTracked is nil if the world tracks that kind of the component.
func (w *World) checkTracked(k Kinds, c ComponentID) error {
	if !Tracking || w.tracker == nil {
		return ErrNoTracker
	}
	if k == Created {
		if !w.options.Created {
			return fmt.Errorf("%w: created is off", ErrUntracked)
		}
		return nil
	}
	if comp := w.schema.Of(c); comp.Kinds&k == 0 {
		return fmt.Errorf("%w: %s, %v", ErrUntracked, comp.Name, k)
	}
	return nil
}
