package ecs

import (
	"fmt"

	"ecslab/ecs/driver"
)

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

// AddedOf is Of for AllAdded and its like. It compiles only for types that
// declare by a marker method that they are tracked for added.
func AddedOf[T TracksAdded]() Component { return Of[T]() }

// ChangedOf is AddedOf for changed: AllChanged(ChangedOf[Position]()).
func ChangedOf[T TracksChanged]() Component { return Of[T]() }

// RemovedOf is AddedOf for removed.
func RemovedOf[T TracksRemoved]() Component { return Of[T]() }

// Since is the same term over the window since a moment. The moment is read
// each time the query is opened.
func (t Tracked) Since(m *Moment) Tracked {
	t.since = m
	return t
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

// optedIn are the components that are tracked, by kind.
type optedIn struct{ added, changed, removed Mask }

func (o *optedIn) take(c *driver.Component) {
	if c.Kinds&Added != 0 {
		o.added.Set(c.ID)
	}
	if c.Kinds&Changed != 0 {
		o.changed.Set(c.ID)
	}
	if c.Kinds&Removed != 0 {
		o.removed.Set(c.ID)
	}
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
