package table

import (
	"fmt"
	"math/rand"
	"runtime"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/tracker/bitmap"
	"ecslab/tracker/ticks"
)

// run is a world beside its model, a map of maps.
type run struct {
	t      *testing.T
	r      *rand.Rand
	w      *ecs.World
	s      *Storage
	shapes []shape
	common []shape // those that the steps use

	queries []prepared
	live    []ecs.Entity
	model   map[ecs.Entity]map[ecs.ComponentID]int

	// With a tracker: what was marked changed since a moment. The world is
	// asked after a frame end, when every tracker tells of it.
	tracked bool
	since   ecs.Moment
	dirty   map[ecs.Entity]*ecs.Mask
}

func (r *run) mark(e ecs.Entity, id ecs.ComponentID) {
	if r.tracked {
		if r.dirty[e] == nil {
			r.dirty[e] = new(ecs.Mask)
		}
		r.dirty[e].Set(id)
	}
}

// moment begins a new window.
func (r *run) moment() {
	if r.tracked {
		m, err := r.w.Now()
		r.must(err)
		r.since, r.dirty = m, map[ecs.Entity]*ecs.Mask{}
	}
}

func newRun(t *testing.T, seed int64, rows int, tracker driver.Tracker, plain bool) *run {
	r := &run{t: t, r: rand.New(rand.NewSource(seed)), model: map[ecs.Entity]map[ecs.ComponentID]int{}}
	o := ecs.DefaultOptions()
	o.Plain = plain
	r.w = ecs.NewWorld(func(env driver.Env) driver.Storage {
		r.s = NewSized(env, rows).(*Storage)
		return r.s
	}, tracker, o)
	r.shapes = shapes(r.w)
	r.common = r.shapes
	if seed%2 == 0 { // only what moves without calls, a way of its own
		r.common = nil
		for _, sh := range r.shapes {
			if c := r.w.Components()[sh.id]; !c.Pointers && (c.Size <= 32 && c.Size%8 == 0 || c.Size == 4) {
				r.common = append(r.common, sh)
			}
		}
	}
	r.tracked = tracker != nil
	r.moment()
	return r
}

func (r *run) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// some is a random set of components, some of them more often than others so
// that entities meet in tables.
func (r *run) some(n int) []ecs.Component {
	var set ecs.Mask
	for range n {
		set.Set(r.common[min(r.r.Intn(len(r.common)), r.r.Intn(len(r.common)))].id)
	}
	return ecs.ByIDs(set.Append(nil)...)
}

// pick is a list of living entities: neighbours in a chunk, any, with repeats.
func (r *run) pick() []ecs.Entity {
	if len(r.live) == 0 {
		return nil
	}
	var es []ecs.Entity
	switch r.r.Intn(5) {
	case 0:
		return []ecs.Entity{r.live[r.r.Intn(len(r.live))]}
	case 1: // all, in the order of the tables
		return r.entities()
	case 2: // a stretch of that
		es = r.entities()
		from := r.r.Intn(len(es))
		return es[from : from+1+r.r.Intn(len(es)-from)]
	case 3: // shuffled, with repeats
		for range 1 + r.r.Intn(2*len(r.live)) {
			es = append(es, r.live[r.r.Intn(len(r.live))])
		}
	default: // a table's, then some of them again
		e := r.live[r.r.Intn(len(r.live))]
		set := r.s.Components(e)
		for _, o := range r.entities() {
			if r.s.Components(o) == set {
				es = append(es, o)
			}
		}
		es = append(es, es[:len(es)/2]...)
	}
	return es
}

func (r *run) entities() []ecs.Entity {
	q, err := r.w.Query()
	r.must(err)
	es, err := q.Entities(nil)
	r.must(err)
	return es
}

