package ecs

import "ecslab/ecs/driver"

// Watcher is told what a program does with a world, for a recorder of it. A
// world without one pays a check for nil an operation, a batch or a chunk, and
// nothing at a single mutable access.
//
// Values are not among it: callers write them after the operation has handed
// out where. A watcher reads them when the next structural change comes, or the
// end of a run or a frame. Slices are valid during the call only.
//
// A watcher is told in the middle of operations: until its method returns, no
// structural change can be made (ErrOpen), and a pass that it opens it closes.
type Watcher interface {
	// Spawned tells of new entities with the components of set.
	Spawned(es []Entity, set *Mask)
	// Exchanging tells of living entities that are about to get the components
	// of add where they lack them, those of set written, and to lose those of remove.
	Exchanging(es []Entity, add, set, remove *Mask)
	// Despawning tells of living entities that are about to go.
	Despawning(es []Entity)
	// Accessed tells of a single mutable access, Referenced of one that is not
	// tracked.
	Accessed(e Entity, c ComponentID)
	Referenced(e Entity, c ComponentID)

	// Opened and Closed are the ends of a pass over a query; complete says that
	// all n matches were walked. Passed, in between, tells of a chunk with
	// mutable columns, which the caller writes until the pass is closed.
	Opened(q *Query)
	Passed(q *Query, es []Entity)
	Closed(q *Query, n int, complete bool)
	// Asked and Listed tell of answers of Was and Removals.
	Asked(e Entity, t TermShape, answer bool)
	Listed(c ComponentID, since *Moment, answer []Entity)

	// Began, Closing and Ended are the stages of a run: what is applied between
	// the last two was deferred.
	Began(s *System)
	Closing()
	Ended()
	FrameEnded(n uint64)
	TimeTaken(m Moment)
	Cleared(k Kinds, cs []ComponentID)
	Saved(s *Snapshot)
	Loaded(s *Snapshot)
	// Registered tells of a new component type.
	Registered(c ComponentID)
	// Other tells of what has no place in a trace, in words.
	Other(what string)
}

// Watch makes the world tell a watcher what is done with it; nil ends that. It
// fails while a query is open or a system runs.
//
// A write through Get, At or ReadPointer, which are for reading, cannot be seen,
// nor can one through Untracked by a worker of a parallel pass; nor can Flush be
// told from what it applies.
func (w *World) Watch(watcher Watcher) error {
	if err := w.atRest(); err != nil {
		return err
	}
	w.watch = nil
	if watcher != nil {
		w.watch = &guarded{w, watcher}
	}
	for _, l := range w.gets {
		l.setShape()
	}
	return nil
}

// Untouched reports whether the world is as it was made, but for component types
// and frames: no entity was made, and no system has run.
func (w *World) Untouched() bool {
	for _, s := range w.systems {
		if s.timeline.Ran {
			return false
		}
	}
	return w.dir.Span() == 0
}

// Options are the settings that the world was made with.
func (w *World) Options() Options { return w.options }

// TermShape is a term in plain parts.
type TermShape struct {
	Quantifier string // "All", "None", "Any"; "Or" of Terms
	Kind       Kinds  // 0: of presence
	Components []ComponentID
	Since      *Moment // nil: the running system's window
	Terms      []TermShape
}

// Shape is the conditions of the query, to be read only. A component whose view
// matches must have is an All, one whose view they may lack is left out.
func (q *Query) Shape() []TermShape { return q.shape }

// Writes are the components with mutable columns.
func (q *Query) Writes() []ComponentID {
	var list []ComponentID
	for _, a := range q.spec.Columns {
		if a.Write {
			list = append(list, a.Component)
		}
	}
	return list
}

var modeNames = [...]string{all: "All", anyOf: "Any", none: "None"}

func (w *World) shapesOf(terms []Term) (list []TermShape) {
	ids := func(cs []Component) (ids []ComponentID) {
		for _, c := range cs {
			if id, err := c.resolve(w); err == nil {
				ids = append(ids, id)
			}
		}
		return ids
	}
	for _, t := range terms {
		switch t := t.(type) {
		case presence:
			list = append(list, TermShape{Quantifier: modeNames[t.mode], Components: ids(t.cs)})
		case Tracked:
			list = append(list, TermShape{Quantifier: modeNames[t.mode], Kind: t.kind, Components: ids(t.cs), Since: t.since})
		case or:
			list = append(list, TermShape{Quantifier: "Or", Terms: w.shapesOf(t)})
		case view:
			if !t.maybe() {
				list = append(list, TermShape{Quantifier: "All", Components: ids([]Component{t.component()})})
			}
		}
	}
	return list
}

// passed tells the watcher of a chunk of a pass.
func (q *Query) passed(ch *Chunk) {
	q.walked += ch.N
	if q.writes {
		q.w.handles = appendEntities(q.w.handles[:0], ch)
		q.w.watch.Passed(q, q.w.handles)
	}
}

// setShape says how single accesses mark: in a world that is watched through a
// call, which tells the watcher.
func (l *lookup) setShape() {
	l.quiet = l.w.watch == nil
	l.shape = driver.Shape{}
	if Tracking && l.w.tracked.changed.Has(l.c) {
		l.shape = l.w.tracker.Shape(Changed, l.c)
		if l.shape.Way == driver.MarkStamp && !l.filled {
			l.shape.Way = driver.MarkCall
		}
	}
	if l.w.watch != nil {
		l.shape.Way = driver.MarkCall
	}
}
