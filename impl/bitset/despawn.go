package bitset

import (
	"math/bits"

	"ecslab/ecs/driver"
)

// FirstDead implements driver.Checker: every place is the entity's index.
func (s *Storage) FirstDead(es []driver.Entity) int { return s.dir.FirstDeadInPlace(es) }

// Despawn implements driver.Storage.
func (s *Storage) Despawn(es []driver.Entity) {
	if len(es) == 1 {
		s.DespawnOne(es[0])
		return
	}
	s.dir.Release(s.stripAll(es))
	s.check()
}

// DespawnOne implements driver.Despawner.
func (s *Storage) DespawnOne(e driver.Entity) bool {
	if !s.dir.Alive(e) {
		return false
	}
	s.strip(place(e.Index()))
	s.dir.ReleaseOne(e)
	s.check()
	return true
}

// stripAll takes all that the entities have, and is es without repeats.
func (s *Storage) stripAll(es []driver.Entity) []driver.Entity {
	repeats := false
	for i := 0; i < len(es); {
		chunk, k := place(es[i].Index())
		living := s.alive.blocks[chunk]
		has, n := living.has(k), 1
		if i+1 < len(es) && es[i+1].Index() == es[i].Index()+1 {
			has, n = living.alike(k, consecutive(es[i:], chunkRows-k))
		}
		if !has { // named before
			if !repeats {
				repeats = true
				s.distinct = append(s.distinct[:0], es[:i]...)
			}
			i++
			continue
		}
		if repeats {
			s.distinct = append(s.distinct, es[i:i+n]...)
		}
		if n == 1 {
			s.strip(chunk, k)
		} else {
			s.stripRange(chunk, k, n)
		}
		i += n
	}
	if repeats {
		return s.distinct
	}
	return es
}

// consecutive is how many of es, at most most, have the indices that follow
// the first one's; at least one.
func consecutive(es []driver.Entity, most int) int {
	return driver.Consecutive(es[:min(len(es), most)])
}

// strip takes all that one entity has, and its life. Who stands at an index is
// one bit of the same word in every block, so that word and bit are found once.
func (s *Storage) strip(chunk, k int) {
	r := s.chunks[chunk]
	has := &r.has[k>>segmentBits]
	word, bit := wordOf(k)
	for w := range s.words {
		for _, b := range r.blocksOf(w&3, has[w&3]) {
			if b.words[word]&bit == 0 {
				continue
			}
			if b.column.pointers {
				b.column.drop(b, k)
			}
			if b.clearBit(word, bit) {
				s.emptied(b, chunk, k, 1)
			}
		}
	}
	if r.living.clearBit(word, bit) && r.living.summary == 0 {
		s.alive.top.unset(chunk)
	}
}

// blocksOf is the blocks of the components in word w of a segment's set, until the
// next call. To compare with the set before, instead of following its bits, lets
// the processor guess them: a despawn in any order takes 7/8 of the time.
func (r *region) blocksOf(w int, word uint64) []*block {
	if r.lately[w].word != word {
		r.follow(w, word)
	}
	return r.lately[w].blocks
}

func (r *region) follow(w int, word uint64) {
	l := &r.lately[w]
	l.word, l.blocks = word, l.blocks[:0]
	for ; word != 0; word &= word - 1 {
		l.blocks = append(l.blocks, r.blocks[uint8(w<<6+bits.TrailingZeros64(word))])
	}
}

// stripRange is strip for n entities, all of which live.
func (s *Storage) stripRange(chunk, k, n int) {
	r := s.chunks[chunk]
	var has driver.Mask
	for _, segment := range r.has[k>>segmentBits : (k+n-1)>>segmentBits+1] {
		has = has.Or(&segment)
	}
	for id, ok := has.Next(0); ok; id, ok = has.Next(int(id) + 1) {
		s.loseRange(r.blocks[id], chunk, k, n)
	}
	r.living.clearRange(k, n)
	if r.living.summary == 0 {
		s.alive.top.unset(chunk)
	}
}
