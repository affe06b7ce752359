package table

import (
	"fmt"

	"ecslab/internal/archetype"
)

// validate checks the invariants of the package documentation and those of the
// tables.
func (s *Storage) validate() error {
	tables := s.store.Tables()
	if len(tables) != s.graph.Len() {
		return fmt.Errorf("%d tables for %d sets", len(tables), s.graph.Len())
	}
	for i, t := range tables {
		if set := s.graph.Set(archetype.SetID(i)); t.Set != *set {
			return fmt.Errorf("table %d has the set %v, the graph %v", i, t.Set, *set)
		}
	}
	for _, x := range s.exchanges {
		for from, m := range x.moves.All {
			set := tables[from].Set.Or(&x.add)
			if set = set.AndNot(&x.remove); m.From != tables[from] || m.To.Set != set {
				return fmt.Errorf("an exchange leads from table %d to table %d", from, m.To.ID)
			}
		}
	}
	return s.store.Validate()
}
