package model

import (
	"maps"
	"slices"

	"ecslab/replay"
)

// maxLiving is how many entities can live at once.
const maxLiving = 16_777_216

// entity is one entity that was ever spawned.
type entity struct {
	name   name // that it was spawned with, and keeps
	alive  bool
	values map[replay.ComponentID][]float64 // of the components it holds
}

// world is all that a snapshot holds.
type world struct {
	file     *replay.File // settings and components; never written
	limit    int          // maxLiving
	entities []*entity    // by entityID; the dead ones too
	living   []entityID   // in the order of spawning
	names    map[name]entityID
	labels   map[replay.LabelID]label
	marks    map[replay.MarkID]moment
	history  history
}

func newWorld(file *replay.File, tracker string) *world {
	w := &world{
		file:   file,
		limit:  maxLiving,
		names:  map[name]entityID{},
		labels: map[replay.LabelID]label{},
		marks:  map[replay.MarkID]moment{},
	}
	switch tracker {
	case "none":
		w.history = none{}
	case "ticks":
		w.history = newTicks(file.Settings.Clock)
	case "bitmap":
		w.history = newBitmap(file.Settings.Ring, file.Settings.OverflowError)
	case "frame":
		w.history = newFrame(false)
	case "frame-exact":
		w.history = newFrame(true)
	default:
		panic("model: no tracker is called " + tracker)
	}
	return w
}

// clone is a deep copy.
func (w *world) clone() *world {
	copied := *w
	copied.entities = make([]*entity, len(w.entities))
	for id, e := range w.entities {
		twin := &entity{name: e.name, alive: e.alive, values: map[replay.ComponentID][]float64{}}
		for c, v := range e.values {
			twin.values[c] = slices.Clone(v)
		}
		copied.entities[id] = twin
	}
	copied.living = slices.Clone(w.living)
	copied.names = maps.Clone(w.names)
	copied.labels = maps.Clone(w.labels)
	copied.marks = maps.Clone(w.marks)
	copied.history = w.history.clone()
	return &copied
}

// holds reports whether an entity has a component. The dead have none.
func (w *world) holds(id entityID, c replay.ComponentID) bool {
	_, ok := w.entities[id].values[c]
	return ok
}

// tracks reports whether records of a kind are kept.
func (w *world) tracks(k replay.Kind, c replay.ComponentID) bool {
	if k == replay.Created {
		return w.file.Settings.Created
	}
	return w.file.Components[c].Track.Has(k)
}

func (w *world) record(k replay.Kind, c replay.ComponentID, id entityID) {
	if w.tracks(k, c) {
		w.history.record(subject{k, c, id})
	}
}
