package ecs

import (
	"fmt"

	"ecslab/ecs/driver"
)

// Query is a prepared query: conditions and views, resolved once against a
// world and then walked any number of times.
//
//	if err := q.Open(); err != nil { … }
//	for c := q.Next(); c != nil; c = q.Next() { … }
//
// A pass ends by exhaustion or Close; until then the structure of the world
// cannot change, and the query cannot be opened again. Next gives nil from then on.
type Query struct {
	w       *World
	spec    driver.Query
	cursor  driver.Cursor
	records driver.RecordCursor // the cursor, where it can start from records
	stream  *recordStream       // nil: no clause of the query can be started from
	filter  filter
	probes  []test
	marks   []columnMark
	tracks  bool // has probes or marks
	sinces  []*Moment
	windows []driver.Window
	usesRun bool

	chunk    Chunk
	shape    []TermShape // for a watcher
	writes   bool        // has mutable columns
	walked   int         // matches of the pass, counted for a watcher
	kept     kept
	ready    *keptChunk // what Next hands out as it is; nil: something is to be done first
	isOpen   bool
	never    bool // the terms contradict each other
	empty    bool // the pass has nothing to visit
	filtered bool // the pass has to filter its chunks
	order    int
	err      error // of the last Range

	// Of parallel passes.
	workers  []*worker
	spare    []*sharedChunk
	together bool // several goroutines are at it
}

// columnMark is a mutable column that is tracked for changed.
type columnMark struct {
	component ComponentID
	column    int
}

// Query prepares a query. Without terms it matches every entity.
func (w *World) Query(terms ...Term) (*Query, error) {
	q := &Query{w: w}
	b := &binding{w: w, owner: q, sinces: []*Moment{nil}}
	if err := b.bindAll(terms); err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	q.shape = w.shapesOf(terms) // now, for the lists are the caller's
	if id, ok := w.byType[disabledType]; ok && !b.seesDisabled && !b.names(id) {
		b.q.None.Set(id)
		q.shape = append(q.shape, TermShape{Quantifier: "None", Components: []ComponentID{id}})
	}
	for i := range b.q.Columns {
		a := &b.q.Columns[i]
		a.Maybe = !b.q.All.Has(a.Component)
		q.writes = q.writes || a.Write && w.schema.Of(a.Component).Size > 0
		if a.Write && w.tracked.changed.Has(a.Component) {
			q.marks = append(q.marks, columnMark{a.Component, i})
		}
	}
	if b.q.All.Intersects(&b.q.None) {
		q.never = true
		b.q.None = b.q.None.AndNot(&b.q.All) // drivers are asked no contradictions
	}
	q.spec, q.sinces, q.usesRun = b.q, b.sinces, b.usesRun
	q.windows = make([]driver.Window, len(b.sinces))
	q.filter.clauses = b.clauses
	q.tracks = len(q.probes)+len(q.marks) > 0
	q.prepare(&q.chunk)
	cursor, err := w.storage.Query(&q.spec)
	if err != nil {
		return nil, fmt.Errorf("query: %w", err)
	}
	q.cursor = cursor
	b.settle()
	if rc, ok := cursor.(driver.RecordCursor); ok && !w.options.Plain && w.indexed != nil {
		q.stream = newRecordStream(w.indexed, q.filter.clauses, q.windows)
		q.records = rc
	}
	return q, nil
}

// prepare makes room in a chunk for the query's columns.
func (q *Query) prepare(ch *Chunk) {
	ch.Cols = make([]driver.Column, len(q.spec.Columns))
	ch.Answers = make([]driver.Bits, len(q.probes))
}

// MustQuery is Query for terms that are known to be right; it panics on an error.
func (w *World) MustQuery(terms ...Term) *Query {
	q, err := w.Query(terms...)
	if err != nil {
		panic(err)
	}
	return q
}

// Open begins a pass. It fails if the query is open (ErrOpen), if it has a tracked
// term on the running system and none runs (ErrNoWindow), or if a window reaches
// back beyond the tracker's history and the world makes that an error (ErrOverflow).
func (q *Query) Open() error { return q.openPass(true) }

