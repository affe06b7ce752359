package bitset

import (
	"math/bits"
	"slices"

	"ecslab/ecs/driver"
)

// dense hands out n matches at consecutive indices.
func (c *cursor) dense(ch *driver.Chunk, k, n int) {
	ch.N = n
	ch.Entities = driver.EntityColumn{Base: entityAt(c.s.dir.Pages()[c.chunk], k)}
	ch.Run, ch.First = true, uint32(c.chunk<<driver.RowBits+k)
	slot := 1
	for i := range c.cols {
		o := &c.cols[i]
		if o.from < 0 {
			slot = c.maybeRun(&ch.Cols[i], o, ch, slot, k, n)
			continue
		}
		o.fill(&ch.Cols[i], c.blocks[o.from], k)
	}
}

// noRows is an index chunk of rows that nobody has.
var noRows = slices.Repeat([]uint32{driver.NoRow}, chunkRows)

// maybeRun is the column of a component that matches of a run may lack.
func (c *cursor) maybeRun(col *driver.Column, o *output, ch *driver.Chunk, slot, k, n int) int {
	b := o.at(c.chunk)
	if b == nil || b.summary == 0 {
		*col = driver.Column{Absent: true}
		return slot
	}
	has, m := b.alike(k, n)
	if m == n {
		if has {
			o.fill(col, b, k)
		} else {
			*col = driver.Column{Absent: true}
		}
		return slot
	}
	list := ch.Scratch(slot)[:n]
	copy(list, noRows)
	for s := spanOf(k, n); s.first <= s.last; s.first++ {
		x := b.words[s.first] & s.low
		if s.low = ones; s.first+1 == s.last {
			s.low = s.high
		}
		for at := s.first<<wordBits - k; x != 0; x &= x - 1 {
			i := at + bits.TrailingZeros64(x)
			list[i] = uint32(i)
		}
	}
	o.fill(col, b, k)
	col.Rows, col.Extent = list, min(n, b.rows-k)
	return slot + 1
}

// rows hands out a list of matches.
func (c *cursor) rows(ch *driver.Chunk, list []uint32) {
	n := len(list)
	first, last := int(list[0]), int(list[n-1])
	if last-first+1 == n {
		c.dense(ch, first, n)
		return
	}
	ch.N = n
	ch.Entities = driver.EntityColumn{Base: entityAt(c.s.dir.Pages()[c.chunk], 0), Rows: list}
	ch.Run = false
	slot := 1
	for i := range c.cols {
		o, col := &c.cols[i], &ch.Cols[i]
		if o.from < 0 {
			slot = c.maybeRows(col, o, ch, slot, list)
			continue
		}
		b := c.blocks[o.from]
		col.Base, col.Beside = b.values, b.beside
		col.Rows, col.Extent, col.Absent = list, last+1, false
	}
}

// write writes the matches in the given words of c.words, none of which is
// zero, to dst in ascending order.
func (c *cursor) write(words uint64, dst []uint32) []uint32 {
	at := 0
	for s := words; s != 0; s &= s - 1 {
		w := bits.TrailingZeros64(s)
		base := uint32(w << wordBits)
		for x := c.words[w&63]; x != 0; x &= x - 1 {
			dst[at] = base + uint32(bits.TrailingZeros64(x))
			at++
		}
	}
	return dst[:at]
}

// sparse writes the matches in the given words of c.words to dst in ascending
// order, but for those of full words, which it tells. It is made for few: the
// first bit of a word is written without asking whether there is another, which
// at 1 % of all indices is a branch that nobody can predict (.017 ns an index
// with the gather after it; .024 as a plain loop over the bits).
func (c *cursor) sparse(words uint64, dst []uint32) (list []uint32, solid uint64) {
	out := (*[chunkRows]uint32)(dst)
	at := uint(0) // stays below chunkRows: what is no full word leaves a place free
	for s := words; s != 0; s &= s - 1 {
		w := bits.TrailingZeros64(s) & 63
		x := c.words[w]
		if x+1 <= 1 { // none or all
			if x != 0 {
				solid |= 1 << w
			}
			continue
		}
		base := uint32(w << wordBits)
		out[at%chunkRows] = base + uint32(bits.TrailingZeros64(x))
		at++
		for x &= x - 1; x != 0; x &= x - 1 {
			out[at%chunkRows] = base + uint32(bits.TrailingZeros64(x))
			at++
		}
	}
	return dst[:at], solid
}

// maybeRows is the column of a component that matches of a list may lack.
func (c *cursor) maybeRows(col *driver.Column, o *output, ch *driver.Chunk, slot int, list []uint32) int {
	b := o.at(c.chunk)
	if b == nil || b.summary == 0 {
		*col = driver.Column{Absent: true}
		return slot
	}
	own := ch.Scratch(slot)[:len(list)]
	have := 0
	for i, k := range list {
		if b.has(int(k)) {
			own[i] = k
			have++
		} else {
			own[i] = driver.NoRow
		}
	}
	if have == 0 {
		*col = driver.Column{Absent: true}
		return slot
	}
	o.fill(col, b, 0)
	if have == len(list) {
		col.Rows, col.Extent = list, int(list[have-1])+1
		return slot
	}
	col.Rows, col.Extent = own, b.rows
	return slot + 1
}
