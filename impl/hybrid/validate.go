package hybrid

import (
	"fmt"

	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
)

// validate checks the invariants of the package documentation, and those of
// the tables and the sets.
func (s *Storage) validate() error {
	tables := s.store.Tables()
	if len(tables) != s.graph.Len() {
		return fmt.Errorf("%d tables for %d sets", len(tables), s.graph.Len())
	}
	for i, t := range tables {
		if set := s.graph.Set(archetype.SetID(i)); t.Set != *set || set.Intersects(&s.sparse) {
			return fmt.Errorf("table %d has the set %x, the graph %x", i, t.Set, *set)
		}
	}
	if err := s.store.Validate(); err != nil {
		return err
	}
	for _, set := range s.sets {
		if set == nil {
			continue
		}
		if !s.sparse.Has(set.Component().ID) {
			return fmt.Errorf("%s lies in tables and has a set", set.Component().Name)
		}
		if err := set.Validate(); err != nil {
			return err
		}
	}
	if err := s.validateSignatures(); err != nil {
		return err
	}
	for _, c := range s.cursors {
		if err := c.validate(); err != nil {
			return err
		}
	}
	return nil
}

func (s *Storage) validateSignatures() error {
	g := &s.signatures
	if len(g.sets) != g.graph.Len() {
		return fmt.Errorf("%d lists of sets for %d signatures", len(g.sets), g.graph.Len())
	}
	for number, sets := range g.sets {
		set := *g.set(uint32(number))
		for _, one := range sets {
			if !set.Has(one.Component().ID) {
				return fmt.Errorf("signature %d lists %s", number, one.Component().Name)
			}
			set.Unset(one.Component().ID)
		}
		if !set.Empty() {
			return fmt.Errorf("signature %d does not list %x", number, set)
		}
	}
	if *noPage != (page{}) {
		return fmt.Errorf("the empty page is not empty")
	}
	span := max(s.dir.Span(), uint32(len(g.pages))<<driver.RowBits)
	for index := range span {
		e := s.dir.Handle(index)
		number := g.of(index)
		if e == 0 && number != 0 {
			return fmt.Errorf("index %d does not live and has the signature %d", index, number)
		}
		signature := g.set(number)
		for _, one := range s.sets {
			if one == nil {
				continue
			}
			row := one.Row(index)
			if signature.Has(one.Component().ID) != (row != driver.NoRow) {
				return fmt.Errorf("%v has the signature %x and row %d of %s", e, *signature, row, one.Component().Name)
			}
			if row != driver.NoRow && one.Entities()[row] != e {
				return fmt.Errorf("row %d of %s is %v, not %v", row, one.Component().Name, one.Entities()[row], e)
			}
		}
	}
	return nil
}

// validate checks that what was kept, if it still stands, is exactly the
// matches, each once and where it lies.
func (c *cursor) validate() error {
	total := 0
	for _, other := range c.s.cursors {
		total += other.kept.counted
	}
	if total != c.s.kept {
		return fmt.Errorf("%d rows kept, %d counted", total, c.s.kept)
	}
	if !c.kept.whole || !c.stands() {
		return nil
	}
	seen := map[driver.Entity]bool{}
	ch := driver.Chunk{Cols: make([]driver.Column, len(c.columns))}
	for i := 0; c.kept.fill(i, &ch); i++ {
		for k := range ch.N {
			e := ch.Entities.At(k)
			set := c.s.Components(e)
			if seen[e] || !c.matches(&set) {
				return fmt.Errorf("kept: %v of %x, seen %t", e, set, seen[e])
			}
			seen[e] = true
			if err := c.validateCells(&ch, k, e); err != nil {
				return fmt.Errorf("kept: %v: %w", e, err)
			}
		}
	}
	n := 0
	for index := range c.s.dir.Span() {
		if e := c.s.dir.Handle(index); e != 0 {
			if set := c.s.Components(e); c.matches(&set) {
				n++
			}
		}
	}
	if n != len(seen) {
		return fmt.Errorf("kept %d matches of %d", len(seen), n)
	}
	return nil
}

// matches tests a whole set.
func (c *cursor) matches(set *driver.Mask) bool {
	return c.q.Matches(set) && c.tables.query.Matches(set)
}

func (c *cursor) validateCells(ch *driver.Chunk, k int, e driver.Entity) error {
	for i, col := range c.columns {
		if col.set != nil && !col.rows {
			continue
		}
		component := c.s.env.Schema.Of(c.q.Columns[i].Component)
		var cell driver.Cell
		has := c.s.Locate(e, component.ID, &cell)
		shown := ch.Cols[i]
		row := shown.Row(k)
		if has != (row != driver.NoRow) {
			return fmt.Errorf("row %d of %s", row, component.Name)
		}
		if !has {
			continue
		}
		if skip(&shown, uintptr(row), component.Size); shown.Base != cell.Value || col.set != nil && shown.Beside != cell.Beside {
			return fmt.Errorf("row %d of %s lies elsewhere", row, component.Name)
		}
	}
	return nil
}
