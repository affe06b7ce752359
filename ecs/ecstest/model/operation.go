package model

import (
	"fmt"
	"maps"
	"slices"

	"ecslab/replay"
)

// Each function here is one row or more of the marking table. All of them
// check every entity first and write then.

func (m *Machine) spawn(s *replay.SpawnStmt) error {
	w := m.world
	first, err := w.claim(s)
	if err != nil {
		return err
	}
	if len(w.living)+s.N > w.limit {
		return fmt.Errorf("%d more entities cannot live beside %d: %d can", s.N, len(w.living), w.limit)
	}
	if s.Form == replay.SpawnOne {
		w.labels[s.Label] = label{}
	} else {
		w.labels[s.Label] = label{batch: true, count: first + s.N}
	}
	for i := range s.N {
		n := name{s.Label, first + i}
		id := entityID(len(w.entities))
		w.entities = append(w.entities, &entity{name: n, alive: true, values: map[replay.ComponentID][]float64{}})
		w.living = append(w.living, id)
		w.names[n] = id
		delete(m.forgotten, n)
		w.record(replay.Created, replay.NoComponent, id)
		for _, a := range s.Args {
			w.insert(id, a)
		}
	}
	return nil
}

// insert gives an entity a component that it has not.
func (w *world) insert(id entityID, a replay.Arg) {
	w.write(id, a.Component, a.Values)
	w.record(replay.Added, a.Component, id)
	w.record(replay.Changed, a.Component, id)
}

// write stores values, zeros when none are given.
func (w *world) write(id entityID, c replay.ComponentID, v []float64) {
	stored := make([]float64, w.file.Components[c].Fields)
	copy(stored, v)
	w.entities[id].values[c] = stored
}

// lose takes a component away that an entity has.
func (w *world) lose(id entityID, c replay.ComponentID) {
	delete(w.entities[id].values, c)
	w.history.gone(c, id)
	w.record(replay.Removed, c, id)
}

func (m *Machine) edit(s *replay.EditStmt) error {
	w := m.world
	targets, err := m.resolve(s.Target)
	if err != nil {
		return err
	}
	if s.Edit == replay.Mut || s.Edit == replay.Update || s.Edit == replay.Ref {
		for _, id := range targets {
			for _, a := range s.Args {
				if !w.holds(id, a.Component) {
					return w.absent(id, a.Component)
				}
			}
		}
	}
	for _, id := range targets {
		if s.Edit == replay.Despawn {
			w.despawn(id)
		}
		for _, a := range s.Args {
			w.editOne(s.Edit, id, a)
		}
	}
	w.living = slices.DeleteFunc(w.living, func(id entityID) bool { return !w.entities[id].alive })
	return nil
}

func (w *world) absent(id entityID, c replay.ComponentID) error {
	return fmt.Errorf("%s has no %s", w.show(w.entities[id].name), w.file.Components[c].Name)
}

func (w *world) despawn(id entityID) {
	e := w.entities[id]
	for _, c := range slices.Sorted(maps.Keys(e.values)) {
		w.lose(id, c)
	}
	e.alive = false
}

func (w *world) editOne(edit replay.Edit, id entityID, a replay.Arg) {
	c := a.Component
	present := w.holds(id, c)
	switch edit {
	case replay.Add:
		if !present {
			w.insert(id, a)
		}
	case replay.Set:
		if !present {
			w.insert(id, a)
			return
		}
		w.write(id, c, a.Values)
		w.record(replay.Changed, c, id)
	case replay.Remove:
		if present {
			w.lose(id, c)
		}
	case replay.Mut:
		if a.Values != nil {
			w.write(id, c, a.Values)
		}
		w.record(replay.Changed, c, id)
	case replay.Update:
		if !slices.Equal(w.entities[id].values[c], a.Values) {
			w.write(id, c, a.Values)
			w.record(replay.Changed, c, id)
		}
	case replay.Ref:
		if a.Values != nil {
			w.write(id, c, a.Values)
		}
	}
}

func (w *world) each(s *replay.EachStmt) error {
	matches, err := w.matches(s.Terms)
	if err != nil {
		return err
	}
	for _, id := range matches {
		for _, c := range s.Mut {
			w.entities[id].values[c][0]++
			w.record(replay.Changed, c, id)
		}
	}
	return nil
}

// clear forgets records of the kinds and components that a statement names.
func (w *world) clear(s *replay.ClearStmt) {
	w.history.forget(func(r subject) bool {
		if r.kind == replay.Created {
			return s.Created
		}
		return s.Kinds.Has(r.kind) && (s.Component == replay.NoComponent || s.Component == r.component)
	})
}
