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

func (r *run) spawn() {
	cs := r.some(r.r.Intn(6))
	terms, views, ids := r.viewed(cs)
	sp, err := r.w.Spawner(terms...)
	r.must(err)
	n := 1
	if r.r.Intn(2) == 0 {
		n = 1 + r.r.Intn(40)
	}
	fill := r.fill(cs, views, ids, func(e ecs.Entity, id ecs.ComponentID, seed int) {
		if seed != 0 {
			r.t.Fatalf("spawned with %s = %d", r.shapes[id].name, seed)
		}
	})
	r.must(sp.Batch(n, func(c *ecs.Chunk) {
		for k := range c.N {
			e := c.Entities.At(k)
			r.live = append(r.live, e)
			r.model[e] = map[ecs.ComponentID]int{}
			for _, id := range ids {
				r.model[e][id] = 0
				r.mark(e, id)
			}
		}
		if c.Run && c.Entities.At(c.N-1).Index()-c.First+1 != uint32(c.N) {
			r.t.Fatalf("run from %d is wrong", c.First)
		}
		fill(c)
	}))
}

func (r *run) despawn() {
	es := r.pick()
	if r.r.Intn(3) > 0 && len(es) > 10 {
		es = es[:10]
	}
	if len(es) == 0 {
		return
	}
	r.must(r.w.Despawn(es...))
	for _, e := range es {
		delete(r.model, e)
	}
	r.live = r.live[:0]
	for e := range r.model {
		r.live = append(r.live, e)
	}
	sortEntities(r.live)
}

func (r *run) exchange() {
	es := r.pick()
	add, set, remove := r.some(r.r.Intn(3)), r.some(r.r.Intn(3)), r.some(r.r.Intn(3))
	var taken ecs.Mask
	only := func(cs []ecs.Component) (out []ecs.Component, ids []ecs.ComponentID) {
		for _, sh := range r.shapes {
			for _, c := range cs {
				if c == ecs.ByID(sh.id) && !taken.Has(sh.id) {
					taken.Set(sh.id)
					out, ids = append(out, c), append(ids, sh.id)
				}
			}
		}
		return out, ids
	}
	set, _ = only(set)
	add, addIDs := only(add)
	remove, removeIDs := only(remove)
	terms, views, setIDs := r.viewed(set)
	x, err := r.w.Exchange(ecs.Adding(add...), ecs.Setting(terms...), ecs.Removing(remove...))
	r.must(err)
	change := func(e ecs.Entity) {
		for _, id := range removeIDs {
			delete(r.model[e], id)
		}
		for _, ids := range [][]ecs.ComponentID{addIDs, setIDs} {
			for _, id := range ids {
				if _, ok := r.model[e][id]; !ok {
					r.model[e][id] = 0
					r.mark(e, id)
				}
			}
		}
	}
	if r.r.Intn(4) == 0 && len(setIDs) == 0 { // by a query
		q, err := r.w.Query(ecs.All(r.some(r.r.Intn(2))...))
		r.must(err)
		es, err := q.Entities(nil)
		r.must(err)
		r.must(x.All(q, nil))
		for _, e := range es {
			change(e)
		}
		return
	}
	if len(setIDs) == 0 && r.r.Intn(2) == 0 {
		one := r.r.Intn(2) == 0
		for _, e := range es {
			if one {
				_, err := x.One(e)
				r.must(err)
			}
			change(e)
		}
		if !one {
			r.must(x.Batch(es, nil))
		}
		return
	}
	seen := 0
	fill := r.fill(set, views, setIDs, func(e ecs.Entity, id ecs.ComponentID, seed int) {
		if seed != r.model[e][id] {
			r.t.Fatalf("%v: set finds %s = %d, want %d", e, r.shapes[id].name, seed, r.model[e][id])
		}
	})
	r.must(x.Batch(es, func(c *ecs.Chunk) {
		for k := range c.N {
			e := c.Entities.At(k)
			if e != es[seen+k] {
				r.t.Fatalf("match %d is %v, want %v", k, e, es[seen+k])
			}
			if c.Run && e.Index() != c.First+uint32(k) {
				r.t.Fatalf("run from %d is wrong", c.First)
			}
			var gained, lost ecs.Mask
			for _, ids := range [][]ecs.ComponentID{addIDs, setIDs} {
				for _, id := range ids {
					if _, ok := r.model[e][id]; !ok {
						gained.Set(id)
					}
				}
			}
			for _, id := range removeIDs {
				if _, ok := r.model[e][id]; ok {
					lost.Set(id)
				}
			}
			if gained != c.Gained || lost != c.Lost {
				r.t.Fatalf("%v gained %v and lost %v, told %v and %v", e, gained, lost, c.Gained, c.Lost)
			}
		}
		for k := range c.N {
			change(c.Entities.At(k))
		}
		seen += c.N
		fill(c)
	}))
	if seen != len(es) {
		r.t.Fatalf("%d entities of %d came back", seen, len(es))
	}
}

