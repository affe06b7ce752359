package ecs

import (
	"fmt"

	"ecslab/ecs/driver"
)

// LoadChunk brings back, of a snapshot, the entities with an index from from up
// to but without to, with their values and their handles of the save. Whoever
// lives there now goes. It writes no records: nothing is reported as created,
// added, changed or removed by it, and what was recorded of these indices
// before is forgotten. Clocks and last runs stay, and so does the rest of the
// world.
//
// The snapshot must be of this world, or the world have been loaded from the
// same one: handles of another world could fit entities of this one. With a
// tracker that cannot forget entity by entity it is an error. If the storage
// has no place for all (ErrFull) those without one are missing.
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
	forget, ok := w.tracker.(driver.Forgetter)
	if w.tracker != nil && !ok {
		return fmt.Errorf("%w: tracker %s cannot forget a part", ErrSnapshot, w.Tracker())
	}
	parts := s.pick(wanted)
	var coming []Entity
	for _, p := range parts {
		coming = append(coming, p.block.entities...)
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
	if len(going) > 0 {
		w.structure++
		w.storage.Despawn(going)
		if w.tracker != nil {
			w.tracker.Died(going)
		}
	}
	if w.watch != nil {
		w.watch.Other("a load of a part of a world")
	}
	if w.tracker != nil {
		forget.Forget(going)
		forget.Forget(coming)
	}
	if !w.dir.Readmit(coming) {
		return ErrTooMany
	}
	for i, p := range parts {
		if err := w.scatter(&p.set, p.block, w.blank(&p.set, forget)); err != nil {
			for _, rest := range parts[i:] { // what was not placed
				for _, e := range rest.block.entities {
					if !w.dir.Alive(e) {
						w.dir.Cancel([]Entity{e})
					}
				}
			}
			return err
		}
	}
	return nil
}

// blank fills the tracker's columns of a spawned chunk with nothing.
func (w *World) blank(set *Mask, forget driver.Forgetter) func(*Chunk) {
	return func(ch *Chunk) {
		if forget == nil {
			return
		}
		col := 0
		for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
			if w.beside(c) > 0 {
				forget.Blank(c, ch, col)
			}
			col++
		}
	}
}

// part is some entities of a block.
type part struct {
	set   Mask
	block *rowBlock
}

// pick copies the entities with the wanted indices. Tracker columns are left out.
func (s *Snapshot) pick(wanted func(index uint32) bool) (parts []part) {
	for _, g := range s.groups {
		for _, b := range g.blocks {
			var rows []uint32
			for i, e := range b.entities {
				if wanted(e.Index()) {
					rows = append(rows, uint32(i))
				}
			}
			if len(rows) == 0 {
				continue
			}
			p := part{g.set, &rowBlock{columns: make([]savedColumn, len(g.components))}}
			for _, row := range rows {
				p.block.entities = append(p.block.entities, b.entities[row])
			}
			for i, c := range g.components {
				if c.Size > 0 {
					p.block.columns[i].values = c.Make(len(rows))
					copyRows(c, p.block.columns[i].values, b.columns[i].values, rows)
				}
			}
			parts = append(parts, p)
		}
	}
	return parts
}
