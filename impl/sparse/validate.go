package sparse

import (
	"fmt"

	"ecslab/ecs/driver"
)

// validate checks the invariants of the package documentation.
func (s *Storage) validate() error {
	for _, set := range s.sets {
		if set == nil {
			continue
		}
		if err := set.Validate(); err != nil {
			return err
		}
	}
	for p, page := range s.dir.Pages() {
		for k, entry := range page {
			index := uint32(p<<driver.RowBits | k)
			if index >= s.dir.Span() {
				break
			}
			if err := s.validateIndex(index, entry); err != nil {
				return err
			}
		}
	}
	for _, g := range s.groups {
		if err := s.validateGroup(g); err != nil {
			return err
		}
	}
	for _, c := range s.cursors {
		if err := c.validate(); err != nil {
			return err
		}
	}
	return nil
}

func (s *Storage) validateIndex(index uint32, entry uint64) error {
	e, lives := driver.Entity(entry), uint32(entry) != driver.NoPlace
	if lives && e.Index() != index {
		return fmt.Errorf("index %d has the place %d", index, uint32(entry))
	}
	set := s.signatures.of(index)
	if !lives && !set.Empty() {
		return fmt.Errorf("index %d does not live and has the signature %x", index, set)
	}
	for c, one := range s.sets {
		if one == nil {
			if set.Has(driver.ComponentID(c)) {
				return fmt.Errorf("%v has component %d, which has no set", e, c)
			}
			continue
		}
		row := one.Row(index)
		if set.Has(driver.ComponentID(c)) != (row != driver.NoRow) {
			return fmt.Errorf("%v has the signature %x and row %d of component %d", e, set, row, c)
		}
		if row != driver.NoRow && one.Entities()[row] != e {
			return fmt.Errorf("row %d of component %d is %v, not %v", row, c, one.Entities()[row], e)
		}
	}
	return nil
}

func (s *Storage) validateGroup(g *group) error {
	for row, e := range g.sets[0].Entities() {
		have := s.Components(e)
		if member := have.Contains(&g.mask); member != (row < g.n) {
			return fmt.Errorf("group %x of %d: row %d, member %t", g.mask, g.n, row, member)
		}
	}
	for _, set := range g.sets {
		for row := range g.n {
			if set.Entities()[row] != g.sets[0].Entities()[row] {
				return fmt.Errorf("group %x: row %d of %s differs", g.mask, row, set.Component().Name)
			}
		}
	}
	return nil
}
