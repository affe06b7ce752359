package ecs

import (
	"fmt"
	"strings"
	"unsafe"

	"ecslab/ecs/driver"
)

// Snapshot is a whole world with its tracking state at one time: entities,
// values, records, clocks, every system's last run. It shares nothing with the
// world and can be loaded any number of times, into a world on any storage
// with the same components, tracker and settings.
type Snapshot struct {
	settings  string // components and tracker, in words
	origin    uint32 // of the directory, with high; see Directory.Generations
	high      uint32
	entities  []Entity
	groups    []rowGroup
	tracker   any
	timelines []driver.Timeline
}

// rowGroup is the entities with one component set.
type rowGroup struct {
	set      Mask
	entities []Entity
	columns  []savedColumn // in ascending order of set
}

// savedColumn is values and tracker columns, entity by entity.
type savedColumn struct {
	values unsafe.Pointer
	beside [2][]uint32
}

// settings says what must be the same for a load.
func (w *World) settings() string {
	var b strings.Builder
	for _, c := range w.schema.Components {
		fmt.Fprintf(&b, "component %s %v %v; ", c.Name, c.Type, c.Kinds)
	}
	fmt.Fprintf(&b, "created %t; tracker %s", w.options.Created, w.Tracker())
	if w.tracker != nil {
		fmt.Fprintf(&b, " (%s)", w.tracker.Settings())
	}
	return b.String()
}

// Save takes a snapshot. It fails while a query is open or a system runs.
func (w *World) Save() (*Snapshot, error) {
	if w.open > 0 {
		return nil, ErrOpen
	}
	if w.running != nil {
		return nil, ErrRunning
	}
	s := &Snapshot{settings: w.settings()}
	s.origin, s.high = w.dir.Generations()
	every, err := w.Query(WithDisabled())
	if err != nil {
		return nil, err
	}
	if s.entities, err = every.Entities(make([]Entity, 0, w.dir.Len())); err != nil {
		return nil, err
	}
	groups := map[Mask]int{}
	for _, e := range s.entities {
		set := w.storage.Components(e)
		at, ok := groups[set]
		if !ok {
			at = len(s.groups)
			groups[set] = at
			s.groups = append(s.groups, rowGroup{set: set})
		}
		s.groups[at].entities = append(s.groups[at].entities, e)
	}
	for i := range s.groups {
		w.saveGroup(&s.groups[i])
	}
	if w.tracker != nil {
		s.tracker = w.tracker.Save()
	}
	for _, sys := range w.systems {
		s.timelines = append(s.timelines, sys.timeline)
	}
	return s, nil
}

func (w *World) saveGroup(g *rowGroup) {
	for c, ok := g.set.Next(0); ok; c, ok = g.set.Next(int(c) + 1) {
		comp := w.schema.Of(c)
		var col savedColumn
		if comp.Size > 0 {
			col.values = comp.Make(len(g.entities))
		}
		for i := range w.beside(c) {
			col.beside[i] = make([]uint32, len(g.entities))
		}
		for k, e := range g.entities {
			w.storage.Locate(e, c, &w.cell)
			if comp.Size > 0 {
				comp.Copy(unsafe.Add(col.values, uintptr(k)*comp.Size), w.cell.Value, 1)
			}
			for i := range col.beside {
				if col.beside[i] != nil {
					col.beside[i][k] = *(*uint32)(w.cell.Beside[i])
				}
			}
		}
		g.columns = append(g.columns, col)
	}
}

// Load puts a snapshot back. The handles of the save are valid again; one that
// was given out since fits no entity, ever. Systems made since the save are as
// before their first run. A snapshot of a world with other components, another
// tracker or other settings is refused, and nothing changes.
func (w *World) Load(s *Snapshot) error {
	if w.open > 0 {
		return ErrOpen
	}
	if w.running != nil {
		return ErrRunning
	}
	if here := w.settings(); here != s.settings {
		return fmt.Errorf("%w: it has %s; the world has %s", ErrSnapshot, s.settings, here)
	}
	w.commands.reset()
	w.storage.Reset()
	w.dir.Restore(s.entities, s.origin, s.high)
	var ch Chunk
	for i := range s.groups {
		g := &s.groups[i]
		ch.Cols = make([]driver.Column, len(g.columns))
		for from := 0; from < len(g.entities); {
			n, err := w.storage.Spawn(g.entities[from:], &g.set, &ch)
			if err != nil {
				return err
			}
			w.loadColumns(g, from, n, &ch)
			from += n
		}
	}
	if w.tracker != nil {
		w.tracker.Load(s.tracker)
	}
	for i, sys := range w.systems {
		sys.timeline = driver.Timeline{}
		if i < len(s.timelines) {
			sys.timeline = s.timelines[i]
		}
	}
	return nil
}

func (w *World) loadColumns(g *rowGroup, from, n int, ch *Chunk) {
	at := 0
	for c, ok := g.set.Next(0); ok; c, ok = g.set.Next(int(c) + 1) {
		comp, saved, col := w.schema.Of(c), &g.columns[at], &ch.Cols[at]
		at++
		if comp.Size > 0 {
			comp.Copy(col.Base, unsafe.Add(saved.values, uintptr(from)*comp.Size), n)
		}
		for i := range saved.beside {
			if saved.beside[i] != nil {
				copy(stamps(col.Beside[i], n), saved.beside[i][from:from+n])
			}
		}
	}
}
