package ecs

// Structural changes of all matches of a query. The query says who; it need not
// be walked for that, and nobody has to be asked whether they live. Where the
// storage knows how (driver.MatchExchanger), whole tables change hands.

// All exchanges all matches of a query of the same world and hands them to
// fill, which may be nil, chunk by chunk, as Batch does. Their order is the
// storage's. It makes a pass over the query, which marks its mutable columns.
func (x *Exchange) All(q *Query, fill func(*Chunk)) error {
	if err := x.w.mayChangeAll(q); err != nil {
		return err
	}
	if x.whole != nil && fill == nil && !x.tracks && q.bare() {
		x.w.structure++
		return x.whole.QuietMatches(q.cursor)
	}
	return x.w.ofMatches(q, func(es []Entity) error { return x.all(es, fill) })
}

// DespawnAll removes all matches of a query of this world with all they have.
// It makes a pass over the query, which marks its mutable columns.
func (w *World) DespawnAll(q *Query) error {
	if err := w.mayChangeAll(q); err != nil {
		return err
	}
	return w.ofMatches(q, func(es []Entity) error {
		if len(es) > 0 {
			w.despawn(es)
		}
		return nil
	})
}

// mayChangeAll is mayChange for the matches of a query.
func (w *World) mayChangeAll(q *Query) error {
	switch {
	case w == nil || q == nil || q.w == nil:
		return ErrZero
	case q.w != w:
		return ErrForeign
	}
	return w.mayChange()
}

// bare says that the matches are decided by presence alone, and that nobody
// would hear of a pass.
func (q *Query) bare() bool {
	return len(q.filter.clauses) == 0 && !q.never && !(Tracking && q.tracks) && q.w.watch == nil
}

// ofMatches does something with the matches of a query.
func (w *World) ofMatches(q *Query, do func([]Entity) error) error {
	list, err := q.Entities(w.matched[:0])
	w.matched = list
	if err != nil {
		return err
	}
	return do(list)
}
