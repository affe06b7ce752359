package sparse

import (
	"math/bits"

	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// FirstDead implements driver.Checker: every place is the entity's index.
func (s *Storage) FirstDead(es []driver.Entity) int { return s.env.Directory.FirstDeadInPlace(es) }

// DespawnOne implements driver.Despawner.
func (s *Storage) DespawnOne(e driver.Entity) bool {
	entry := s.dir.Entry(e)
	if entry == nil {
		return false
	}
	if s.groups != nil {
		s.vanish([]driver.Entity{e})
	}
	for w := range s.signatures.used {
		if word := s.signatures.strip(w, e.Index()); word != 0 {
			sparseset.Leave(e, s.setsOf(w, word)...)
		}
	}
	s.dir.ReleaseAt(entry, e)
	s.check()
	return true
}

// setsOf is the sets of the components in word w of a signature, until the next
// call. An entity that goes most often has the components of the one before. To
// compare lets the processor guess so; following the bits of each signature, it
// waited for every one (two components: 20 ns instead of 14).
func (s *Storage) setsOf(w int, word uint64) []*sparseset.Set {
	if s.lately[w].word != word {
		s.follow(w, word)
	}
	return s.lately[w].sets
}

//go:noinline
func (s *Storage) follow(w int, word uint64) {
	l := &s.lately[w]
	l.word, l.sets = word, l.sets[:0]
	for sets := s.sets[w<<6:][:64]; word != 0; word &= word - 1 {
		l.sets = append(l.sets, sets[bits.TrailingZeros64(word)&63])
	}
}

// Despawn implements driver.Storage.
func (s *Storage) Despawn(es []driver.Entity) {
	if len(es) == 1 {
		s.DespawnOne(es[0])
		return
	}
	for from := 0; from < len(es); {
		n := s.vanish(es[from:])
		if n == 0 { // either without components, or named for the second time
			s.despawnCarefully(es, from)
			s.check()
			return
		}
		from += n
	}
	s.dir.Release(es)
	s.check()
}

// despawnCarefully goes on from an entity with no components. One that is
// named again has none either; so that the two can be told apart, entities are
// dead in the directory as soon as they are seen, before they are released.
func (s *Storage) despawnCarefully(es []driver.Entity, from int) {
	for _, e := range es[:from] {
		s.dir.SetPlace(e, driver.NoPlace)
	}
	repeats := false
	for at := from; at < len(es); at++ {
		if !s.dir.Alive(es[at]) {
			repeats = true
			continue
		}
		s.vanish(es[at : at+1])
		s.dir.SetPlace(es[at], driver.NoPlace)
	}
	if repeats {
		es = distinct(es)
	}
	s.dir.Release(es)
}

// distinct is a list without what came before in it.
func distinct(es []driver.Entity) []driver.Entity {
	seen := make(map[driver.Entity]bool, len(es))
	list := make([]driver.Entity, 0, len(es))
	for _, e := range es {
		if !seen[e] {
			seen[e] = true
			list = append(list, e)
		}
	}
	return list
}

// vanish takes all components from the longest prefix of es whose entities
// have the same, and returns its length: 0 if the first one has none. An
// entity that is named twice has none the second time, which ends the prefix.
func (s *Storage) vanish(es []driver.Entity) int {
	set := s.Components(es[0])
	if set.Empty() {
		return 0
	}
	n, run := 0, false
	if s.signatures.used == 1 {
		n, run = s.stripAll(es, set[0])
	} else {
		for n < len(es) && s.Components(es[n]) == set {
			s.strip(es[n])
			n++
		}
	}
	es = es[:n]
	rest := set
	if s.grouped.Intersects(&set) {
		rest = s.vanishGrouped(es, &set)
	}
	for w := range s.signatures.used {
		sparseset.LeaveBatch(es, run, s.setsOf(w, rest[w])...)
	}
	return n
}

// stripAll takes the signature, if it has one word, away from the longest prefix
// of es in which it is that one, not zero. It returns the prefix's length, and
// whether it is known that its indices are consecutive.
func (s *Storage) stripAll(es []driver.Entity, word uint64) (n int, run bool) {
	g := &s.signatures
	for run = true; n < len(es); {
		m, together := s.piece(es[n:])
		if !together {
			run = false
			for _, e := range es[n : n+m] {
				if g.word(0, uint32(e)) != word {
					return n, false
				}
				*g.at(0, uint32(e)) = 0
				n++
			}
			continue
		}
		index := uint32(es[n])
		if g.word(0, index) != word {
			break
		}
		part := g.words[0][index>>driver.RowBits][index&(driver.ChunkRows-1):][:m]
		same := leading(part, word)
		clear(part[:same])
		run = run && index == uint32(es[0])+uint32(n)
		if n += same; same < m {
			break
		}
	}
	return n, run
}

// strip clears the signature of an entity and returns it.
func (s *Storage) strip(e driver.Entity) (set driver.Mask) {
	for w := range s.signatures.used {
		set[w] = s.signatures.strip(w, uint32(e))
	}
	return set
}

// vanishGrouped removes entities with the components of set from the groups
// that they are in, and returns the components that they still have.
func (s *Storage) vanishGrouped(es []driver.Entity, set *driver.Mask) driver.Mask {
	rest := *set
	for _, g := range s.groups {
		if !set.Contains(&g.mask) {
			continue
		}
		rest = rest.AndNot(&g.mask)
		for left := es; len(left) > 0; {
			row := int(g.sets[0].Row(uint32(left[0])))
			n := driver.Common(g.sets[0].Entities()[row:g.n], left)
			for _, one := range g.sets {
				one.RemoveRange(row, n, g.n)
			}
			g.n -= n
			left = left[n:]
		}
	}
	return rest
}
