package archetype

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// lookup is a Lookup that is kept up to date. Its lists reach as far as the
// last chunk that has the component.
type lookup struct {
	component driver.ComponentID
	*driver.Lookup
}

// Lookup fills l and keeps it up to date from then on.
func (s *Store) Lookup(c driver.ComponentID, l *driver.Lookup) {
	s.dir.Watch(l)
	s.lookups = append(s.lookups, lookup{c, l})
	for _, chunk := range s.chunks {
		if chunk != nil {
			s.lookups[len(s.lookups)-1].add(chunk, chunk.table)
		}
	}
}

// addLookups tells of the arrays of a chunk that has the columns of t.
func (s *Store) addLookups(c *Chunk, t *Table) {
	for i := range s.lookups {
		s.lookups[i].add(c, t)
	}
}

// dropLookups tells that a chunk no longer has the columns of t.
func (s *Store) dropLookups(c *Chunk, t *Table) {
	for i := range s.lookups {
		l := &s.lookups[i]
		if t.Set.Has(l.component) {
			put(&l.Bases, c.id, nil)
			put(&l.Beside[0], c.id, nil)
			put(&l.Beside[1], c.id, nil)
		}
	}
}

func (l *lookup) add(c *Chunk, t *Table) {
	slot, ok := t.Slot(l.component)
	if !ok {
		return
	}
	if slot.Value >= 0 {
		put(&l.Bases, c.id, c.bases[slot.Value])
	}
	for j, b := range slot.Beside {
		if b >= 0 {
			put(&l.Beside[j], c.id, c.bases[b])
		}
	}
}

func put(list *[]unsafe.Pointer, id uint32, p unsafe.Pointer) {
	if p == nil && id >= uint32(len(*list)) {
		return
	}
	for uint32(len(*list)) <= id {
		*list = append(*list, nil)
	}
	(*list)[id] = p
}
