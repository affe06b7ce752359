package bitset

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"weak"

	"ecslab/ecs"
)

// rich is all that the collector must see, and payload what it may not: both
// move together.
type rich struct {
	text  string
	list  []uint32
	to    *uint64
	call  func() uint64
	table map[uint64]string
	any   any
}

type payload struct{ key uint64 }

func makeRich(key uint64) rich {
	to := new(uint64)
	*to = key
	return rich{
		text: fmt.Sprint("entity ", key), list: []uint32{uint32(key), 1, 2}, to: to,
		call: func() uint64 { return *to + 1 }, table: map[uint64]string{key: "k"}, any: key,
	}
}

func (r *rich) check(key uint64) error {
	if r.text != fmt.Sprint("entity ", key) || len(r.list) != 3 || r.list[0] != uint32(key) || *r.to != key ||
		r.call() != key+1 || r.table[key] != "k" || r.any != key {
		return fmt.Errorf("value %d is %q %v %v %v", key, r.text, r.list, r.table, r.any)
	}
	return nil
}

// TestCollector moves values with pointers about by single and batch operations
// and parallel passes while the collector runs.
func TestCollector(t *testing.T) {
	stop := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	defer func() { close(stop); <-done }()

	r := rand.New(rand.NewPCG(5, 5))
	w, s := newWorld(nil, ecs.DefaultOptions())
	ecs.Register[rich](w)
	ecs.Register[payload](w)
	own, key := ecs.Write[rich](), ecs.Write[payload]()
	sp, err := w.Spawner(own, key)
	must(t, err)
	value := ecs.Write[rich]()
	set, err := w.Exchange(ecs.Setting(value))
	must(t, err)
	remove, err := w.Exchange(ecs.Removing(ecs.Of[rich]()))
	must(t, err)
	read, number := ecs.Read[rich](), ecs.Read[payload]()
	query := w.MustQuery(read, number)
	keys := map[ecs.Entity]uint64{}
	next := uint64(0)
	var living []ecs.Entity
	pick := func(n int) []ecs.Entity {
		r.Shuffle(len(living), func(i, j int) { living[i], living[j] = living[j], living[i] })
		return living[:min(n, len(living))]
	}
	for range 60 {
		es := make([]ecs.Entity, 1+r.IntN(300))
		must(t, sp.Into(es, func(c *ecs.Chunk) {
			for k := range c.N {
				next++
				keys[c.Entities.At(k)] = next
				*own.At(c, k), *key.At(c, k) = makeRich(next), payload{next}
			}
		}))
		living = append(living, es...)
		must(t, remove.Batch(pick(100), nil))
		must(t, set.Batch(pick(80), func(c *ecs.Chunk) {
			for k := range c.N {
				*value.At(c, k) = makeRich(keys[c.Entities.At(k)])
			}
		}))
		must(t, query.Parallel(2, func(c *ecs.Chunk, _ *ecs.Commands) {
			for k := range c.N {
				if err := read.At(c, k).check(number.At(c, k).key); err != nil {
					panic(err)
				}
			}
		}))
		gone := pick(r.IntN(250))
		must(t, w.Despawn(gone...))
		living = living[len(gone):]
	}
	must(t, s.validate())
}

// TestCollectable: what a value pointed at can be collected once the value went.
func TestCollectable(t *testing.T) {
	type holder struct{ to *[64]byte }
	w, _ := newWorld(nil, ecs.DefaultOptions())
	ecs.Register[holder](w)
	view := ecs.Write[holder]()
	sp, err := w.Spawner(view)
	must(t, err)
	remove, err := w.Exchange(ecs.Removing(ecs.Of[holder]()))
	must(t, err)
	for name, lose := range map[string]func([]ecs.Entity){
		"removed singly": func(es []ecs.Entity) {
			for _, e := range es {
				_, err := remove.One(e)
				must(t, err)
			}
		},
		"removed in batch":  func(es []ecs.Entity) { must(t, remove.Batch(es, nil)) },
		"despawned singly":  func(es []ecs.Entity) { must(t, w.DespawnOne(es[0])); must(t, w.DespawnOne(es[1])) },
		"despawned":         func(es []ecs.Entity) { must(t, w.Despawn(es...)) },
		"with all by reset": func([]ecs.Entity) { must(t, w.Reset()) },
	} {
		es := make([]ecs.Entity, 2)
		var to [2]weak.Pointer[[64]byte]
		n := 0
		must(t, sp.Into(es, func(c *ecs.Chunk) {
			for k := range c.N {
				p := new([64]byte)
				view.At(c, k).to = p
				to[n] = weak.Make(p)
				n++
			}
		}))
		runtime.GC()
		if to[0].Value() == nil || to[1].Value() == nil {
			t.Fatal("a value lost what it points at")
		}
		lose(es)
		runtime.GC()
		if to[0].Value() != nil || to[1].Value() != nil {
			t.Errorf("%s: what the values pointed at is still held", name)
		}
	}
}
