package ecs

import (
	"fmt"
	"iter"
)

// Each makes a pass and calls f for every match. The callback costs about 1 ns
// a match more than the loop over slices; see the package documentation. A view
// that the query was not prepared with is ErrForeign. If f closes the query, it
// is not called again.
func Each[A any](q *Query, a *View[A], f func(Entity, *A)) error {
	if err := q.openFor(f != nil, a); err != nil {
		return err
	}
	defer q.Close()
	for c := q.Next(); c != nil; c = q.Next() {
		for k := 0; k < c.N && q.isOpen; k++ {
			f(c.Entities.At(k), a.At(c, k))
		}
	}
	return nil
}

// Each2 is Each with two components.
func Each2[A, B any](q *Query, a *View[A], b *View[B], f func(Entity, *A, *B)) error {
	if err := q.openFor(f != nil, a, b); err != nil {
		return err
	}
	defer q.Close()
	for c := q.Next(); c != nil; c = q.Next() {
		for k := 0; k < c.N && q.isOpen; k++ {
			f(c.Entities.At(k), a.At(c, k), b.At(c, k))
		}
	}
	return nil
}

// Each3 is Each with three components.
func Each3[A, B, C any](q *Query, a *View[A], b *View[B], d *View[C], f func(Entity, *A, *B, *C)) error {
	if err := q.openFor(f != nil, a, b, d); err != nil {
		return err
	}
	defer q.Close()
	for c := q.Next(); c != nil; c = q.Next() {
		for k := 0; k < c.N && q.isOpen; k++ {
			f(c.Entities.At(k), a.At(c, k), b.At(c, k), d.At(c, k))
		}
	}
	return nil
}

// Range is Each as an iterator for range. Leaving the loop ends the pass. If the
// pass cannot be opened, or the view is not the query's, the loop is empty and
// Query.Err says why.
func Range[A any](q *Query, a *View[A]) iter.Seq2[Entity, *A] {
	return func(yield func(Entity, *A) bool) {
		if q.err = q.openFor(true, a); q.err != nil {
			return
		}
		defer q.Close()
		for c := q.Next(); c != nil; c = q.Next() {
			for k := 0; k < c.N && q.isOpen; k++ {
				if !yield(c.Entities.At(k), a.At(c, k)) {
					return
				}
			}
		}
	}
}

// Range2 is Range with two components.
func Range2[A, B any](q *Query, a *View[A], b *View[B]) iter.Seq2[*A, *B] {
	return func(yield func(*A, *B) bool) {
		if q.err = q.openFor(true, a, b); q.err != nil {
			return
		}
		defer q.Close()
		for c := q.Next(); c != nil; c = q.Next() {
			for k := 0; k < c.N && q.isOpen; k++ {
				if !yield(a.At(c, k), b.At(c, k)) {
					return
				}
			}
		}
	}
}

// Err is why the last Range over the query was empty; nil if it was walked.
func (q *Query) Err() error { return q.err }

// openFor is Open for a callback, if there is one, and views, if they are the
// query's: the slot of another means nothing here, and its type may be another.
func (q *Query) openFor(callback bool, views ...view) error {
	if !callback {
		return ErrZero
	}
	for _, v := range views {
		if !v.of(q) {
			return fmt.Errorf("%w: a view that the query was not prepared with", ErrForeign)
		}
	}
	return q.Open()
}
