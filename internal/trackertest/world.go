package trackertest

import (
	"fmt"
	"slices"
	"unsafe"

	"ecslab/ecs/driver"
)

// World is a storage and the part of ecs.World that a tracker sees.
type World struct {
	schema  driver.Schema
	dir     *driver.Directory
	tracker driver.Tracker
	tables  []*table // by component
	living  []driver.Entity

	unwanted any // a tracker's state of another time, for the next save
}

// table is the rows of one component.
type table struct {
	beside   int
	entities []driver.Entity
	stamps   [2][]uint32
	row      map[driver.Entity]int
}

// kindsOf are the components of a World: all ways of opting in.
var kindsOf = []driver.Kinds{
	driver.Added | driver.Changed | driver.Removed,
	driver.Added,
	driver.Changed,
	driver.Removed,
	driver.Changed | driver.Removed,
	0,
}

// NewWorld makes a world of the tracker, whose entities begin at index first.
func NewWorld(tracker driver.Tracker, first int) *World {
	w := &World{dir: driver.NewDirectory(), tracker: tracker}
	tracker.Attach(driver.TrackerEnv{Schema: &w.schema, Directory: w.dir, Host: w, Created: true})
	for id, kinds := range kindsOf {
		c := &driver.Component{ID: driver.ComponentID(id), Name: fmt.Sprint("C", id), Kinds: kinds, Size: 8}
		w.schema.Components = append(w.schema.Components, c)
		tracker.Register(c)
		w.tables = append(w.tables, &table{beside: tracker.Beside(c.ID), row: map[driver.Entity]int{}})
	}
	if first > 0 { // indices that are never used
		es := make([]driver.Entity, first)
		w.dir.Allocate(es)
	}
	return w
}

// Alive implements driver.Host.
func (w *World) Alive(e driver.Entity) bool { return w.dir.Alive(e) }

// EachBeside implements driver.Host: a few rows at a time.
func (w *World) EachBeside(c driver.ComponentID, visit func(column int, stamps []uint32)) {
	t := w.tables[c]
	for i := range t.beside {
		for from := 0; from < len(t.entities); from += 5 {
			visit(i, t.stamps[i][from:min(from+5, len(t.entities))])
		}
	}
}

// garbage stands in the columns of rows that were not stamped.
const garbage = 0xDEADBEEF

func (t *table) add(e driver.Entity) {
	t.row[e] = len(t.entities)
	t.entities = append(t.entities, e)
	for i := range t.stamps {
		t.stamps[i] = append(t.stamps[i], garbage)
	}
}

// remove swap-removes a row, the stamps with it.
func (t *table) remove(e driver.Entity) {
	row, last := t.row[e], len(t.entities)-1
	moved := t.entities[last]
	t.entities[row] = moved
	t.row[moved] = row
	t.entities = t.entities[:last]
	for i := range t.stamps {
		t.stamps[i][row] = t.stamps[i][last]
		t.stamps[i] = t.stamps[i][:last]
	}
	delete(t.row, e)
}

// column is the column from a row on.
func (t *table) column(row int) (c driver.Column) {
	c.Extent = len(t.entities) - row
	for i := range t.beside {
		if row < len(t.entities) {
			c.Beside[i] = unsafe.Pointer(&t.stamps[i][row])
		}
	}
	return c
}

// spawn makes n entities with the components.
func (w *World) spawn(n int, cs []driver.ComponentID) []driver.Entity {
	es := make([]driver.Entity, n)
	w.dir.Allocate(es)
	for _, e := range es {
		w.dir.SetPlace(e, e.Index())
	}
	w.living = append(w.living, es...)
	w.tracker.Born(es)
	for _, c := range cs {
		w.gain(c, es)
	}
	return es
}

// gain gives entities a component that they lack.
func (w *World) gain(c driver.ComponentID, es []driver.Entity) {
	t := w.tables[c]
	first := len(t.entities)
	for _, e := range es {
		t.add(e)
	}
	ch := &driver.Chunk{N: len(es), Cols: []driver.Column{t.column(first)}}
	ch.Entities.Base = unsafe.SliceData(es)
	ch.Run, ch.First = isRun(es)
	w.tracker.Mark(c, driver.Added|driver.Changed, ch, 0)
}

// lose takes a component away from entities that have it.
func (w *World) lose(c driver.ComponentID, es []driver.Entity) {
	for _, e := range es {
		w.tables[c].remove(e)
	}
	w.tracker.Lost(c, es)
}

func (w *World) despawn(es []driver.Entity) {
	for c, t := range w.tables {
		var had []driver.Entity
		for _, e := range es {
			if _, ok := t.row[e]; ok {
				had = append(had, e)
				t.remove(e)
			}
		}
		if w.schema.Components[c].Kinds&driver.Removed != 0 && len(had) > 0 && w.tracker.Buries() {
			w.tracker.Lost(driver.ComponentID(c), had)
		}
	}
	w.dir.Release(es)
	w.living = slices.DeleteFunc(w.living, func(e driver.Entity) bool { return slices.Contains(es, e) })
	w.tracker.Died(es)
}

// rowIn is the row of the entity in the component's table, NoRow if it lacks it.
func (w *World) rowIn(c driver.ComponentID, e driver.Entity) uint32 {
	if row, ok := w.tables[c].row[e]; ok {
		return uint32(row)
	}
	return driver.NoRow
}

func isRun(es []driver.Entity) (bool, uint32) {
	for i, e := range es {
		if e.Index() != es[0].Index()+uint32(i) {
			return false, 0
		}
	}
	return len(es) > 0, es[0].Index()
}

// saved is a World's own part of a snapshot.
type saved struct {
	origin  uint32
	high    uint32
	living  []driver.Entity
	tables  []*table
	tracker any
}

func (w *World) save() saved {
	s := saved{living: slices.Clone(w.living), tracker: w.tracker.Save(w.unwanted)}
	w.unwanted = w.tracker.Save(nil)
	s.origin, s.high = w.dir.Generations()
	for _, t := range w.tables {
		s.tables = append(s.tables, t.clone())
	}
	return s
}

func (w *World) load(s saved) {
	w.dir.Restore(s.living, s.origin, s.high)
	for _, e := range s.living {
		w.dir.SetPlace(e, e.Index())
	}
	w.living = slices.Clone(s.living)
	for c, t := range s.tables {
		*w.tables[c] = *t.clone()
	}
	w.tracker.Load(s.tracker)
}

func (w *World) reset() {
	w.dir.Reset()
	w.living = nil
	for _, t := range w.tables {
		*t = table{beside: t.beside, row: map[driver.Entity]int{}}
	}
	w.tracker.Reset()
}

func (t *table) clone() *table {
	c := &table{beside: t.beside, entities: slices.Clone(t.entities), row: map[driver.Entity]int{}}
	for i := range t.stamps {
		c.stamps[i] = slices.Clone(t.stamps[i])
	}
	for e, row := range t.row {
		c.row[e] = row
	}
	return c
}
