package archetype

import (
	"fmt"
	"unsafe"

	"ecslab/ecs/driver"
)

// Validate checks the invariants of the package documentation.
func (s *Store) Validate() error {
	seen := map[uint32]bool{}
	for id, t := range s.tables {
		if int(t.ID) != id {
			return fmt.Errorf("table %d has the number %d", id, t.ID)
		}
		if err := s.validateTable(t, seen); err != nil {
			return fmt.Errorf("table %d: %w", id, err)
		}
	}
	for id, c := range s.chunks {
		if (c != nil) != seen[uint32(id)] {
			return fmt.Errorf("chunk %d: in use %t, in a table %t", id, c != nil, seen[uint32(id)])
		}
	}
	for _, id := range s.freeIDs {
		if s.chunks[id] != nil {
			return fmt.Errorf("chunk %d is in use and free", id)
		}
	}
	return s.validateLookups()
}

func (s *Store) validateTable(t *Table, seen map[uint32]bool) error {
	rows := 0
	list := t.chunks
	if t.spare != nil {
		if t.spare.n != 0 || t.spare.cap != s.rows {
			return fmt.Errorf("the spare chunk has %d rows of %d", t.spare.n, t.spare.cap)
		}
		list = append(list[:len(list):len(list)], t.spare)
	}
	for i, c := range list {
		inList := i < len(t.chunks)
		switch {
		case c.table != t || s.chunks[c.id] != c || seen[c.id]:
			return fmt.Errorf("chunk %d is not the table's alone", c.id)
		case inList && int(c.pos) != i:
			return fmt.Errorf("chunk %d is in place %d, not %d", c.id, i, c.pos)
		case inList && i < len(t.chunks)-1 && c.n != s.rows:
			return fmt.Errorf("chunk %d is not full and not the last", c.id)
		case inList && c.n == 0 && len(t.chunks) > 1:
			return fmt.Errorf("chunk %d is empty and not the only one", c.id)
		case c.n > c.cap || c.cap != s.caps[c.class]:
			return fmt.Errorf("chunk %d has %d rows of %d", c.id, c.n, c.cap)
		}
		seen[c.id] = true
		rows += int(c.n)
		if err := s.validateChunk(c); err != nil {
			return fmt.Errorf("chunk %d: %w", c.id, err)
		}
	}
	switch {
	case len(t.chunks) == 0 && t.tail != nil, len(t.chunks) > 0 && t.tail != t.chunks[len(t.chunks)-1]:
		return fmt.Errorf("the tail is not the last chunk")
	case rows != s.Rows(t):
		return fmt.Errorf("%d rows counted, %d there", s.Rows(t), rows)
	}
	return nil
}

func (s *Store) validateChunk(c *Chunk) error {
	if len(c.bases) != len(c.table.columns) {
		return fmt.Errorf("%d arrays for %d columns", len(c.bases), len(c.table.columns))
	}
	run := c.n > 0
	for row, e := range c.Entities(0, c.n) {
		if !s.dir.Alive(e) || s.dir.Place(e) != c.id<<driver.RowBits|uint32(row) {
			return fmt.Errorf("row %d: %v is not placed there", row, e)
		}
		run = run && e.Index() == c.first+uint32(row)
	}
	if c.n > 0 && c.run && !run || c.n == 1 && !c.run {
		return fmt.Errorf("run %t from %d is wrong", c.run, c.first)
	}
	for i, col := range c.table.columns {
		from := c.clean
		switch {
		case c.bases[i] == nil:
			return fmt.Errorf("column %d has no array", i)
		case col.part > 0:
			continue
		case col.care == scanned:
			from = c.n
		}
		if from >= c.cap {
			continue
		}
		rows := min(c.cap-from, 64) // all of them would take long
		bytes := unsafe.Slice((*byte)(col.at(c.bases[i], from)), uintptr(rows)*col.size)
		for k, b := range bytes {
			if b != 0 {
				return fmt.Errorf("%s: row %d is not zero", col.comp.Name, int(from)+k/int(col.size))
			}
		}
	}
	return nil
}

func (s *Store) validateLookups() error {
	at := func(list []unsafe.Pointer, id int) unsafe.Pointer {
		if id < len(list) {
			return list[id]
		}
		return nil
	}
	for _, l := range s.lookups {
		for id, c := range s.chunks {
			slot, want := noSlot, [3]unsafe.Pointer{}
			if c != nil {
				slot, _ = c.table.Slot(l.component)
			}
			for k, column := range [3]int16{slot.Value, slot.Beside[0], slot.Beside[1]} {
				if column >= 0 {
					want[k] = c.bases[column]
				}
			}
			if at(l.Bases, id) != want[0] || at(l.Beside[0], id) != want[1] || at(l.Beside[1], id) != want[2] {
				return fmt.Errorf("chunk %d: the lookup of component %d is wrong", id, l.component)
			}
		}
	}
	return nil
}
