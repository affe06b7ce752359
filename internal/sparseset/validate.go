package sparseset

import (
	"fmt"
	"unsafe"

	"ecslab/ecs/driver"
)

// Validate checks the invariants of the package documentation.
func (s *Set) Validate() error {
	name := s.component.Name
	if len(s.entities) > s.reserved {
		return fmt.Errorf("%s: %d members in %d rows", name, len(s.entities), s.reserved)
	}
	for row, e := range s.entities {
		p := int(e.Index() >> driver.RowBits)
		if p >= len(s.pages) {
			return fmt.Errorf("%s: no page for member %v", name, e)
		}
		if entry := s.pages[p][e.Index()&(driver.ChunkRows-1)]; entry != entryOf(e, row) {
			return fmt.Errorf("%s: member %v in row %d has the entry %#x", name, e, row, entry)
		}
		if row < s.run && e.Index() != s.entities[0].Index()+uint32(row) {
			return fmt.Errorf("%s: member %v in row %d belongs to a run from %v", name, e, row, s.entities[0])
		}
	}
	if s.run > len(s.entities) {
		return fmt.Errorf("%s: run of %d among %d members", name, s.run, len(s.entities))
	}
	if err := s.validatePages(); err != nil {
		return err
	}
	if s.dirty > s.reserved || s.dirty > 0 && (s.size == 0 || s.component.Pointers) {
		return fmt.Errorf("%s: %d of %d rows may be dirty", name, s.dirty, s.reserved)
	}
	if s.size > 0 {
		for row := max(len(s.entities), s.dirty); row < s.reserved; row++ {
			for _, b := range unsafe.Slice((*byte)(s.value(row)), s.size) {
				if b != 0 {
					return fmt.Errorf("%s: row %d of %d is not zero", name, row, len(s.entities))
				}
			}
		}
	}
	return s.validateLookup()
}

func (s *Set) validatePages() error {
	name, total := s.component.Name, 0
	for _, page := range s.pages {
		for _, entry := range page {
			if entry != absent {
				total++
			}
		}
	}
	if total != len(s.entities) {
		return fmt.Errorf("%s: %d entries for %d members", name, total, len(s.entities))
	}
	return nil
}

func (s *Set) validateLookup() error {
	l := s.watch
	if l == nil {
		return nil
	}
	name := s.component.Name
	if len(l.Pages) != len(s.pages) || len(s.pages) > 0 && &l.Pages[0] != &s.pages[0] {
		return fmt.Errorf("%s: lookup has other pages", name)
	}
	for row := range s.entities {
		if s.size > 0 && unsafe.Add(l.Bases[row>>driver.RowBits], uintptr(row&(driver.ChunkRows-1))*s.size) != s.value(row) {
			return fmt.Errorf("%s: lookup has another place for row %d", name, row)
		}
		for i := range s.columns {
			if driver.Stamp(l.Beside[i][row>>driver.RowBits], uint32(row&(driver.ChunkRows-1))) != s.stamp(i, row) {
				return fmt.Errorf("%s: lookup has another place for stamp %d of row %d", name, i, row)
			}
		}
	}
	return nil
}
