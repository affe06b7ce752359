package hybrid

import (
	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
)

// Stats implements driver.Storage. The archetypes are the tables and, in
// addition, the pairs of a table and a signature that some entity has: to find
// those takes a look at every entity with a signature.
func (s *Storage) Stats() driver.Stats {
	st := driver.Stats{Entities: s.dir.Len()}
	s.store.Stats(&st)
	s.graph.Stats(&st)
	s.signatures.stats(&st)
	st.Archetypes = s.graph.Len() + s.mixedArchetypes()
	for _, set := range s.sets {
		if set != nil {
			set.Stats(&st)
		}
	}
	for _, c := range s.cursors {
		st.OtherBytes += c.kept.bytes()
	}
	return st
}

// mixedArchetypes is the number of archetypes with a signature that some
// entity has.
func (s *Storage) mixedArchetypes() int {
	type pair struct {
		table     archetype.TableID
		signature uint32
	}
	met := map[pair]bool{}
	for p, page := range s.signatures.pages {
		if page == noPage {
			continue
		}
		for k, signature := range page {
			if signature == 0 {
				continue
			}
			c, _ := s.store.Find(s.dir.Handle(uint32(p<<driver.RowBits | k)))
			met[pair{c.Table().ID, signature}] = true
		}
	}
	return len(met)
}
