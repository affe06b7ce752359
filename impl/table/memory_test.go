package table

import (
	"runtime"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
)

type (
	place  struct{ X, Y float64 }
	motion struct{ X, Y float64 }
	wide   struct{ A [4]float64 }
)

func newWorld() (*ecs.World, *Storage) {
	var s *Storage
	w := ecs.NewWorld(func(env driver.Env) driver.Storage {
		s = New(env).(*Storage)
		return s
	}, nil, ecs.DefaultOptions())
	return w, s
}

// heap is the live heap while keep is reachable.
func heap() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// TestMemoryOfEntities: 100 000 entities with a payload of 32 bytes take at
// most 58 bytes each, all told.
func TestMemoryOfEntities(t *testing.T) {
	const n = 100_000
	before := heap()
	w, _ := newWorld()
	ecs.Register[place](w)
	ecs.Register[motion](w)
	sp, err := w.Spawner(ecs.All(ecs.Of[place](), ecs.Of[motion]()))
	if err != nil {
		t.Fatal(err)
	}
	if err := sp.Batch(n, nil); err != nil {
		t.Fatal(err)
	}
	each := float64(heap()-before) / n
	told := float64(w.Stats().Bytes()) / n
	t.Logf("%.1f bytes an entity on the heap, %.1f by Stats", each, told)
	if each > 58 || told > 58 {
		t.Errorf("more than 58")
	}
	if told < 40 || told > 1.05*each+1 {
		t.Errorf("Stats is not what the heap says")
	}
	runtime.KeepAlive(w)
}

// TestMemoryOfArchetypes: 256 archetypes of one entity take at most 1.6 KiB
// each, all told.
func TestMemoryOfArchetypes(t *testing.T) {
	const n = 256
	before := heap()
	w, _ := newWorld()
	ecs.Register[place](w)
	ecs.Register[motion](w)
	tags := tags(w)
	for i := range n {
		cs := []ecs.Component{ecs.Of[place](), ecs.Of[motion]()}
		for b := range 8 {
			if i>>b&1 != 0 {
				cs = append(cs, tags[b])
			}
		}
		sp, err := w.Spawner(ecs.All(cs...))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := sp.Spawn(); err != nil {
			t.Fatal(err)
		}
	}
	each := (heap() - before) / n
	told := w.Stats().Bytes() / n
	t.Logf("%d bytes an archetype on the heap with its spawner, %d by Stats", each, told)
	if told > 1638 || told < 200 {
		t.Errorf("Stats is beyond 1.6 KiB, or tells too little")
	}
	runtime.KeepAlive(w)
}

type tagOf[T any] struct{}

func tags(w *ecs.World) []ecs.Component {
	return ecs.ByIDs(
		ecs.Register[tagOf[int8]](w), ecs.Register[tagOf[int16]](w), ecs.Register[tagOf[int32]](w),
		ecs.Register[tagOf[int64]](w), ecs.Register[tagOf[uint8]](w), ecs.Register[tagOf[uint16]](w),
		ecs.Register[tagOf[uint32]](w), ecs.Register[tagOf[uint64]](w), ecs.Register[tagOf[float32]](w),
		ecs.Register[tagOf[float64]](w), ecs.Register[tagOf[string]](w), ecs.Register[tagOf[bool]](w),
		ecs.Register[tagOf[error]](w), ecs.Register[tagOf[any]](w),
	)
}

// TestSteadyState: once every table and chunk that an operation needs is
// there, nothing is allocated.
func TestSteadyState(t *testing.T) {
	const n = 10_000
	w, s := newWorld()
	ecs.Register[place](w)
	ecs.Register[motion](w)
	ecs.Register[text](w)
	ecs.Register[wide](w)
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	pos, str := ecs.Write[place](), ecs.Write[text]()
	sp, err := w.Spawner(pos, str)
	must(err)
	es := make([]ecs.Entity, n)
	must(sp.Into(es, nil))
	mixed := append([]ecs.Entity(nil), es...)
	for i := range mixed {
		j := i * 7919 % n
		mixed[i], mixed[j] = mixed[j], mixed[i]
	}
	vel := ecs.Write[motion]()
	set, err := w.Exchange(ecs.Setting(vel), ecs.Adding(ecs.Of[wide]()))
	must(err)
	remove, err := w.Exchange(ecs.Removing(ecs.Of[motion](), ecs.Of[wide]()))
	must(err)
	fill := func(c *ecs.Chunk) {
		for k := range c.N {
			vel.At(c, k).X = 1
		}
	}
	read := ecs.Read[place]()
	q, err := w.Query(read, ecs.None(ecs.Of[wide]()))
	must(err)
	one, err := w.Exchange(ecs.Adding(ecs.Of[motion]()))
	must(err)
	gone, err := w.Exchange(ecs.Removing(ecs.Of[motion]()))
	must(err)
	places := w.MustQuery(ecs.All(ecs.Of[place]()))
	spare := make([]ecs.Entity, n)
	for name, operation := range map[string]func(){
		"batch": func() { must(set.Batch(es, fill)); must(remove.Batch(es, nil)) },
		"all":   func() { must(set.All(places, fill)); must(remove.All(places, nil)) },
		"some":  func() { must(set.Batch(es[100:9000], fill)); must(remove.Batch(es[100:9000], nil)) },
		"mixed": func() { must(set.Batch(mixed, fill)); must(remove.Batch(mixed, nil)) },
		"single": func() {
			for _, e := range mixed {
				one.One(e)
			}
			for _, e := range es {
				gone.One(e)
			}
		},
		"query": func() {
			one.One(es[0])
			if found, err := q.Count(); err != nil || found != n {
				t.Fatal(found, err)
			}
			gone.One(es[0])
		},
		"spawn": func() { must(sp.Into(spare, nil)); must(w.Despawn(spare...)) },
		"spawn single": func() {
			for i := range spare {
				spare[i], _, _ = sp.Spawn()
			}
			for i := range spare {
				must(w.DespawnOne(spare[i]))
			}
		},
	} {
		for range 3 {
			operation()
		}
		if got := testing.AllocsPerRun(5, operation); got > 0 {
			t.Errorf("%s allocates %v times", name, got)
		}
		must(s.validate())
	}
}
