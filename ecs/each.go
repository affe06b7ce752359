package ecs

import "iter"

// Each makes a pass and calls f for every match. The callback costs about 1 ns
// a match more than the loop over slices; see the package documentation.
func Each[A any](q *Query, a *View[A], f func(Entity, *A)) error {
	if err := q.Open(); err != nil {
		return err
	}
	defer q.Close()
	for c := q.Next(); c != nil; c = q.Next() {
		for k := range c.N {
			f(c.Entities.At(k), a.At(c, k))
		}
	}
	return nil
}

// Each2 is Each with two components.
func Each2[A, B any](q *Query, a *View[A], b *View[B], f func(Entity, *A, *B)) error {
	if err := q.Open(); err != nil {
		return err
	}
	defer q.Close()
	for c := q.Next(); c != nil; c = q.Next() {
		for k := range c.N {
			f(c.Entities.At(k), a.At(c, k), b.At(c, k))
		}
	}
	return nil
}

// Each3 is Each with three components.
func Each3[A, B, C any](q *Query, a *View[A], b *View[B], d *View[C], f func(Entity, *A, *B, *C)) error {
	if err := q.Open(); err != nil {
		return err
	}
	defer q.Close()
	for c := q.Next(); c != nil; c = q.Next() {
		for k := range c.N {
			f(c.Entities.At(k), a.At(c, k), b.At(c, k), d.At(c, k))
		}
	}
	return nil
}

// Range is Each as an iterator for range. An error of Open is told by the
// function that it returns beside it, and the loop is then empty. Leaving the
// loop ends the pass.
func Range[A any](q *Query, a *View[A]) (seq iter.Seq2[Entity, *A], err func() error) {
	var failed error
	return func(yield func(Entity, *A) bool) {
		if failed = q.Open(); failed != nil {
			return
		}
		defer q.Close()
		for c := q.Next(); c != nil; c = q.Next() {
			for k := range c.N {
				if !yield(c.Entities.At(k), a.At(c, k)) {
					return
				}
			}
		}
	}, func() error { return failed }
}

// Range2 is Range with two components.
func Range2[A, B any](q *Query, a *View[A], b *View[B]) (seq iter.Seq2[*A, *B], err func() error) {
	var failed error
	return func(yield func(*A, *B) bool) {
		if failed = q.Open(); failed != nil {
			return
		}
		defer q.Close()
		for c := q.Next(); c != nil; c = q.Next() {
			for k := range c.N {
				if !yield(a.At(c, k), b.At(c, k)) {
					return
				}
			}
		}
	}, func() error { return failed }
}