func (r *run) fill(cs []ecs.Component, views []*ecs.Dynamic, ids []ecs.ComponentID, check func(e ecs.Entity, id ecs.ComponentID, seed int)) func(*ecs.Chunk) {
	return func(c *ecs.Chunk) {
		for i, v := range views {
			sh := r.shapes[ids[i]]
			for k := range c.N {
				p := v.At(c, k)
				if (p == nil) != (sh.size == 0) {
					r.t.Fatalf("%s: address %v", sh.name, p)
				}
				e := c.Entities.At(k)
				if p == nil {
					check(e, sh.id, 0)
					continue
				}
				check(e, sh.id, sh.get(p))
				seed := 1 + r.r.Intn(maxSeed)
				sh.put(p, seed)
				r.model[e][sh.id] = seed
				r.mark(e, sh.id)
			}
		}
	}
}

func (r *run) viewed(cs []ecs.Component) (terms []ecs.Term, views []*ecs.Dynamic, ids []ecs.ComponentID) {
	for _, sh := range r.shapes {
		for _, c := range cs {
			if c == ecs.ByID(sh.id) {
				v := ecs.WriteOf(c)
				terms, views, ids = append(terms, v), append(views, v), append(ids, sh.id)
			}
		}
	}
	return terms, views, ids
}

// check compares everything with the model.
func (r *run) check() {
	r.t.Helper()
	r.must(r.s.validate())
	if rows := r.s.Stats().UsedRows; r.w.Len() != len(r.model) || rows != len(r.model) {
		r.t.Fatalf("%d entities in %d rows, want %d", r.w.Len(), rows, len(r.model))
	}
	for e, m := range r.model {
		set, err := r.w.ComponentsOf(e)
		r.must(err)
		if set.Len() != len(m) {
			r.t.Fatalf("%v has %v, want %v", e, set, m)
		}
		for id, seed := range m {
			sh := r.shapes[id]
			if !set.Has(id) {
				r.t.Fatalf("%v lacks %s", e, sh.name)
			}
			if sh.size == 0 {
				continue
			}
			p, err := r.w.ReadPointer(e, id)
			r.must(err)
			if at, looked := sh.look(e); looked && at != p {
				r.t.Fatalf("%v: %s is at %v by lookup, not at %v", e, sh.name, at, p)
			}
			if got := sh.get(p); got != seed {
				r.t.Fatalf("%v: %s = %d, want %d", e, sh.name, got, seed)
			}
		}
	}
}

func (r *run) step() {
	switch n := r.r.Intn(100); {
	case n < 30 && len(r.live) < 300:
		r.spawn()
	case n < 40:
		r.despawn()
	case n < 80:
		r.exchange()
	case n < 94:
		r.query()
	case n < 95:
		r.w.Shrink()
	case n < 96:
		r.reset()
	case n < 99 && r.tracked:
		r.changes()
	default:
		runtime.GC()
	}
}

func sortEntities(es []ecs.Entity) {
	for i := range es {
		for k := i; k > 0 && es[k] < es[k-1]; k-- {
			es[k], es[k-1] = es[k-1], es[k]
		}
	}
}

func TestModel(t *testing.T) {
	trackers := []struct {
		name string
		make func() driver.Tracker
	}{
		{"none", func() driver.Tracker { return nil }},
		{"ticks", func() driver.Tracker { return ticks.New(1) }},
		{"bitmap", func() driver.Tracker { return bitmap.New(8, false) }},
	}
	for _, rows := range []int{1, 2, 8, 4096} {
		for _, tracker := range trackers {
			for _, plain := range []bool{false, true} {
				t.Run(fmt.Sprintf("rows=%d/track=%s/plain=%t", rows, tracker.name, plain), func(t *testing.T) {
					for seed := int64(1); seed <= 4; seed++ {
						r := newRun(t, seed, rows, tracker.make(), plain)
						t.Logf("seed %d", seed) // shown if it fails; the last one did
						for range 100 {
							r.step()
							r.check()
						}
					}
				})
			}
		}
	}
}