// openPass is Open; a pass may walk kept chunks if it takes them by Next.
func (q *Query) openPass(byNext bool) error {
	switch {
	case q == nil || q.w == nil:
		return ErrZero
	case q.isOpen:
		return ErrOpen
	}
	if q.usesRun || len(q.windows) > 1 {
		if err := q.setWindows(); err != nil {
			return err
		}
	}
	if q.w.watch != nil {
		byNext, q.walked = false, 0 // kept chunks are not told
		q.w.watch.Opened(q)         // first, for it may panic
	}
	q.order, q.empty = 0, q.never
	q.filtered = len(q.filter.clauses) > 0
	q.isOpen = true
	q.w.hold()
	if q.never {
		return nil
	}
	if q.stream == nil {
		q.kept.mode = keptOff
		if byNext && !q.filtered {
			q.kept.open(q.w.structure)
		}
		if q.kept.mode != keptReplaying {
			q.cursor.Rewind()
			return nil
		}
		if k := &q.kept; len(k.chunks) > 0 && !(Tracking && q.tracks) {
			q.ready, k.at = &k.chunks[0], len(k.chunks)
		}
		return nil
	}
	switch q.stream.choose(q.records) {
	case startEmpty:
		q.empty = true
	case startRecords:
		q.records.RewindFrom(q.stream)
		q.filtered = !q.stream.exact
	default:
		q.cursor.Rewind()
	}
	return nil
}

func (q *Query) setWindows() (err error) {
	for i, m := range q.sinces {
		if i == 0 && !q.usesRun {
			continue
		}
		if q.windows[i], err = q.w.windowSince(m); err != nil {
			return err
		}
	}
	return nil
}

// Next is the next chunk of the pass, nil at its end. The chunk is valid until
// the next call. Matches of its mutable columns are marked by then, whatever
// the caller does with them.
func (q *Query) Next() *Chunk {
	// Inlined, as TestHotMethodsStayInlinable of harness guards.
	if c := q.ready; c != nil {
		q.ready = c.next
		return &c.Chunk
	}
	return q.advance()
}

// advance is Next where there is something to do.
func (q *Query) advance() *Chunk {
	k := &q.kept
	if k.mode == keptReplaying && q.isOpen {
		if k.at == len(k.chunks) {
			q.close(true)
			return nil
		}
		c := &k.chunks[k.at].Chunk
		k.at++
		q.track(c)
		return c
	}
	if !q.next(&q.chunk) {
		q.close(true)
		return nil
	}
	if k.mode == keptRecording {
		k.keep(&q.chunk)
	}
	return &q.chunk
}

// next fills a chunk that is the caller's own; false at the end of the pass,
// which the caller closes.
func (q *Query) next(ch *Chunk) bool {
	if !q.isOpen {
		return false
	}
	for !q.empty && q.cursor.Next(ch) {
		if q.filtered && !q.filter.narrow(q.w.tracker, q.windows, ch, q.spec.Columns, q.w) {
			continue
		}
		ch.Dense = isDense(ch)
		ch.Order = q.order
		q.order++
		if Tracking && q.tracks {
			q.track(ch)
		}
		if q.w.watch != nil {
			q.passed(ch)
		}
		return true
	}
	return false
}

// track answers the probes about a chunk and marks its mutable columns.
func (q *Query) track(ch *Chunk) {
	for i := range q.probes {
		q.filter.test(&q.probes[i], q.w.tracker, q.windows, ch, &ch.Answers[i])
	}
	for _, m := range q.marks {
		if !ch.Cols[m.column].Absent {
			q.w.tracker.Mark(m.component, Changed, ch, m.column)
		}
	}
}

func isDense(ch *Chunk) bool {
	if ch.Entities.Rows != nil {
		return false
	}
	for i := range ch.Cols {
		if c := &ch.Cols[i]; c.Rows != nil || c.Absent {
			return false
		}
	}
	return true
}

// Close ends a pass before its end. Closing twice does nothing, nor does closing
// in a body of Parallel.
func (q *Query) Close() {
	if !q.together {
		q.close(false)
	}
}

// close ends a pass; complete says that it came to its end.
func (q *Query) close(complete bool) {
	if !q.isOpen {
		return
	}
	q.isOpen, q.ready = false, nil
	q.w.release()
	if complete {
		q.kept.done()
	}
	if q.w.watch != nil {
		q.w.watch.Closed(q, q.walked, complete)
	}
}

// Count makes a pass and counts the matches. Mutable columns are marked.
func (q *Query) Count() (int, error) {
	if err := q.Open(); err != nil {
		return 0, err
	}
	defer q.Close()
	n := 0
	for c := q.Next(); c != nil; c = q.Next() {
		n += c.N
	}
	return n, nil
}

// Entities makes a pass and appends the matches to dst. Mutable columns are marked.
func (q *Query) Entities(dst []Entity) ([]Entity, error) {
	if err := q.Open(); err != nil {
		return dst, err
	}
	defer q.Close()
	for c := q.Next(); c != nil; c = q.Next() {
		dst = appendEntities(dst, c)
	}
	return dst, nil
}

func appendEntities(dst []Entity, c *Chunk) []Entity {
	if c.Entities.Rows == nil {
		return append(dst, c.Entities.Slice(c.N)...)
	}
	for k := range c.N {
		dst = append(dst, c.Entities.At(k))
	}
	return dst
}
