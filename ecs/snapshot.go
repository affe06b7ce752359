package ecs

import (
	"fmt"

	"ecslab/ecs/driver"
)

// Snapshot is a whole world with its tracking state at one time: entities,
// values, records, clocks, every system's last run. It shares nothing with the
// world but what pointers in values point to, and can be loaded any number of
// times, into a world on any storage with the same components, tracker, settings
// and systems.
//
//	block   up to 4096 entities of a component set, its group:
//	        handles ┊ per component: values, tracker columns ┊ extras
//	extra   a component that some of the block have too: who ┊ values, tracker columns
//
// A part (World.SaveChunk) has entities and values only.
type Snapshot struct {
	shape        shape
	part         bool
	origin, high uint32         // of the directory; see Directory.Generations
	living       driver.Indices // of the entities
	blocks       []*rowBlock    // in the order of the storage, as far as blocks go
	bySet        map[Mask]*rowGroup
	tracker      any
	systems      []savedSystem
}

// savedSystem is a system's place in time.
type savedSystem struct {
	name     string
	timeline driver.Timeline
}

// Len is the number of entities.
func (s *Snapshot) Len() int {
	n := 0
	for _, b := range s.blocks {
		n += len(b.entities)
	}
	return n
}

// Bytes is the memory of handles, values and tracker columns; what the tracker
// keeps elsewhere is not counted.
func (s *Snapshot) Bytes() int {
	n := 0
	for _, b := range s.blocks {
		n += b.bytes()
	}
	return n
}

// Save takes a snapshot. It fails while a query is open or a system runs.
// Commands that wait are not part of it.
func (w *World) Save() (*Snapshot, error) {
	s := new(Snapshot)
	if err := w.SaveInto(s); err != nil {
		return nil, err
	}
	return s, nil
}

// SaveInto is Save into the memory of a snapshot that is no longer wanted, as a
// program does that saves every frame: fresh memory costs more than the copy.
func (w *World) SaveInto(s *Snapshot) error {
	if s == nil {
		return ErrZero
	}
	if err := w.atRest(); err != nil {
		return err
	}
	s.begin(w, false)
	if err := w.gather(s, 0, ^uint32(0)); err != nil {
		*s = Snapshot{} // a part would pass for a whole
		return err
	}
	if w.tracker == nil {
		s.tracker = nil
	} else {
		s.tracker = w.tracker.Save(s.tracker)
	}
	s.systems = s.systems[:0]
	for _, sys := range w.systems {
		s.systems = append(s.systems, savedSystem{sys.name, sys.timeline})
	}
	if w.watch != nil {
		w.watch.Saved(s)
	}
	return nil
}

// SaveChunk takes a snapshot of a part: of the entities with from <= index < to,
// with their values. It is for LoadChunk.
func (w *World) SaveChunk(from, to uint32) (*Snapshot, error) {
	if err := w.atRest(); err != nil {
		return nil, err
	}
	s := new(Snapshot)
	s.begin(w, true)
	if err := w.gather(s, from, to); err != nil {
		return nil, err
	}
	return s, nil
}

// atRest is nil if the world can be saved and loaded.
func (w *World) atRest() error {
	switch {
	case w.open > 0:
		return ErrOpen
	case w.inRun():
		return ErrRunning
	}
	return nil
}

// begin makes the snapshot empty. It keeps the memory for entities of component
// sets that it has met, if they are components of the same world.
func (s *Snapshot) begin(w *World, part bool) {
	here := w.shape()
	if s.shape.world != w || s.part || part || len(s.shape.components) != len(here.components) {
		s.blocks, s.bySet = nil, map[Mask]*rowGroup{}
	}
	for _, b := range s.blocks {
		b.empty()
	}
	s.blocks = s.blocks[:0]
	s.living.Clear()
	s.shape, s.part = here, part
	s.origin, s.high = w.dir.Generations()
}

// Load puts a snapshot back. The handles of the save are valid again; one that
// was given out since fits no entity, ever. Systems made since the save are as
// before their first run. A snapshot of a world with other components, another
// tracker, other settings or systems is refused, and nothing changes. If the
// storage has no place for it (ErrFull) the world is empty.
func (w *World) Load(s *Snapshot) error {
	if err := w.atRest(); err != nil {
		return err
	}
	if err := w.fits(s); err != nil {
		return err
	}
	if s.part {
		return fmt.Errorf("%w: it is a part of a world; LoadChunk takes it", ErrSnapshot)
	}
	w.commands.reset()
	w.structure++
	w.storage.Reset()
	w.dir.RestoreAll(s.living, s.origin, s.high)
	for _, b := range s.blocks {
		if err := w.scatter(b, nil); err != nil {
			w.structure++
			w.storage.Reset()
			w.dir.Reset()
			if w.tracker != nil {
				w.tracker.Reset()
			}
			return err
		}
	}
	if w.tracker != nil {
		w.tracker.Load(s.tracker)
	}
	for i, sys := range w.systems {
		sys.timeline = driver.Timeline{}
		if i < len(s.systems) {
			sys.timeline = s.systems[i].timeline
		}
	}
	if w.watch != nil {
		w.watch.Loaded(s)
	}
	return nil
}

// fits is nil if the snapshot is of a world like this one.
func (w *World) fits(s *Snapshot) error {
	if s == nil {
		return ErrZero
	}
	if is, here := w.shape().difference(&s.shape); is != here {
		return fmt.Errorf("%w: the snapshot has %s, the world %s", ErrSnapshot, is, here)
	}
	for i, saved := range s.systems {
		switch {
		case i >= len(w.systems):
			return fmt.Errorf("%w: the snapshot has %d systems, the next of them %q; the world has %d",
				ErrSnapshot, len(s.systems), saved.name, len(w.systems))
		case saved.name != w.systems[i].name:
			return fmt.Errorf("%w: system %d is %q in the snapshot, %q in the world", ErrSnapshot, i, saved.name, w.systems[i].name)
		}
	}
	return nil
}
