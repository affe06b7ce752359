package archetype

import (
	"math/bits"

	"ecslab/ecs/driver"
)

// Selection is those rows of the matching tables that a stream of entity
// indices names, chunk by chunk.
type Selection struct {
	matches *Matches
	places  []uint32    // as the stream gave them
	sorted  []uint32    // rows, chunk by chunk
	parts   []part      // in the order in which chunks were met
	byChunk []uint32    // by chunk id: its place in parts + 1; 0 between passes
	words   driver.Bits // what the stream gives; on the stack it would escape at every pass
}

// part is the rows of one chunk.
type part struct {
	chunk *Chunk
	id    uint32 // of chunk, which may have another by the next pass
	slots []Slot
	n     uint32
	at    uint32 // of its first row in sorted
	last  uint32 // the highest row so far
	mixed bool   // the rows are not ascending
}

// NewSelection is an empty one.
func NewSelection(m *Matches) *Selection { return &Selection{matches: m} }

// Collect reads the stream.
func (s *Selection) Collect(r driver.Records) {
	s.clear()
	store := s.matches.store
	pages := store.dir.Pages()
	words := &s.words
	var p *part
	id := driver.NoPlace // of the chunk of p
	ordered := true      // each chunk's rows come in one stretch
	for {
		chunk, summary, ok := r.Next(words)
		if !ok {
			break
		}
		if chunk >= uint32(len(pages)) {
			continue
		}
		page := pages[chunk]
		for ; summary != 0; summary &= summary - 1 {
			w := bits.TrailingZeros64(summary)
			block := page[w<<6 : w<<6+64]
			for set := words[w]; set != 0; set &= set - 1 {
				place := uint32(block[bits.TrailingZeros64(set)])
				if place == driver.NoPlace {
					continue
				}
				if place>>driver.RowBits != id {
					if id = place >> driver.RowBits; s.byChunk[id] != 0 {
						p, ordered = &s.parts[s.byChunk[id]-1], false
					} else {
						p = s.begin(store.chunks[id])
					}
				}
				if p == nil {
					continue
				}
				row := place & (driver.ChunkRows - 1)
				p.mixed = p.mixed || p.n > 0 && row < p.last
				p.last = row
				p.n++
				s.places = append(s.places, place)
			}
		}
	}
	s.sort(ordered)
}

// clear forgets what was collected.
func (s *Selection) clear() {
	for i := range s.parts {
		s.byChunk[s.parts[i].id] = 0
	}
	s.places, s.parts = s.places[:0], s.parts[:0]
	for len(s.byChunk) < len(s.matches.store.chunks) {
		s.byChunk = append(s.byChunk, 0)
	}
}

// begin makes the part of a chunk; nil if its table does not match.
func (s *Selection) begin(c *Chunk) *part {
	m := s.matches
	t := c.table.ID
	if int(t) >= len(m.byTable) || m.byTable[t] == 0 {
		return nil
	}
	s.parts = append(s.parts, part{chunk: c, id: c.id, slots: m.tables[m.byTable[t]-1].slots})
	s.byChunk[c.id] = uint32(len(s.parts))
	return &s.parts[len(s.parts)-1]
}

// sort puts the rows of each chunk together.
func (s *Selection) sort(ordered bool) {
	at := uint32(0)
	for i := range s.parts {
		s.parts[i].at = at
		at += s.parts[i].n
	}
	if cap(s.sorted) < len(s.places) {
		s.sorted = make([]uint32, cap(s.places))
	}
	s.sorted = s.sorted[:len(s.places)]
	if ordered {
		for i, place := range s.places {
			s.sorted[i] = place & (driver.ChunkRows - 1)
		}
		return
	}
	for _, place := range s.places {
		p := &s.parts[s.byChunk[place>>driver.RowBits]-1]
		s.sorted[p.at] = place & (driver.ChunkRows - 1)
		p.at++
	}
	for i := range s.parts {
		s.parts[i].at -= s.parts[i].n
	}
}

// Len is the number of chunks.
func (s *Selection) Len() int { return len(s.parts) }

// Fill puts chunk i into ch.
func (s *Selection) Fill(i int, ch *driver.Chunk) {
	p := &s.parts[i]
	rows := s.sorted[p.at : p.at+p.n]
	if p.mixed {
		ascend(rows)
		p.mixed = false
	}
	if rows[p.n-1]-rows[0]+1 == p.n {
		p.chunk.View(ch, p.slots, rows[0], p.n)
	} else {
		p.chunk.ViewRows(ch, p.slots, rows)
	}
	if s.matches.optional {
		s.matches.absent(ch, p.chunk.table)
	}
}

// ascend sorts distinct rows: as a set of bits, since a chunk has few.
func ascend(rows []uint32) {
	var set driver.Bits
	for _, r := range rows {
		set[r>>6&63] |= 1 << (r & 63)
	}
	at := 0
	for w, word := range set {
		for ; word != 0; word &= word - 1 {
			rows[at] = uint32(w<<6 + bits.TrailingZeros64(word))
			at++
		}
	}
}
