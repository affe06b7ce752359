package bitmap

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"ecslab/ecs/driver"
)

// world is a tracker with a directory and a naive model of what the tracker
// must answer. Its methods do the same to both.
type world struct {
	rng      *rand.Rand
	dir      *driver.Directory
	schema   driver.Schema
	t        *tracker
	model    model
	living   []driver.Entity
	filler   []driver.Entity // live too, and nobody asks about them
	created  bool
	unheld   bool // released indices are reused at once, against the tracker's wish
	moments  []driver.Moment
	old      []driver.Window // made some frames ago
	timeline driver.Timeline
}

// model is a stamp per mark. Handles are never reused, so it needs no rule
// about reused indices.
type model struct {
	cur, depth uint64
	stamps     map[subject]map[uint64]bool
}

type subject struct {
	record driver.Record
	entity driver.Entity
}

func (m *model) mark(kind driver.Kinds, c driver.ComponentID, e driver.Entity) {
	s := subject{driver.Record{Kind: kind, Component: c}, e}
	if m.stamps[s] == nil {
		m.stamps[s] = map[uint64]bool{}
	}
	m.stamps[s][m.cur+1] = true
}

// span is a naive window (after, upto], before the tracker cuts it.
type span struct{ after, upto uint64 }

func (m *model) sees(r driver.Record, e driver.Entity, s span) bool {
	for stamp := range m.stamps[subject{r, e}] {
		if s.after < stamp && stamp <= s.upto && stamp+m.depth > m.cur {
			return true
		}
	}
	return false
}

func (m *model) clone() model {
	copied := *m
	copied.stamps = map[subject]map[uint64]bool{}
	for s, stamps := range m.stamps {
		copied.stamps[s] = map[uint64]bool{}
		for stamp := range stamps {
			copied.stamps[s][stamp] = true
		}
	}
	return copied
}

// trackedKinds are the opt-ins of the test's components.
var trackedKinds = []driver.Kinds{driver.PerComponent, driver.Changed, driver.Added | driver.Removed, 0}

func newWorld(seed uint64, ring int, created, unheld bool) *world {
	w := &world{
		rng:     rand.New(rand.NewPCG(seed, 1)),
		dir:     driver.NewDirectory(),
		t:       New(ring, false).(*tracker),
		created: created,
		unheld:  unheld,
		moments: []driver.Moment{0},
		old:     []driver.Window{{}},
	}
	w.model = model{cur: 1, depth: uint64(ring), stamps: map[subject]map[uint64]bool{}}
	w.t.Attach(driver.TrackerEnv{Schema: &w.schema, Directory: w.dir, Created: created})
	for i, k := range trackedKinds {
		c := &driver.Component{ID: driver.ComponentID(i), Name: fmt.Sprint("C", i), Kinds: k}
		w.schema.Components = append(w.schema.Components, c)
		w.t.Register(c)
	}
	return w
}

func (w *world) records() []driver.Record {
	var list []driver.Record
	for i, k := range trackedKinds {
		for _, kind := range []driver.Kinds{driver.Added, driver.Changed, driver.Removed} {
			if k&kind != 0 {
				list = append(list, driver.Record{Kind: kind, Component: driver.ComponentID(i)})
			}
		}
	}
	if w.created {
		list = append(list, driver.Record{Kind: driver.Created})
	}
	return list
}

func (w *world) modelMark(kinds driver.Kinds, c driver.ComponentID, e driver.Entity) {
	for _, k := range []driver.Kinds{driver.Added, driver.Changed, driver.Removed} {
		if kinds&k&trackedKinds[c] != 0 {
			w.model.mark(k, c, e)
		}
	}
}

func (w *world) spawn(n int) {
	es := make([]driver.Entity, n)
	if !w.dir.Allocate(es) {
		panic("no room")
	}
	for _, e := range es {
		w.dir.SetPlace(e, e.Index())
		if w.created {
			w.model.mark(driver.Created, 0, e)
		}
	}
	for from := 0; from < n; { // as a storage places prefixes
		to := min(n, from+1+w.rng.IntN(n))
		w.t.Born(es[from:to])
		from = to
	}
	w.living = append(w.living, es...)
}

