package table

import (
	"fmt"
	"math/rand"
	"reflect"
	"runtime"
	"testing"
	"unsafe"

	"ecslab/ecs"
	"ecslab/ecs/driver"
)

// The component types of the model test: tags, every form of row, types with
// pointers, several KiB.
type (
	tag    struct{}
	one    struct{ A byte }
	tiny   struct{ A uint16 }
	four   struct{ A uint32 }
	padded struct {
		A byte
		B uint64
		C byte
	}
	eight   struct{ A uint64 }
	twelve  struct{ A [3]uint32 }
	sixteen struct{ A, B float64 }
	thirty  struct{ A [4]uint64 }
	large   struct{ A [300]byte }
	huge    struct{ A [5000]byte }
	pointer struct{ P *int }
	text    struct {
		S string
		N int
	}
	list  struct{ L []*int }
	act   struct{ F func() int }
	boxed struct {
		A [2]any
		M map[string]int
	}
)

// shape is one component of the model test: how a value is made of a seed and
// how the seed is read back.
type shape struct {
	id   ecs.ComponentID
	name string
	size uintptr
	put  func(p unsafe.Pointer, seed int)
	get  func(p unsafe.Pointer) int // 0 for the zero value
}

func shapeOf[T any](w *ecs.World, put func(*T, int), get func(*T) int, options ...ecs.ComponentOption) shape {
	return shape{
		id: ecs.Register[T](w, options...), name: reflect.TypeFor[T]().Name(), size: reflect.TypeFor[T]().Size(),
		put: func(p unsafe.Pointer, seed int) { put((*T)(p), seed) },
		get: func(p unsafe.Pointer) int { return get((*T)(p)) },
	}
}

func shapes(w *ecs.World) []shape {
	boxed16 := func(i int) *int { v := new(int); *v = i; return v }
	deref := func(p *int) int {
		if p == nil {
			return 0
		}
		return *p
	}
	return []shape{
		shapeOf(w, func(p *sixteen, i int) { *p = sixteen{float64(i), -float64(i)} }, func(p *sixteen) int {
			if p.B != -p.A {
				return -1
			}
			return int(p.A)
		}, ecs.Track(ecs.Added|ecs.Changed)),
		shapeOf(w, func(p *tag, i int) {}, func(p *tag) int { return 0 }, ecs.Track(ecs.Added)),
		shapeOf(w, func(p *pointer, i int) { p.P = boxed16(i) }, func(p *pointer) int { return deref(p.P) }),
		shapeOf(w, func(p *one, i int) { p.A = byte(i) }, func(p *one) int { return int(p.A) }),
		shapeOf(w, func(p *eight, i int) { p.A = uint64(i) }, func(p *eight) int { return int(p.A) }, ecs.Track(ecs.Changed)),
		shapeOf(w, func(p *text, i int) { *p = text{fmt.Sprint(i), i} }, func(p *text) int {
			if p.N != 0 && p.S != fmt.Sprint(p.N) {
				return -1
			}
			return p.N
		}, ecs.Track(ecs.Added|ecs.Changed|ecs.Removed)),
		shapeOf(w, func(p *large, i int) { p.A[0], p.A[299] = byte(i), byte(i) }, func(p *large) int { return int(p.A[299]) }),
		shapeOf(w, func(p *list, i int) { p.L = []*int{boxed16(i), boxed16(i)} }, func(p *list) int {
			if len(p.L) == 0 {
				return 0
			}
			return deref(p.L[1])
		}),
		shapeOf(w, func(p *four, i int) { p.A = uint32(i) }, func(p *four) int { return int(p.A) }),
		shapeOf(w, func(p *twelve, i int) { p.A[2] = uint32(i) }, func(p *twelve) int { return int(p.A[2]) }),
		shapeOf(w, func(p *act, i int) { p.F = func() int { return i } }, func(p *act) int {
			if p.F == nil {
				return 0
			}
			return p.F()
		}),
		shapeOf(w, func(p *thirty, i int) { p.A[3] = uint64(i) }, func(p *thirty) int { return int(p.A[3]) }),
		shapeOf(w, func(p *padded, i int) { *p = padded{byte(i), uint64(i), byte(i)} }, func(p *padded) int { return int(p.C) }),
		shapeOf(w, func(p *tiny, i int) { p.A = uint16(i) }, func(p *tiny) int { return int(p.A) }),
		shapeOf(w, func(p *boxed, i int) { *p = boxed{[2]any{i, fmt.Sprint(i)}, map[string]int{"a": i}} }, func(p *boxed) int {
			if p.M == nil {
				return 0
			}
			if p.M["a"] != p.A[0].(int) {
				return -1
			}
			return p.M["a"]
		}),
		shapeOf(w, func(p *huge, i int) { p.A[4999] = byte(i) }, func(p *huge) int { return int(p.A[4999]) }),
	}
}

// maxSeed keeps seeds within a byte, the smallest component.
const maxSeed = 255

// run is a world beside its model, a map of maps.
type run struct {
	t      *testing.T
	r      *rand.Rand
	w      *ecs.World
	s      *Storage
	shapes []shape
	live   []ecs.Entity
	model  map[ecs.Entity]map[ecs.ComponentID]int
	gone   []ecs.Entity
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
		set.Set(r.shapes[min(r.r.Intn(len(r.shapes)), r.r.Intn(len(r.shapes)))].id)
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
		r.gone = append(r.gone, e)
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
				}
			}
		}
	}
	if len(setIDs) == 0 && r.r.Intn(2) == 0 {
		r.must(x.Batch(es, nil))
		for _, e := range es {
			change(e)
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

// query compares a random query with the model.
func (r *run) query() {
	all, none, any := r.some(r.r.Intn(3)), r.some(r.r.Intn(2)), r.some(r.r.Intn(3))
	terms, views, ids := r.viewed(all)
	terms = append(terms, ecs.None(none...))
	if len(any) > 0 {
		terms = append(terms, ecs.Any(any...))
	}
	q, err := r.w.Query(terms...)
	r.must(err)
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
	if r.w.Len() != len(r.model) {
		r.t.Fatalf("%d entities, want %d", r.w.Len(), len(r.model))
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
			if got := sh.get(p); got != seed {
				r.t.Fatalf("%v: %s = %d, want %d", e, sh.name, got, seed)
			}
		}
	}
}

func (r *run) reset() {
	r.must(r.w.Reset())
	r.model, r.live = map[ecs.Entity]map[ecs.ComponentID]int{}, nil
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
	case n < 96:
		r.w.Shrink()
	case n < 97:
		r.reset()
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
	for _, rows := range []int{1, 2, 8, 4096} {
		for _, plain := range []bool{false, true} {
			t.Run(fmt.Sprintf("rows=%d/plain=%t", rows, plain), func(t *testing.T) {
				for seed := int64(1); seed <= 6; seed++ {
					r := newRun(t, seed, rows, nil, plain)
					for range 150 {
						r.step()
						r.check()
						if t.Failed() {
							t.Logf("seed %d", seed)
						}
					}
				}
			})
		}
	}
}
