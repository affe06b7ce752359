package ecs

import "fmt"

// What a loop over a chunk would pay for is checked in programs built with the
// tag invariants only: that a view is used on a chunk of its own operation and
// within its matches, and that a fill leaves the list of its batch alone.

// handed panics if the operation of the view is not the one that handed out the chunk.
func (b *bound) handed(c *Chunk) {
	own := false
	switch o := b.owner.(type) {
	case *Query:
		own = o.handed(c)
	case *Spawner:
		own = c == &o.chunk
	case *Exchange:
		own = c == &o.chunk
	}
	if !own {
		panic("ecs: a view is used on a chunk that its operation has not handed out")
	}
}

// match is handed for match k.
func (b *bound) match(c *Chunk, k int) {
	b.handed(c)
	if k < 0 || k >= c.N {
		panic(fmt.Sprintf("ecs: match %d of a chunk of %d", k, c.N))
	}
}

// dense is handed for a column whose rows go in step with the matches.
func (b *bound) dense(c *Chunk) {
	b.handed(c)
	if c.Cols[b.slot].Rows != nil {
		panic("ecs: a slice of a column by rows")
	}
}

// handed reports whether the chunk is one of those that passes hand out.
func (q *Query) handed(c *Chunk) bool {
	if c == &q.chunk {
		return true
	}
	for _, wk := range q.workers {
		if c == &wk.piece {
			return true
		}
	}
	for i := range q.kept.chunks {
		if c == &q.kept.chunks[i].Chunk {
			return true
		}
	}
	return false
}

// digest tells a list from one that was changed since.
func digest(list []Entity) (sum uint64) {
	for _, e := range list {
		sum = (sum ^ uint64(e)) * 0x100000001b3
	}
	return sum
}
