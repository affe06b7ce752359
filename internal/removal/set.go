package removal

import (
	"math/bits"
	"unsafe"

	"ecslab/ecs/driver"
)

// keptSets is how many bounds of one component may be asked about in turns, a
// chunk at a time, before answers are built anew for each chunk.
const keptSets = 8

// Set is the living entities with an event after a bound, by entity index.
//
//	index ──▶ chunks: has the index chunk members? ──▶ blocks[index>>12]
type Set struct {
	after   uint64 // the bound
	version uint64 // of the log when the set was built
	members int
	chunks  []uint64           // a bit per index chunk that has members
	blocks  []*driver.BitBlock // by index chunk; nil: never had any
}

var nobody Set

// Set is the living entities with an event of the component after the bound.
// It is right until the next change of the log.
func (l *Log) Set(c driver.ComponentID, after uint64) *Set {
	if !l.Tracks(c) {
		return &nobody
	}
	of := l.lists[c]
	for _, s := range of.sets {
		if s.after == after && s.version == l.version {
			return s
		}
	}
	s := of.room(l.version)
	s.reset()
	s.after, s.version = after, l.version
	for age := range l.kept {
		for _, ev := range l.since(of, age, after) {
			if l.directory.Alive(ev.entity) {
				s.add(ev.entity.Index())
			}
		}
	}
	return s
}

// room is a set to build an answer in: one that is out of date, a new one, or
// one whose turn it is.
func (of *list) room(version uint64) *Set {
	for _, s := range of.sets {
		if s.version != version {
			return s
		}
	}
	if len(of.sets) < keptSets {
		of.sets = append(of.sets, new(Set))
		return of.sets[len(of.sets)-1]
	}
	of.turn = (of.turn + 1) % keptSets
	return of.sets[of.turn]
}

func (s *Set) reset() {
	for i, word := range s.chunks {
		for ; word != 0; word &= word - 1 {
			s.blocks[i<<6+bits.TrailingZeros64(word)].Clear()
		}
		s.chunks[i] = 0
	}
	s.members = 0
}

func (s *Set) add(index uint32) {
	chunk := index >> driver.RowBits
	for int(chunk) >= len(s.blocks) {
		s.blocks = append(s.blocks, nil)
	}
	for int(chunk>>6) >= len(s.chunks) {
		s.chunks = append(s.chunks, 0)
	}
	b := s.blocks[chunk]
	if b == nil {
		b = new(driver.BitBlock)
		s.blocks[chunk] = b
	}
	word, bit := index>>6&63, uint64(1)<<(index&63)
	if b.Words[word]&bit == 0 {
		s.members++
	}
	b.Words[word] |= bit
	b.Summary |= 1 << word
	s.chunks[chunk>>6] |= 1 << (chunk & 63)
}

// Len is the number of members.
func (s *Set) Len() int { return s.members }

// block is the block of an index chunk; nil: no members there.
func (s *Set) block(chunk uint32) *driver.BitBlock {
	if int(chunk) >= len(s.blocks) {
		return nil
	}
	return s.blocks[chunk]
}

// NextChunk is the first index chunk from the given one on that has members.
func (s *Set) NextChunk(from uint32) (chunk uint32, ok bool) {
	for w := int(from >> 6); w < len(s.chunks); w++ {
		if rest := s.chunks[w] >> (from & 63) << (from & 63); rest != 0 {
			return uint32(w<<6 + bits.TrailingZeros64(rest)), true
		}
		from = 0
	}
	return 0, false
}

// Words puts the members of an index chunk into out, and returns which words
// it has written; the others are zero.
func (s *Set) Words(chunk uint32, out *driver.Bits) (summary uint64) {
	b := s.block(chunk)
	if b == nil {
		return 0
	}
	for w := b.Summary; w != 0; w &= w - 1 {
		i := bits.TrailingZeros64(w)
		out[i] = b.Words[i]
	}
	return b.Summary
}

// Filter puts the matches of the chunk that are members into out.
func (s *Set) Filter(ch *driver.Chunk, out *driver.Bits) {
	words := (ch.N + 63) >> 6
	switch {
	case s.members == 0:
		clear(out[:words])
	case ch.Run:
		for i := range words {
			out[i] = s.word(ch.First + uint32(i)<<6)
		}
	default:
		clear(out[:words])
		for k := range ch.N {
			out[k>>6] |= s.bit(ch.Entities.At(k).Index()) << (k & 63)
		}
	}
}

func (s *Set) bit(index uint32) uint64 {
	b := s.block(index >> driver.RowBits)
	if b == nil {
		return 0
	}
	return b.Words[index>>6&63] >> (index & 63) & 1
}

// word is the 64 indices from index on.
func (s *Set) word(index uint32) uint64 {
	low := s.aligned(index) >> (index & 63)
	if index&63 == 0 {
		return low
	}
	return low | s.aligned(index+64)<<(64-index&63)
}

// aligned is the word that holds the index.
func (s *Set) aligned(index uint32) uint64 {
	b := s.block(index >> driver.RowBits)
	if b == nil {
		return 0
	}
	return b.Words[index>>6&63]
}

func (s *Set) bytes() int {
	bytes := int(unsafe.Sizeof(*s)) + 8*(cap(s.chunks)+cap(s.blocks))
	for _, b := range s.blocks {
		if b != nil {
			bytes += int(unsafe.Sizeof(*b))
		}
	}
	return bytes
}