// prepared is a query that may be asked again after other steps.
type prepared struct {
	*ecs.Query
	all, none, any []ecs.Component
	views          []*ecs.Dynamic
	ids            []ecs.ComponentID
}

func (r *run) prepare() prepared {
	p := prepared{all: r.some(r.r.Intn(3)), none: r.some(r.r.Intn(2)), any: r.some(r.r.Intn(3))}
	var terms []ecs.Term
	terms, p.views, p.ids = r.viewed(p.all)
	terms = append(terms, ecs.None(p.none...))
	if len(p.any) > 0 {
		terms = append(terms, ecs.Any(p.any...))
	}
	var err error
	p.Query, err = r.w.Query(terms...)
	r.must(err)
	return p
}

// query compares a random query, new or kept, with the model.
func (r *run) query() {
	if len(r.queries) < 8 {
		r.queries = append(r.queries, r.prepare())
	}
	at := r.r.Intn(len(r.queries))
	q := r.queries[at]
	if r.r.Intn(8) == 0 {
		r.queries[at] = r.prepare()
	}
	all, none, any, views, ids := q.all, q.none, q.any, q.views, q.ids
	found := 0
	for range 2 {
		found = 0
		r.must(q.Open())
		for c := q.Next(); c != nil; c = q.Next() {
			found += c.N
			for k := range c.N {
				e := c.Entities.At(k)
				if c.Run && e.Index() != c.First+uint32(k) {
					r.t.Fatalf("run from %d is wrong", c.First)
				}
				for i, v := range views {
					r.mark(e, ids[i])
					if sh := r.shapes[ids[i]]; sh.size > 0 {
						if got := sh.get(v.At(c, k)); got != r.model[e][sh.id] {
							r.t.Fatalf("%v: query finds %s = %d, want %d", e, sh.name, got, r.model[e][sh.id])
						}
					}
				}
			}
		}
	}
	want := 0
	for _, m := range r.model {
		has := func(cs []ecs.Component) (n int) {
			for _, c := range cs {
				for id := range m {
					if c == ecs.ByID(id) {
						n++
					}
				}
			}
			return n
		}
		if has(all) == len(all) && has(none) == 0 && (len(any) == 0 || has(any) > 0) {
			want++
		}
	}
	if found != want {
		r.t.Fatalf("query finds %d, want %d", found, want)
	}
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

func (r *run) reset() {
	r.must(r.w.Reset())
	r.model, r.live = map[ecs.Entity]map[ecs.ComponentID]int{}, nil
	r.moment()
}

// changes compares what the tracker tells with the model, and begins a new window.
func (r *run) changes() {
	r.must(r.w.EndFrame(1))
	for _, sh := range r.shapes {
		if r.w.Components()[sh.id].Kinds&ecs.Changed == 0 {
			continue
		}
		other := r.common[r.r.Intn(len(r.common))]
		v, maybe := ecs.ReadOf(ecs.ByID(sh.id)), r.shapes[0]
		terms := []ecs.Term{v, ecs.AllChanged(ecs.ByID(sh.id)).Since(&r.since), ecs.None(ecs.ByID(other.id))}
		if maybe.id != sh.id {
			terms = append(terms, ecs.AnyChanged(ecs.ByID(maybe.id), ecs.ByID(sh.id)).Since(&r.since))
		}
		if other.id == sh.id {
			terms = terms[:2]
		}
		q, err := r.w.Query(terms...)
		r.must(err)
		want := map[ecs.Entity]bool{}
		for e, set := range r.dirty {
			_, has := r.model[e][sh.id]
			if _, no := r.model[e][other.id]; set.Has(sh.id) && has && (other.id == sh.id || !no) {
				want[e] = true
			}
		}
		r.must(q.Open())
		for c := q.Next(); c != nil; c = q.Next() {
			for k := range c.N {
				e := c.Entities.At(k)
				if !want[e] {
					r.t.Fatalf("%v: %s is told as changed", e, sh.name)
				}
				delete(want, e)
				if sh.size > 0 && sh.get(v.At(c, k)) != r.model[e][sh.id] {
					r.t.Fatalf("%v: a changed %s is wrong", e, sh.name)
				}
			}
		}
		for e := range want {
			r.t.Fatalf("%v: %s is not told as changed", e, sh.name)
		}
	}
	r.moment()
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
