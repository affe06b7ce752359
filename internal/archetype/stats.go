package archetype

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// Stats adds the tables' part of a storage's shape and memory.
func (s *Store) Stats(st *driver.Stats) {
	st.Tables += len(s.tables)
	st.OtherBytes += 8*(cap(s.tables)+cap(s.chunks)+cap(s.shells)) + 4*cap(s.freeIDs) + s.parts.left()
	for _, t := range s.tables {
		st.UsedRows += s.Rows(t)
		st.OtherBytes += int(unsafe.Sizeof(*t)) + 8*(cap(t.columns)+cap(t.chunks)) +
			int(unsafe.Sizeof(Slot{}))*cap(t.slots) + int(unsafe.Sizeof(pair{}))*cap(t.pairs)
	}
	for _, c := range s.chunks {
		if c == nil {
			continue
		}
		st.Chunks++
		st.ReservedRows += int(c.cap)
		st.OtherBytes += int(unsafe.Sizeof(*c)) + 8*cap(c.bases)
		st.EntityBytes += 8 * int(c.cap)
		for _, col := range c.table.columns {
			col.count(st, 1, c.cap)
		}
	}
	for _, c := range s.shells {
		st.OtherBytes += int(unsafe.Sizeof(*c)) + 8*cap(c.bases)
	}
	for class, n := range s.caps {
		st.EntityBytes += 8 * int(n) * len(s.spares[class])
		for i := range s.columns {
			for _, col := range s.columns[i] {
				if col != nil {
					col.count(st, len(col.free[class]), n)
				}
			}
		}
	}
	for i := range s.lookups {
		l := &s.lookups[i]
		st.LookupBytes += 8 * (cap(l.Bases) + cap(l.Beside[0]) + cap(l.Beside[1]))
	}
}

// count adds arrays of n rows.
func (c *Column) count(st *driver.Stats, arrays int, n uint32) {
	bytes := arrays * int(n) * int(c.size)
	if c.part > 0 {
		st.BesideBytes += bytes
	} else {
		st.ValueBytes += bytes
	}
}

// Stats adds the graph's part.
func (g *Graph) Stats(st *driver.Stats) {
	st.Archetypes += len(g.sets)
	st.MaskBytes += 32*cap(g.sets) + 4*cap(g.index)
	st.OtherBytes += 24 * cap(g.byComponent)
	for _, list := range g.byComponent {
		st.OtherBytes += 4 * cap(list)
	}
}
