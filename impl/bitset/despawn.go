package bitset

import (
	"math/bits"

	"ecslab/ecs/driver"
)

// Despawn implements driver.Storage.
func (s *Storage) Despawn(es []driver.Entity) {
	repeats := false
	for i := 0; i < len(es); {
		index := es[i].Index()
		chunk, k := place(index)
		living := s.alive.blocks[chunk]
		n := consecutive(es[i:], chunkRows-k)
		if has, m := living.alike(k, n); has {
			n = m
		} else { // named before
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
			s.strip(chunk, k, &s.has[index>>segmentBits])
		} else {
			s.stripRange(chunk, k, n)
		}
		i += n
		if n == 1 {
			living.clearOne(k)
		} else {
			living.clearRange(k, n)
		}
		if living.summary == 0 {
			s.alive.top.unset(chunk)
		}
	}
	if repeats {
		es = s.distinct
	}
	s.dir.Release(es)
	s.check()
}

// consecutive is how many of es, at most most, have the indices that follow
// the first one's; at least one.
func consecutive(es []driver.Entity, most int) int {
	es = es[:min(len(es), most)]
	index, n := es[0].Index(), 1
	for n < len(es) && es[n].Index() == index+uint32(n) {
		n++
	}
	return n
}

// strip takes all that one entity has.
func (s *Storage) strip(chunk, k int, has *driver.Mask) {
	for w := range has {
		for set := has[w]; set != 0; set &= set - 1 {
			c := s.columns[w<<6+bits.TrailingZeros64(set)]
			if c.blocks[chunk].has(k) {
				s.loseOne(c, chunk, k)
			}
		}
	}
}

// stripRange takes all that n entities have.
func (s *Storage) stripRange(chunk, k, n int) {
	var has driver.Mask
	first := chunk << perChunk
	for _, seg := range s.has[first+k>>segmentBits : first+(k+n-1)>>segmentBits+1] {
		has = has.Or(&seg)
	}
	for id, ok := has.Next(0); ok; id, ok = has.Next(int(id) + 1) {
		s.loseRange(s.columns[id], chunk, k, n)
	}
}
