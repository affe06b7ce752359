package hybrid

import (
	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
	"ecslab/internal/sparseset"
)

// signatures are which components in sparse sets entities have: a number an
// entity, paged by entity index. Masks instead of numbers would save the graph,
// but take twice the memory in a world of up to 64 components, and four words
// to test in one of 256.
type signatures struct {
	graph archetype.Graph // a SetID is the number of a signature
	sets  [][]*sparseset.Set
	pages []*page // by index chunk; noPage where all are empty
}

type page [driver.ChunkRows]uint32

// noPage is never written.
var noPage = new(page)

func newSignatures() signatures {
	g := signatures{sets: make([][]*sparseset.Set, 1)}
	g.graph.Find(&driver.Mask{}) // number 0
	return g
}

// set is the components of a signature.
func (g *signatures) set(number uint32) *driver.Mask { return g.graph.Set(archetype.SetID(number)) }

// of is the signature of an index.
func (g *signatures) of(index uint32) uint32 {
	if p := index >> driver.RowBits; p < uint32(len(g.pages)) {
		return g.pages[p][index&(driver.ChunkRows-1)]
	}
	return 0
}

// at is the same, to be written.
func (g *signatures) at(index uint32) *uint32 {
	p := index >> driver.RowBits
	if p >= uint32(len(g.pages)) || g.pages[p] == noPage {
		g.take(p)
	}
	return &g.pages[p][index&(driver.ChunkRows-1)]
}

// strip takes the signature of an index away and returns it.
func (g *signatures) strip(index uint32) uint32 {
	p := index >> driver.RowBits
	if p >= uint32(len(g.pages)) || g.pages[p] == noPage {
		return 0
	}
	at := &g.pages[p][index&(driver.ChunkRows-1)]
	signature := *at
	*at = 0
	return signature
}

// stripAll takes a signature that is not empty away from the longest prefix of es
// that has it, and returns its length.
func (g *signatures) stripAll(es []driver.Entity, signature uint32) int {
	pages := g.pages
	for i, e := range es {
		p := uint64(e.Index()) >> driver.RowBits
		if p >= uint64(len(pages)) {
			return i
		}
		at := &pages[p][e&(driver.ChunkRows-1)]
		if *at != signature {
			return i
		}
		*at = 0
	}
	return len(es)
}

func (g *signatures) take(p uint32) {
	for p >= uint32(len(g.pages)) {
		g.pages = append(g.pages, noPage)
	}
	g.pages[p] = new(page)
}

// write gives entities a signature; run says that their indices are consecutive.
func (g *signatures) write(es []driver.Entity, number uint32, run bool) {
	for len(es) > 0 {
		index, n := uint32(es[0]), len(es)
		if !run {
			var together bool
			if n, together = sparseset.Piece(es); !together {
				for _, e := range es[:n] {
					*g.at(uint32(e)) = number
				}
				es = es[n:]
				continue
			}
		}
		k := int(index & (driver.ChunkRows - 1))
		n = min(n, driver.ChunkRows-k)
		g.at(index)
		part := g.pages[index>>driver.RowBits][k : k+n]
		part[0] = number
		for done := 1; done < n; done *= 2 { // copies that double
			copy(part[done:], part[:done])
		}
		es = es[n:]
	}
}

// find is the number of a set of components that all lie in sparse sets.
func (s *Storage) find(set *driver.Mask) uint32 {
	id, made := s.signatures.graph.Find(set)
	return s.meet(id, made)
}

// follow is the signature that an exchange makes of another.
func (s *Storage) follow(from uint32, add, remove *driver.Mask) uint32 {
	id, made := s.signatures.graph.Follow(archetype.SetID(from), add, remove)
	return s.meet(id, made)
}

func (s *Storage) meet(id archetype.SetID, made bool) uint32 {
	if made {
		s.signatures.sets = append(s.signatures.sets, s.setsOf(s.signatures.graph.Set(id)))
	}
	return uint32(id)
}

func (g *signatures) clear() {
	for _, p := range g.pages {
		if p != noPage {
			*p = page{}
		}
	}
}

// shrink gives pages back on which all signatures are empty.
func (g *signatures) shrink() {
	for i, p := range g.pages {
		if *p == *noPage {
			g.pages[i] = noPage
		}
	}
}

func (g *signatures) stats(st *driver.Stats) {
	g.graph.Stats(st)
	st.OtherBytes += 8*cap(g.pages) + 24*cap(g.sets)
	for _, sets := range g.sets {
		st.OtherBytes += 8 * cap(sets)
	}
	for _, p := range g.pages {
		if p != noPage {
			st.MaskBytes += driver.ChunkRows * 4
		}
	}
}
