package sparse

import (
	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// signatures are the components of entities: bit c&63 of word c>>6 says whether
// the entity has component c. Each word is paged by entity index; a world of up
// to 64 component types has one word an entity.
//
// Interned masks would take 4 bytes instead of 8 an entity and word, but make a
// structural change look an edge up, and as many masks as combinations were met.
type signatures struct {
	words [driver.MaxComponents / 64][]*block
	used  int      // words with a component
	idle  []*block // out of use since a clear, with what stood there
}

type block [driver.ChunkRows]uint64

// noBlock stands where no entity has a component of the word. It is never written.
var noBlock = new(block)

// reserve makes the word of c one that is used.
func (g *signatures) reserve(c driver.ComponentID) { g.used = max(g.used, int(c>>6)+1) }

// word is a word of the signature of an index.
func (g *signatures) word(w int, index uint32) uint64 {
	blocks := g.words[w]
	if p := uint64(index) >> driver.RowBits; p < uint64(len(blocks)) {
		return blocks[p][index&(driver.ChunkRows-1)]
	}
	return 0
}

// at is the same word, to be written.
func (g *signatures) at(w int, index uint32) *uint64 {
	if b := g.block(w, index); b != noBlock {
		return &b[index&(driver.ChunkRows-1)]
	}
	return &g.take(w, index>>driver.RowBits, false)[index&(driver.ChunkRows-1)]
}

// block is the block that the word of an index is in. Single operations ask for
// it first, for at is too large to be inlined: a nanosecond of ten.
func (g *signatures) block(w int, index uint32) *block {
	blocks := g.words[w]
	if p := uint64(index) >> driver.RowBits; p < uint64(len(blocks)) { // one bound check
		return blocks[p]
	}
	return noBlock
}

// strip takes a word of the signature of an index away and returns it.
func (g *signatures) strip(w int, index uint32) uint64 {
	at := &g.block(w, index)[index&(driver.ChunkRows-1)]
	word := *at
	if word != 0 { // so it is in a block that can be written
		*at = 0
	}
	return word
}

// take makes block p one that can be written: zero or, if the whole of it is
// written at once, with anything.
func (g *signatures) take(w int, p uint32, whole bool) *block {
	for p >= uint32(len(g.words[w])) {
		g.words[w] = append(g.words[w], noBlock)
	}
	var b *block
	if n := len(g.idle); n == 0 {
		b = new(block)
	} else {
		b = g.idle[n-1]
		if g.idle = g.idle[:n-1]; !whole {
			*b = block{}
		}
	}
	g.words[w][p] = b
	return b
}

// of is the whole signature.
func (g *signatures) of(index uint32) (m driver.Mask) {
	for w := range g.used {
		m[w] = g.word(w, index)
	}
	return m
}

// place writes the signature of entities that have none.
func (g *signatures) place(es []driver.Entity, m *driver.Mask, run bool) {
	for w := range g.used {
		word := m[w]
		if word == 0 {
			continue
		}
		if run {
			g.fill(w, uint32(es[0]), len(es), word)
			continue
		}
		for rest := es; len(rest) > 0; {
			n, run := sparseset.Piece(rest)
			if run {
				g.fill(w, uint32(rest[0]), n, word)
			} else {
				for _, e := range rest[:n] {
					*g.at(w, uint32(e)) = word
				}
			}
			rest = rest[n:]
		}
	}
}

// fill writes the same word of n consecutive indices.
func (g *signatures) fill(w int, index uint32, n int, word uint64) {
	for n > 0 {
		k := int(index & (driver.ChunkRows - 1))
		here := min(n, driver.ChunkRows-k)
		p := index >> driver.RowBits
		if p >= uint32(len(g.words[w])) || g.words[w][p] == noBlock {
			g.take(w, p, here == driver.ChunkRows)
		}
		part := g.words[w][p][k : k+here]
		part[0] = word
		for done := 1; done < here; done *= 2 { // copies that double: 0.05 ns an entity
			copy(part[done:], part[:done])
		}
		index, n = index+uint32(here), n-here
	}
}

// leading is how many words from the first one on are that one.
func leading(words []uint64, word uint64) int {
	if len(words) == 0 || words[0] != word {
		return 0
	}
	return 1 + driver.Common(words[1:], words) // words that equal their neighbours are all the same
}

// clear takes all signatures away. Their blocks are put aside.
func (g *signatures) clear() {
	for w := range g.words {
		for p, b := range g.words[w] {
			if b != noBlock {
				g.idle = append(g.idle, b)
				g.words[w][p] = noBlock
			}
		}
	}
}

// shrink gives blocks without a bit back.
func (g *signatures) shrink() {
	g.idle = nil
	for w := range g.words {
		for p, b := range g.words[w] {
			if *b == *noBlock {
				g.words[w][p] = noBlock
			}
		}
	}
}

func (g *signatures) bytes() int {
	n := 8*cap(g.idle) + len(g.idle)*driver.ChunkRows*8
	for w := range g.words {
		n += 8 * cap(g.words[w])
		for _, b := range g.words[w] {
			if b != noBlock {
				n += driver.ChunkRows * 8
			}
		}
	}
	return n
}
