package sparse

import (
	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// builder finds the matches of a query, a chunk at a time.
type builder struct {
	c       *cursor
	all     []*sparseset.Set // of the query's All
	sources []source
	position
	begun  position // position when the last chunk was begun
	source source   // the one that is walked
	ready  int      // the number of the source for which the fields below are
	filter filter
	any    []driver.Mask  // scratch of the filter
	cols   []role         // of each column
	places []place        // of the chunk that was built: of the entities, then of each column
	proofs [][]proof      // of each column, by block of the source's rows
	proven *sparseset.Set // the source of the proofs
	block  int            // how many rows to look up before a stretch is tried again
}

// position is a row of a source.
type position struct{ source, row int }

// role is how a column is found while one source is walked.
type role uint8

const (
	follows role = iota // has the source's rows
	looked              // required: its rows are looked up
	wished              // maybe: its rows are looked up
	ignored
	lacking
)

func (b *builder) init(c *cursor) {
	b.c, b.filter.s = c, c.s
	b.all = c.s.appendSets(nil, &c.q.All)
	b.cols = make([]role, len(c.cols))
	b.places = make([]place, len(c.cols)+1)
	b.proofs = make([][]proof, len(c.cols))
}

func (b *builder) resume(at position) {
	b.position = at
	b.block = b.c.s.limits.block
}

// next builds a chunk and returns its number of matches, 0 at the end. Lists
// stand in the chunk's scratch: the entities' in slot 0, those of column i in
// slot i+1.
func (b *builder) next(ch *driver.Chunk) int {
	b.begun = b.position
	for ; b.position.source < len(b.sources); b.position = (position{b.position.source + 1, 0}) {
		if b.ready != b.position.source {
			b.enter()
		}
		if n := b.walk(ch); n > 0 {
			return n
		}
	}
	return 0
}

// enter makes the builder ready for the source at its position.
func (b *builder) enter() {
	b.ready = b.position.source
	b.source = b.sources[b.ready]
	if b.proven != b.source.set {
		b.proven = b.source.set
		for i := range b.proofs {
			b.proofs[i] = b.proofs[i][:0]
		}
	}
	q, src := &b.c.q, &b.source
	must := q.All.AndNot(&src.mask)
	for i, col := range b.c.cols {
		id := col.set.Component().ID
		switch {
		case src.mask.Has(id):
			b.cols[i] = follows
		case col.maybe && col.set.Len() == 0:
			b.cols[i] = lacking
		case col.maybe:
			b.cols[i] = wished
		case !col.rows:
			b.cols[i] = ignored
		default:
			b.cols[i] = looked
			must.Unset(id) // looking it up tells
		}
	}
	none := q.None.Or(&src.skip)
	for c, ok := none.Next(0); ok; c, ok = none.Next(int(c) + 1) {
		if b.c.s.sets[c].Len() == 0 {
			none.Unset(c)
		}
	}
	b.any = b.any[:0]
	for i := range q.Any {
		if !q.Any[i].Intersects(&q.All) && !q.Any[i].Intersects(&src.mask) {
			b.any = append(b.any, q.Any[i])
		}
	}
	b.filter.set(&must, &none, b.any)
}

// walk builds a chunk of the source; 0 at its end.
func (b *builder) walk(ch *driver.Chunk) int {
	l := &b.c.s.limits
	list := rowList{}
	for b.row < b.source.n {
		n := b.stretch()
		if n >= l.stretch || n > 0 && list.n == 0 && b.row+n == b.source.n {
			if list.n > 0 {
				break
			}
			b.placeStretch(ch, n)
			b.row += n
			b.block = l.block
			return n
		}
		m := min(b.block, l.chunk-list.n, b.source.n-b.row)
		b.look(ch, &list, m)
		b.row += m
		b.block = min(4*b.block, l.chunk) // where orders differ, comparing them is tried ever less
		if list.n > l.chunk-l.stretch {
			break
		}
	}
	if list.n > 0 {
		b.placeList(&list)
	}
	return list.n
}

// stretch is for how many rows from here on the filter passes and all required
// columns go on row by row. It leaves the first rows in places.
func (b *builder) stretch() int {
	es := b.source.set.Entities()[b.row:b.source.n]
	n := min(len(es), b.c.s.limits.chunk)
	for i, role := range b.cols {
		if role != looked {
			continue
		}
		set := b.c.cols[i].set
		row := set.Row(uint32(es[0]))
		if row == driver.NoRow {
			return 0
		}
		if n = b.common(i, es[:n], int(row)); n < b.c.s.limits.stretch && n < len(es) {
			return n
		}
		b.places[i+1] = place{stretch, int(row)}
	}
	return b.filter.leading(es[:n])
}

// placeStretch sets the places of n rows that are a stretch.
func (b *builder) placeStretch(ch *driver.Chunk, n int) {
	here := place{stretch, b.row}
	es := b.source.set.Entities()[b.row:][:n]
	b.places[0] = here
	for i, role := range b.cols {
		p := &b.places[i+1]
		switch role {
		case follows:
			*p = here
		case ignored:
			*p = place{how: unseen}
		case lacking:
			*p = place{how: missing}
		case wished:
			set := b.c.cols[i].set
			row := set.Row(uint32(es[0]))
			if row != driver.NoRow && driver.Common(es, set.Entities()[row:]) == n {
				*p = place{stretch, int(row)}
				continue
			}
			*p = place{listed, i + 1}
			rows := ch.Scratch(i + 1)[:n]
			set.Rows(es, rows)
			if none(rows) {
				*p = place{how: missing}
			}
		}
	}
}

// none reports that no match has a row.
func none(rows []uint32) bool {
	for _, row := range rows {
		if row != driver.NoRow {
			return false
		}
	}
	return true
}
