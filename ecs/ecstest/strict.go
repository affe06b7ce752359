package ecstest

import (
	"fmt"
	"slices"
	"unsafe"

	"ecslab/ecs"
	"ecslab/ecs/driver"
)

// strict makes storages that are held to the letter of the contract at each
// call, so that what is broken is named where it happens and not by a wrong
// value many operations later. Only the required methods are checked: the
// fast paths are judged by what they answer.
//
// A storage without a tracker is asked for columns beside its values all the same.
func strict(b ecs.Backend) ecs.Backend {
	make, own := b.NewStorage, b.NewTracker == nil
	b.NewStorage = func(env driver.Env) driver.Storage {
		if own {
			env.Beside = func(driver.ComponentID) int { return 2 }
		}
		s := &strictStorage{Storage: make(env), env: env, served: driver.ChunkRows, passes: map[driver.ComponentID]driver.Cursor{}}
		s.stamps = stamps{s, own}
		return s
	}
	return b
}

// strictStorage hides the fast paths of the storage in it.
type strictStorage struct {
	driver.Storage
	env    driver.Env
	stamps stamps
	before []driver.Mask      // scratch of Exchange
	served int                // how many Exchange is expected to serve
	met    driver.Mask        // the components that entities were given
	last   driver.ComponentID // of met, whose rows were checked last
	passes map[driver.ComponentID]driver.Cursor
}

// violation is a panic that says itself what is wrong.
type violation string

// broken stops the test: what a broken storage would do next means nothing.
func broken(method, format string, args ...any) {
	panic(violation("the storage breaks the contract: " + method + ": " + fmt.Sprintf(format, args...)))
}

func (s *strictStorage) Spawn(es []driver.Entity, set *driver.Mask, ch *driver.Chunk) (int, error) {
	n, err := s.Storage.Spawn(es, set, ch)
	if err != nil {
		for _, e := range es {
			if s.env.Directory.Alive(e) {
				broken("Spawn", "%v was placed, and the error is %v", e, err)
			}
		}
		return n, err
	}
	s.prefix("Spawn", es, n, set.Len(), ch)
	if ch.Entities.Rows != nil {
		broken("Spawn", "the chunk is not dense: Entities has Rows")
	}
	slot := 0
	for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
		if col := &ch.Cols[slot]; col.Rows != nil || col.Absent {
			broken("Spawn", "the chunk is not dense: Cols[%d] has Rows or is Absent", slot)
		}
		s.column("Spawn", c, ch, slot, true)
		slot++
	}
	for _, e := range es[:n] {
		if got := s.Storage.Components(e); got != *set {
			broken("Spawn", "%v has components %v, not those of the set, %v", e, s.names(&got), s.names(set))
		}
	}
	s.stamps.write("Spawn", es[:n], set)
	s.met = s.met.Or(set)
	return n, nil
}

func (s *strictStorage) Exchange(es []driver.Entity, add, remove *driver.Mask, ch *driver.Chunk) (int, error) {
	// A storage that serves one entity a call is not asked each time for all that follow.
	look := es[:min(len(es), 2*s.served+64)]
	s.before = s.before[:0]
	for _, e := range look {
		s.before = append(s.before, s.Storage.Components(e))
	}
	kept := func(k int) driver.Mask { return s.before[k].AndNot(remove) }
	sample := es[:min(len(es), 8)]
	stamps := s.stamps.read("Exchange", sample, kept)
	n, err := s.Storage.Exchange(es, add, remove, ch)
	if err != nil {
		for k, e := range look {
			if s.Storage.Components(e) != s.before[k] {
				broken("Exchange", "%v has other components than before, and the error is %v", e, err)
			}
		}
		return n, err
	}
	s.prefix("Exchange", es, n, add.Len(), ch)
	if s.served = n; n == len(es) { // all that was asked, so more is to be expected
		s.served = driver.ChunkRows
	}
	for k, e := range look[:min(n, len(look))] {
		if gained := add.AndNot(&s.before[k]); gained != ch.Gained {
			broken("Exchange", "Gained is %v, and match %d, %v, gained %v", s.names(&ch.Gained), k, e, s.names(&gained))
		}
		if lost := remove.And(&s.before[k]); lost != ch.Lost {
			broken("Exchange", "Lost is %v, and match %d, %v, lost %v", s.names(&ch.Lost), k, e, s.names(&lost))
		}
		if want, got := s.before[k].Or(add), s.Storage.Components(e); got != want.AndNot(remove) {
			broken("Exchange", "%v has components %v, after add %v and remove %v", e, s.names(&got), s.names(add), s.names(remove))
		}
	}
	if !slices.Equal(s.stamps.read("Exchange", sample, kept), stamps) {
		broken("Exchange", "what stands beside the values (Cell.Beside) of the first entities did not move with them")
	}
	s.stamps.write("Exchange", es[:n], &ch.Gained)
	s.met = s.met.Or(add)
	s.rows("Exchange")
	slot := 0
	for c, ok := add.Next(0); ok; c, ok = add.Next(int(c) + 1) {
		s.column("Exchange", c, ch, slot, true)
		slot++
	}
	return n, nil
}