func (w *world) despawn(es []driver.Entity) {
	gone := map[driver.Entity]bool{}
	for _, e := range es {
		gone[e] = true
	}
	w.dir.Release(es)
	w.t.Died(es)
	w.living = slices.DeleteFunc(w.living, func(e driver.Entity) bool { return gone[e] })
	if w.unheld {
		w.dir.Turn()
	}
}

// reset is that of a world: new entities and systems, the clock goes on.
func (w *world) reset() {
	w.dir.Reset()
	w.t.Reset()
	w.living, w.filler = nil, nil
	w.timeline = driver.Timeline{}
	clear(w.model.stamps)
}

// restore makes the living and the filler the only living entities.
func (w *world) restore(living []driver.Entity) {
	es := slices.Concat(living, w.filler)
	origin, high := w.dir.Generations()
	w.dir.Restore(es, origin, high)
	for _, e := range es {
		w.dir.SetPlace(e, e.Index())
	}
}

func (w *world) endFrame(n uint64) {
	w.t.EndFrame(n)
	w.dir.Turn()
	w.model.cur += n
	w.moments = append(w.moments, w.t.Moment())
}

func (w *world) clear(k driver.Kinds, c driver.ComponentID, all bool) {
	w.t.Clear(k, c, all)
	for s := range w.model.stamps {
		if s.record.Kind&k != 0 && (all || s.record.Component == c && s.record.Kind != driver.Created) {
			delete(w.model.stamps, s)
		}
	}
}

// some is up to n distinct living entities, in one of several orders.
func (w *world) some(n int) []driver.Entity {
	n = min(n, len(w.living))
	es := slices.Clone(w.living)
	w.rng.Shuffle(len(es), func(i, j int) { es[i], es[j] = es[j], es[i] })
	es = es[:n]
	switch w.rng.IntN(4) {
	case 0:
		slices.SortFunc(es, byIndex)
	case 1:
		slices.SortFunc(es, func(a, b driver.Entity) int { return byIndex(b, a) })
	}
	return es
}

func byIndex(a, b driver.Entity) int { return int(a.Index()) - int(b.Index()) }

// run is living entities with consecutive indices.
func (w *world) run() []driver.Entity {
	es := slices.Clone(w.living)
	slices.SortFunc(es, byIndex)
	if len(es) == 0 {
		return nil
	}
	from := w.rng.IntN(len(es))
	to := from + 1
	limit := from + 1 + w.rng.IntN(driver.ChunkRows)
	for to < len(es) && to < limit && es[to].Index() == es[to-1].Index()+1 {
		to++
	}
	return es[from:to]
}

// chunk is a random chunk with one column, and the matches that have a row in it.
func (w *world) chunk() (ch *driver.Chunk, es []driver.Entity, there []bool) {
	ch = &driver.Chunk{Cols: make([]driver.Column, 1)}
	if w.rng.IntN(2) == 0 {
		es = w.run()
		ch.Run = len(es) > 0
	} else {
		es = w.some(1 + w.rng.IntN(min(driver.ChunkRows, len(w.living)+1)))
	}
	ch.N = len(es)
	if ch.N == 0 {
		return ch, es, nil
	}
	if ch.Run {
		ch.First = es[0].Index()
	}
	ch.Entities.Base = &es[0]
	if w.rng.IntN(3) == 0 { // the same entities, in other rows
		rows := w.rng.Perm(ch.N)
		moved := make([]driver.Entity, ch.N)
		ch.Entities.Rows = make([]uint32, ch.N)
		for k, row := range rows {
			moved[row] = es[k]
			ch.Entities.Rows[k] = uint32(row)
		}
		ch.Entities.Base = &moved[0]
	}
	there = make([]bool, ch.N)
	col := &ch.Cols[0]
	col.Absent = w.rng.IntN(8) == 0
	if !col.Absent && w.rng.IntN(2) == 0 {
		col.Rows = make([]uint32, ch.N)
		missing := w.rng.IntN(2) * w.rng.IntN(4)
		for k := range col.Rows {
			col.Rows[k] = uint32(k)
			if w.rng.IntN(4) < missing {
				col.Rows[k] = driver.NoRow
			}
		}
	}
	for k := range there {
		there[k] = col.Row(k) != driver.NoRow
	}
	return ch, es, there
}
