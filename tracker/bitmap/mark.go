package bitmap

import (
	"ecslab/ecs/driver"
)

func (t *tracker) Mark(c driver.ComponentID, k driver.Kinds, ch *driver.Chunk, col int) {
	column := &ch.Cols[col]
	if column.Absent || ch.N == 0 {
		return
	}
	for i, r := range t.of(c) {
		if r != nil && k>>i&1 != 0 {
			r.markChunk(ch, column.Rows)
		}
	}
	t.check()
}

func (t *tracker) MarkCell(c driver.ComponentID, k driver.Kinds, e driver.Entity, _ *driver.Cell) {
	for i, r := range t.of(c) {
		if r != nil && k>>i&1 != 0 {
			r.write.Set(e)
		}
	}
	t.check()
}

func (t *tracker) Lost(c driver.ComponentID, es []driver.Entity) {
	if r := t.of(c)[2]; r != nil {
		r.markAll(es)
	}
	t.check()
}

// markChunk marks the matches whose row is not NoRow; nil rows are all there.
func (r *ring) markChunk(ch *driver.Chunk, rows []uint32) {
	switch {
	case ch.Run && allThere(rows, ch.N):
		r.markRun(ch.First, uint32(ch.N))
	case rows == nil && ch.Entities.Rows == nil:
		r.markAll(ch.Entities.Slice(ch.N))
	default:
		r.markRows(ch, rows)
	}
}

// allThere reports whether none of the n rows is NoRow, which is the highest.
func allThere(rows []uint32, n int) bool {
	if rows == nil {
		return true
	}
	rows = rows[:n]
	var a, b, c, d uint32
	for ; len(rows) >= 4; rows = rows[4:] {
		a, b, c, d = max(a, rows[0]), max(b, rows[1]), max(c, rows[2]), max(d, rows[3])
	}
	for _, row := range rows {
		a = max(a, row)
	}
	return max(a, b, c, d) != driver.NoRow
}

// markRun marks n consecutive indices.
func (r *ring) markRun(first, n uint32) {
	for n > 0 {
		from := first & (driver.ChunkRows - 1)
		m := min(n, driver.ChunkRows-from)
		fill(r.block(first>>driver.RowBits), from, m)
		first, n = first+m, n-m
	}
}

// fill sets n bits of a block, at least one.
func fill(b *driver.BitBlock, from, n uint32) {
	last := from + n - 1
	v, w := from>>6, last>>6
	head, tail := ^uint64(0)<<(from&63), ^uint64(0)>>(63-last&63)
	b.Summary |= ^uint64(0) << v & (^uint64(0) >> (63 - w))
	if v == w {
		b.Words[v&63] |= head & tail
		return
	}
	b.Words[v&63] |= head
	b.Words[w&63] |= tail
	inner := b.Words[v+1 : w]
	for i := range inner {
		inner[i] = ^uint64(0)
	}
}

// markAll marks entities, eight at a time. If the ends of the eight share a
// word, those between mostly do too, and their bits are collected; otherwise
// each is marked by itself. Both ways are right for any order.
func (r *ring) markAll(es []driver.Entity) {
	for len(es) >= 8 {
		if uint32(es[0]^es[7])>>6 == 0 {
			es = r.markNear(es)
		} else {
			es = r.markFar(es)
		}
	}
	for _, e := range es {
		r.write.Set(e)
	}
}

// markNear marks at least eight entities, and goes on while the last of the
// next eight is in the word of the last. It returns the rest.
func (r *ring) markNear(es []driver.Entity) []driver.Entity {
	key, word := uint32(es[0])>>6, uint64(0)
	for {
		for _, e := range es[:8] {
			if at := uint32(e) >> 6; at != key {
				r.or(key, word)
				key, word = at, 0
			}
			word |= 1 << (e & 63)
		}
		if es = es[8:]; len(es) < 8 || uint32(es[0]^es[7])>>6 != 0 {
			r.or(key, word)
			return es
		}
	}
}

// markFar marks at least eight entities, and goes on while the ends of the next
// eight are in different words. It returns the rest.
func (r *ring) markFar(es []driver.Entity) []driver.Entity {
	blocks := r.write.Blocks
	for {
		for _, e := range es[:8] {
			var b *driver.BitBlock
			if chunk := uint32(e) >> driver.RowBits; chunk < uint32(len(blocks)) {
				b = blocks[chunk]
			}
			if b == nil {
				b = r.take(uint32(e) >> driver.RowBits)
				blocks = r.write.Blocks
			}
			word := e >> 6 & 63
			b.Words[word] |= 1 << (e & 63)
			if b.Summary>>word&1 == 0 { // a store each time would stall the loads of the next: 3 times slower
				b.Summary |= 1 << word
			}
		}
		if es = es[8:]; len(es) < 8 || uint32(es[0]^es[7])>>6 == 0 {
			return es
		}
	}
}

// markRows is markAll for matches with rows, some of which may be NoRow.
func (r *ring) markRows(ch *driver.Chunk, rows []uint32) {
	key, word := ch.Entities.At(0).Index()>>6, uint64(0)
	for k := range ch.N {
		if rows != nil && rows[k] == driver.NoRow {
			continue
		}
		e := ch.Entities.At(k)
		if at := e.Index() >> 6; at != key {
			if word != 0 {
				r.or(key, word)
			}
			key, word = at, 0
		}
		word |= 1 << (e & 63)
	}
	if word != 0 {
		r.or(key, word)
	}
}

// or sets the bits of a word, key counting the words of all index chunks.
func (r *ring) or(key uint32, word uint64) {
	b := r.block(key >> 6)
	b.Summary |= 1 << (key & 63)
	b.Words[key&63] |= word
}