// names are the names of components.
func (s *strictStorage) names(set *driver.Mask) (names []string) {
	for _, c := range set.Append(nil) {
		names = append(names, s.env.Schema.Of(c).Name)
	}
	return names
}

// prefix checks what Spawn and Exchange return of es, and the head of the chunk.
func (s *strictStorage) prefix(method string, es []driver.Entity, n, cols int, ch *driver.Chunk) {
	switch {
	case n < 1 || n > min(len(es), driver.ChunkRows):
		broken(method, "it served %d of %d entities", n, len(es))
	case ch.N != n:
		broken(method, "it served %d entities, and the chunk has %d", n, ch.N)
	case len(ch.Cols) != cols:
		broken(method, "the chunk has %d columns, and was prepared with %d", len(ch.Cols), cols)
	}
	s.head(method, ch)
	for k, e := range es[:n] {
		if ch.Entities.At(k) != e {
			broken(method, "match %d is %v, and es[%d] is %v", k, ch.Entities.At(k), k, e)
		}
	}
}

// head checks that the matches live and are the run that the chunk says.
func (s *strictStorage) head(method string, ch *driver.Chunk) {
	for k := range ch.N {
		e := ch.Entities.At(k)
		switch {
		case !s.env.Directory.Alive(e):
			broken(method, "match %d, %v, does not live: SetPlace was not called, or the handle is stale", k, e)
		case ch.Run && e.Index() != ch.First+uint32(k):
			broken(method, "Run from %d is told, and match %d is %v", ch.First, k, e)
		}
	}
}

// column checks that a column of the chunk is where Locate says that each value is.
func (s *strictStorage) column(method string, c driver.ComponentID, ch *driver.Chunk, slot int, beside bool) {
	col, comp := &ch.Cols[slot], s.env.Schema.Of(c)
	if col.Rows != nil && len(col.Rows) != ch.N {
		broken(method, "Cols[%d] has %d Rows for %d matches", slot, len(col.Rows), ch.N)
	}
	if !col.Absent && comp.Size > 0 && col.Base == nil && col.Rows == nil {
		broken(method, "Cols[%d]: Base is nil, and it is neither Absent nor the column of a tag: %s", slot, comp.Name)
	}
	for k := range ch.N {
		e, row := ch.Entities.At(k), col.Row(k)
		var at driver.Cell
		has := s.Storage.Locate(e, c, &at)
		switch {
		case has != (row != driver.NoRow):
			broken(method, "row %d holds %v with %s: %t; its place %d says %t", row, e, comp.Name, row != driver.NoRow, s.env.Directory.Place(e), has)
		case !has:
			continue
		case col.Rows != nil && col.Base != nil && int(row) >= col.Extent:
			broken(method, "row %d of %s is beyond Extent %d", row, comp.Name, col.Extent)
		case comp.Size > 0 && at.Value != unsafe.Add(col.Base, uintptr(row)*comp.Size):
			broken(method, "row %d holds %s of %v, and Locate says that it lies elsewhere (place %d)", row, comp.Name, e, s.env.Directory.Place(e))
		case comp.Size == 0 && (at.Value != nil || col.Base != nil):
			broken(method, "the tag %s has an address", comp.Name)
		}
		for j := range at.Beside[:s.env.Beside(c)] {
			if beside && (at.Beside[j] == nil || at.Beside[j] != unsafe.Add(col.Beside[j], uintptr(row)*4)) {
				broken(method, "match %d, %v: Beside[%d] of %s lies elsewhere than Locate says", k, e, j, comp.Name)
			}
		}
	}
}

