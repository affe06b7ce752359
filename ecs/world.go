package ecs

import (
	"reflect"

	"ecslab/ecs/driver"
)

// Options are the settings of a world. Start from DefaultOptions.
type Options struct {
	Created       bool   // track the creation of entities
	Ring          int    // bitmap: readable history in frames, 1 … 255; 0 is 8; others panic
	OverflowError bool   // bitmap: a window beyond the history is an error instead of being cut
	Clock         uint32 // ticks: first value of the clock
	Plain         bool   // use only the required driver methods, no fast path
}

// DefaultOptions are: created tracked, a ring of 8, cut windows, clock at 1.
func DefaultOptions() Options { return Options{Created: true, Ring: 8, Clock: 1} }

// World is a set of entities with their components, on one storage and one
// tracker. It is for one goroutine at a time, but for Query.Parallel. NewWorld
// makes worlds: the zero World has no storage, and its methods panic.
type World struct {
	schema  driver.Schema
	byType  map[reflect.Type]ComponentID
	dir     *driver.Directory
	storage driver.Storage
	tracker driver.Tracker // nil: none
	indexed driver.Indexed // the tracker, where it knows entity indices
	checker driver.Checker // the storage, where it is one
	// despawner is the storage where it is one and nobody has to be told.
	despawner driver.Despawner
	options   Options
	tracked   optedIn

	structure uint64 // rises whenever the chunks of a pass may differ; 0: nobody ever lived
	open      int    // what the structure stands still for; see mayChange
	systems   []*System
	running   *System
	ending    bool          // what a run has deferred is being applied
	shared    bool          // workers of a parallel pass may be at it
	window    driver.Window // of the running system
	commands  Commands
	gets      map[ComponentID]*lookup
	stamps    map[ComponentID]driver.Cursor // of EachBeside

	// What the world prepares for its own single operations and for commands.
	spawners    map[Mask]*Spawner
	lastSpawner *Spawner
	cluster     uint32         // to which the next handles belong; see Spawner.Cluster
	singles     [3][]*Exchange // add, remove, set; by component

	handles []Entity  // scratch for batches
	matched []Entity  // scratch of ofMatches
	chunk   Chunk     // scratch of operations that are not prepared
	sweep   Chunk     // scratch of EachBeside
	one     [1]Entity // scratch of DespawnOne
	asked   [1]Entity // scratch of Was
	cell    driver.Cell
	seen    sights // scratch of distinct

	watch Watcher // nil: nobody

	// Of snapshots; see shape and survey.
	shapes []componentShape
	saving *survey
}

// NewWorld makes an empty world of a storage and a tracker; nil is no tracker.
func NewWorld(storage func(driver.Env) driver.Storage, tracker driver.Tracker, o Options) *World {
	w := &World{
		byType:   map[reflect.Type]ComponentID{},
		dir:      driver.NewDirectory(),
		gets:     map[ComponentID]*lookup{},
		stamps:   map[ComponentID]driver.Cursor{},
		spawners: map[Mask]*Spawner{},
		options:  o,
	}
	if Tracking && tracker != nil {
		w.tracker = tracker
		w.indexed, _ = tracker.(driver.Indexed)
		tracker.Attach(driver.TrackerEnv{
			Schema: &w.schema, Directory: w.dir, Host: (*host)(w), Created: o.Created,
		})
	}
	w.storage = storage(driver.Env{Schema: &w.schema, Directory: w.dir, Beside: w.beside})
	if !o.Plain {
		w.checker, _ = w.storage.(driver.Checker)
		if w.tracker == nil {
			w.despawner, _ = w.storage.(driver.Despawner)
		}
	}
	w.commands.world = w
	return w
}

func (w *World) beside(c ComponentID) int {
	if !Tracking || w.tracker == nil {
		return 0
	}
	return w.tracker.Beside(c)
}

// Len is the number of living entities.
func (w *World) Len() int { return w.dir.Len() }

// Alive reports whether the handle is of a living entity of this world.
func (w *World) Alive(e Entity) bool { return w.dir.Alive(e) }

// Has reports whether e lives and has the component.
func (w *World) Has(e Entity, c ComponentID) bool {
	return w.dir.Alive(e) && w.storage.Locate(e, c, &w.cell)
}

// ComponentsOf is the set of components of a living entity; of others, ErrDead.
func (w *World) ComponentsOf(e Entity) (Mask, error) {
	if !w.dir.Alive(e) {
		return Mask{}, ErrDead
	}
	return w.storage.Components(e), nil
}

// Tracker is the tracker's name, "none" without one.
func (w *World) Tracker() string {
	if w.tracker == nil {
		return "none"
	}
	return w.tracker.Name()
}

// Stats is the world's shape and memory; see also Stats.Report.
func (w *World) Stats() Stats {
	s := Stats{Stats: w.storage.Stats(), DirectoryBytes: w.dir.Bytes()}
	s.Entities = w.dir.Len()
	if w.tracker != nil {
		s.TrackerBytes = w.tracker.Bytes()
	}
	return s
}

// allLive reports whether all handles are of living entities.
func (w *World) allLive(es []Entity) bool {
	if w.checker != nil {
		return w.checker.FirstDead(es) < 0
	}
	return w.dir.FirstDead(es) < 0
}

// Reset removes all entities and forgets all records. Prepared operations stay
// usable, systems begin anew, and no handle given out before fits again.
func (w *World) Reset() error {
	if err := w.atRest(); err != nil {
		return err
	}
	w.commands.reset()
	w.structure++
	w.storage.Reset()
	w.dir.Reset()
	if w.tracker != nil {
		w.tracker.Reset()
	}
	for _, s := range w.systems {
		s.timeline = driver.Timeline{}
	}
	if w.watch != nil {
		w.watch.Other("a reset of the world")
	}
	return nil
}

// Shrink gives back memory that the storage holds without need. It does
// nothing while the structure stands still, as during a pass.
func (w *World) Shrink() {
	if s, ok := w.storage.(driver.Shrinker); ok && w.open == 0 {
		w.structure++
		s.Shrink()
	}
}

// Group asks a storage that can (sparse) to keep the sets of the components in
// the same order. It reports whether it does; others never do, and that is no error.
func (w *World) Group(cs ...Component) (bool, error) {
	set, err := w.resolveMask(cs)
	if err != nil {
		return false, err
	}
	g, ok := w.storage.(driver.Grouper)
	if !ok || w.options.Plain {
		return false, nil
	}
	if err := w.mayChange(); err != nil {
		return false, err
	}
	w.structure++
	err = g.Group(&set)
	return err == nil, err
}
