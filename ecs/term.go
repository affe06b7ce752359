package ecs

import (
	"fmt"

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

// Or holds where at least one of the terms does. They are presence and tracked
// terms; an Or cannot hold another.
func Or(terms ...Term) Term { return or(terms) }

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
	b.seesDisabled = true
	return nil
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
		case nil:
			return fmt.Errorf("%w: a term of an Or", ErrZero)
		default:
			return fmt.Errorf("%w: Or takes presence and tracked terms, not %T", ErrTerm, term)
		}
	}
	b.clauses = append(b.clauses, c)
	return nil
}