func (s *strictStorage) Despawn(es []driver.Entity) {
	defer func() {
		if r := recover(); r != nil {
			twice := map[driver.Entity]bool{}
			for _, e := range es {
				if twice[e] {
					broken("Despawn", "%v was named twice, and the second time it panics: %v", e, r)
				}
				twice[e] = true
			}
			panic(r)
		}
	}()
	s.Storage.Despawn(es)
	for _, e := range es {
		if s.env.Directory.Alive(e) {
			broken("Despawn", "%v was not handed to Directory.Release", e)
		}
	}
	s.rows("Despawn")
}

// rows checks after a change in a small world that rows, places and Locate agree, in
// the chunks of one component: who was moved into a hole is found there.
func (s *strictStorage) rows(method string) {
	c, ok := s.met.Next(int(s.last) + 1)
	if !ok {
		c, ok = s.met.Next(0)
	}
	if !ok || s.env.Directory.Len() > 256 { // it would be the most of a test
		return
	}
	s.last = c
	if s.passes[c] == nil {
		q := &driver.Query{Columns: []driver.Access{{Component: c, Beside: true}}, All: driver.MaskOf(c)}
		cursor, err := s.Storage.Query(q)
		if err != nil {
			broken("Query", "of one component: %v", err)
		}
		s.passes[c] = cursor
	}
	ch := &driver.Chunk{Cols: make([]driver.Column, 1)}
	for s.passes[c].Rewind(); s.passes[c].Next(ch); {
		s.head(method, ch)
		s.column(method, c, ch, 0, true)
	}
}

func (s *strictStorage) Stats() driver.Stats {
	stats := s.Storage.Stats()
	if n := s.env.Directory.Len(); stats.Entities != n {
		broken("Stats", "%d Entities, and %d live", stats.Entities, n)
	}
	return stats
}

func (s *strictStorage) Query(q *driver.Query) (driver.Cursor, error) {
	if s.stamps.own {
		q = &driver.Query{Columns: slices.Clone(q.Columns), All: q.All, None: q.None, Any: q.Any}
		for i := range q.Columns {
			q.Columns[i].Beside = true
		}
	}
	c, err := s.Storage.Query(q)
	return &strictCursor{Cursor: c, storage: s, query: q}, err
}

type strictCursor struct {
	driver.Cursor
	storage *strictStorage
	query   *driver.Query
	given   map[driver.Entity]bool // in this pass
}

func (c *strictCursor) Rewind() {
	c.given = map[driver.Entity]bool{}
	c.Cursor.Rewind()
}

func (c *strictCursor) Next(ch *driver.Chunk) bool {
	if !c.Cursor.Next(ch) {
		return false
	}
	if ch.N < 1 || ch.N > driver.ChunkRows {
		broken("Cursor.Next", "a chunk of %d matches", ch.N)
	}
	if len(ch.Cols) != len(c.query.Columns) {
		broken("Cursor.Next", "the chunk has %d columns, and the query %d", len(ch.Cols), len(c.query.Columns))
	}
	c.storage.head("Cursor.Next", ch)
	for k := range ch.N {
		e := ch.Entities.At(k)
		set := c.storage.Storage.Components(e)
		switch {
		case !c.query.Matches(&set):
			broken("Cursor.Next", "%v with components %v does not match", e, c.storage.names(&set))
		case c.given[e]:
			broken("Cursor.Next", "%v comes twice in a pass", e)
		}
		c.given[e] = true
		if k < 8 {
			c.storage.stamps.check("Cursor.Next", []driver.Entity{e}, &set)
		}
	}
	for slot := range c.query.Columns {
		a := &c.query.Columns[slot]
		if ch.Cols[slot].Absent && !a.Maybe {
			broken("Cursor.Next", "Cols[%d] is Absent, and the query asks for it", slot)
		}
		c.storage.column("Cursor.Next", a.Component, ch, slot, a.Beside)
	}
	return true
}
