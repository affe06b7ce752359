package ecs

import (
	"fmt"
	"slices"

	"ecslab/ecs/driver"
)

// LoadChunk brings back, of a snapshot, the entities with from <= index < to, with
// their values and their handles of the save. Whoever lives there now goes. It
// writes no records: nothing is reported as created, added, changed or removed by
// it, and what was recorded of these indices before is forgotten. Clocks and last
// runs stay, and so does the rest of the world.
//
// The snapshot must be of this world, or the world have been loaded from the
// same one: handles of another world could fit entities of this one. With a
// tracker that cannot forget entity by entity it is an error, and so it is while
// spawns wait in Commands, whose handles could be among those. If the storage
// has no place for all (ErrFull) some are missing.
func (w *World) LoadChunk(s *Snapshot, from, to uint32) error {
	return w.loadPart(s, func(index uint32) bool { return index >= from && index < to })
}

// LoadEntities is LoadChunk for the indices of the given entities.
func (w *World) LoadEntities(s *Snapshot, es ...Entity) error {
	wanted := map[uint32]bool{}
	for _, e := range es {
		wanted[e.Index()] = true
	}
	return w.loadPart(s, func(index uint32) bool { return wanted[index] })
}

func (w *World) loadPart(s *Snapshot, wanted func(index uint32) bool) error {
	if err := w.atRest(); err != nil {
		return err
	}
	if err := w.fits(s); err != nil {
		return err
	}
	if origin, _ := w.dir.Generations(); origin != s.origin {
		return fmt.Errorf("%w: handles of the snapshot begin at generation %d, those of the world at %d: they are not of one world",
			ErrSnapshot, s.origin, origin)
	}
	if w.commands.spawns() {
		return ErrWaiting
	}
	forget, ok := w.tracker.(driver.Forgetter)
	if w.tracker != nil && !ok {
		return fmt.Errorf("%w: tracker %s cannot forget a part", ErrSnapshot, w.Tracker())
	}
	parts := s.pick(wanted)
	var coming []Entity
	for _, p := range parts {
		coming = append(coming, p.entities...)
	}
	var going []Entity
	for index := range w.dir.Span() {
		if e := w.dir.Handle(index); e != 0 && wanted(index) {
			going = append(going, e)
		}
	}
	if w.dir.Len()-len(going)+len(coming) > driver.MaxEntities {
		return ErrTooMany
	}
	if w.watch != nil {
		w.watch.Other("a load of a part of a world")
	}
	if len(going) > 0 {
		w.structure++
		w.storage.Despawn(going)
		if w.tracker != nil {
			w.tracker.Died(going)
		}
	}
	if w.tracker != nil {
		forget.Forget(going)
		forget.Forget(coming)
	}
	if !w.dir.Readmit(coming) {
		return ErrTooMany
	}
	for i, p := range parts {
		if err := w.scatter(p, forget); err != nil {
			w.giveUp(parts[i:])
			return err
		}
	}
	return nil
}

// giveUp takes back the handles of parts that were not placed, or not as a whole.
func (w *World) giveUp(parts []*rowBlock) {
	w.structure++
	for _, p := range parts {
		for _, e := range p.entities {
			one := []Entity{e}
			if !w.dir.Alive(e) {
				w.dir.Cancel(one)
				continue
			}
			w.storage.Despawn(one)
			if w.tracker != nil {
				w.tracker.Died(one)
			}
		}
	}
}

// pick copies the entities with the wanted indices. Tracker columns are left out.
func (s *Snapshot) pick(wanted func(index uint32) bool) (parts []*rowBlock) {
	for _, b := range s.blocks {
		var rows []uint32
		for i, e := range b.entities {
			if wanted(e.Index()) {
				rows = append(rows, uint32(i))
			}
		}
		if len(rows) > 0 {
			parts = append(parts, b.pick(rows))
		}
	}
	return parts
}

// pick copies rows of the block, given in ascending order.
func (b *rowBlock) pick(rows []uint32) *rowBlock {
	p := b.group.block(nil)
	for _, row := range rows {
		p.entities = append(p.entities, b.entities[row])
	}
	for i, c := range b.group.components {
		p.columns[i] = b.columns[i].pick(c, rows)
	}
	for i := range b.extras {
		from := &b.extras[i]
		x := extra{component: from.component}
		var picked []uint32
		for k, row := range from.rows {
			if at, ok := slices.BinarySearch(rows, row); ok {
				x.rows = append(x.rows, uint32(at))
				picked = append(picked, uint32(k))
			}
		}
		if len(picked) > 0 {
			x.column = from.column.pick(x.component, picked)
			p.extras = append(p.extras, x)
		}
	}
	return p
}

// pick copies the values of rows.
func (s *savedColumn) pick(c *driver.Component, rows []uint32) savedColumn {
	p := newColumn(c, 0, len(rows))
	if c.Size > 0 {
		copyRows(c, p.values, s.values, rows)
	}
	return p
}
