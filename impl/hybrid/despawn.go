package hybrid

import (
	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// FirstDead implements driver.Checker.
func (s *Storage) FirstDead(es []driver.Entity) int { return s.store.FirstDead(es) }

// Despawn implements driver.Storage.
func (s *Storage) Despawn(es []driver.Entity) {
	s.moves++
	if len(s.signatures.pages) > 0 {
		s.strip(es)
	}
	s.store.Despawn(es)
	s.check()
}

// DespawnOne implements driver.Despawner.
func (s *Storage) DespawnOne(e driver.Entity) bool {
	if !s.dir.Alive(e) {
		return false
	}
	s.moves++
	if len(s.signatures.pages) > 0 {
		sparseset.Leave(e, s.signed(s.signatures.strip(uint32(e)))...)
	}
	s.store.DespawnOne(e)
	s.check()
	return true
}

// signed is the sets of a signature. To compare with the one before, instead of
// looking each up, lets the processor guess it.
func (s *Storage) signed(signature uint32) []*sparseset.Set {
	l := &s.lately
	if l.signature != signature {
		l.signature, l.sets = signature, s.signatures.sets[signature]
	}
	return l.sets
}

// strip takes the components in sparse sets from entities. One that is named
// twice has none the second time.
func (s *Storage) strip(es []driver.Entity) {
	g := &s.signatures
	for len(es) > 0 {
		n, signature := 1, g.of(uint32(es[0]))
		if signature != 0 {
			n = g.stripAll(es, signature)
			sparseset.LeaveBatch(es[:n], sparseset.IsRun(es[:n]), s.signed(signature)...)
		}
		es = es[n:]
	}
}
