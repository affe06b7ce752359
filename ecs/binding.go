package ecs

import (
	"fmt"
	"reflect"

	"ecslab/ecs/driver"
)

// binding collects the terms of an operation while it is prepared.
type binding struct {
	w            *World
	q            driver.Query
	claims       []claim
	clauses      []clause
	sinces       []*Moment // window 0 is the running system's
	usesRun      bool
	owner        any // the operation that the views belong to
	seesDisabled bool
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

// names reports whether a term of the query asks for the component.
func (b *binding) names(c ComponentID) bool {
	if b.q.All.Has(c) || b.q.None.Has(c) {
		return true
	}
	for i := range b.q.Any {
		if b.q.Any[i].Has(c) {
			return true
		}
	}
	for i := range b.q.Columns {
		if b.q.Columns[i].Component == c {
			return true
		}
	}
	return false
}

// conditional reports terms that only a query can take.
func (b *binding) conditional() bool {
	for i := range b.q.Columns {
		if !b.q.All.Has(b.q.Columns[i].Component) {
			return true
		}
	}
	return len(b.clauses) > 0 || len(b.q.Any) > 0
}

// covers reports whether every component of set with values has a view.
func (b *binding) covers(set *Mask) bool {
	viewed := Mask{}
	for _, a := range b.q.Columns {
		viewed.Set(a.Component)
	}
	for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
		if !viewed.Has(c) && b.w.schema.Of(c).Size > 0 {
			return false
		}
	}
	return true
}

// rank gives each view the place of its component in the ascending order of set.
func (b *binding) rank(set *Mask) {
	for i := range b.claims {
		b.claims[i].slot = set.Rank(b.claims[i].component)
	}
}
