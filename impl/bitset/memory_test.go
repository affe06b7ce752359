package bitset

import (
	"runtime"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
)

// TestSmallWorld: a few entities do not take the rows of a whole index chunk.
func TestSmallWorld(t *testing.T) {
	w, s := newWorld(nil, ecs.DefaultOptions())
	ecs.Register[number](w)
	sp, err := w.Spawner(ecs.Write[number]())
	must(t, err)
	for n, rows := range map[int]int{1: 64, 64: 64, 65: 256, 1000: 1024, 4097: 4096 + 64} {
		must(t, w.Reset())
		w.Shrink()
		must(t, sp.Batch(n, nil))
		must(t, s.validate())
		if st := s.Stats(); st.ReservedRows != rows || st.UsedRows != n || st.ValueBytes != 8*rows {
			t.Errorf("%d entities: %d of %d rows used, %d bytes", n, st.UsedRows, st.ReservedRows, st.ValueBytes)
		}
	}
}

// TestGivenBack: after the last holder went, Shrink gives the memory back, and
// what was prepared before goes on.
func TestGivenBack(t *testing.T) {
	w, s := newWorld(nil, ecs.DefaultOptions())
	ecs.Register[number](w)
	ecs.Register[label](w)
	num := ecs.Write[number]()
	sp, err := w.Spawner(num, ecs.All(ecs.Of[label]()))
	must(t, err)
	query := w.MustQuery(ecs.All(ecs.Of[number]()))
	access, err := ecs.NewAccess[number](w)
	must(t, err)
	for range 3 {
		es := make([]ecs.Entity, 3*chunkRows)
		must(t, sp.Into(es, nil))
		e, c, err := sp.Spawn()
		must(t, err)
		num.At(c, 0).index = 7
		if n, err := query.Count(); err != nil || n != len(es)+1 {
			t.Fatalf("%d match, %v", n, err)
		}
		if p := access.Get(e); p == nil || p.index != 7 {
			t.Fatalf("the value of %v is at %p", e, p)
		}
		full := s.Stats()
		must(t, w.Despawn(es[:2*chunkRows]...)) // two of four index chunks become empty
		w.Shrink()
		must(t, s.validate())
		if some := s.Stats(); some.ValueBytes > full.ValueBytes*3/4 || some.ValueBytes == 0 {
			t.Errorf("%d bytes of values for half of the index chunks, %d for all", some.ValueBytes, full.ValueBytes)
		}
		must(t, w.Despawn(es[2*chunkRows:]...))
		must(t, w.DespawnOne(e))
		w.Shrink()
		must(t, s.validate())
		if none := s.Stats(); none.ValueBytes != 0 || none.BesideBytes != 0 || none.MaskBytes > 1000 {
			t.Errorf("an empty world holds %+v", none)
		}
	}
}

// TestReset: memory stays for the next, values do not.
func TestReset(t *testing.T) {
	w, s := newWorld(nil, ecs.DefaultOptions())
	ecs.Register[number](w)
	ecs.Register[label](w)
	num, lab := ecs.Write[number](), ecs.Write[label]()
	sp, err := w.Spawner(num, lab)
	must(t, err)
	fill := func(c *ecs.Chunk) {
		for k := range c.N {
			if *num.At(c, k) != (number{}) || *lab.At(c, k) != (label{}) {
				t.Fatalf("a new entity has %v, %v", *num.At(c, k), *lab.At(c, k))
			}
			*num.At(c, k), *lab.At(c, k) = number{1, 2}, label{"x"}
		}
	}
	must(t, sp.Batch(5000, fill))
	before := s.Stats().ValueBytes
	must(t, w.Reset())
	must(t, s.validate())
	must(t, sp.Batch(5000, fill))
	must(t, s.validate())
	if after := s.Stats().ValueBytes; after != before {
		t.Errorf("%d bytes of values before the reset, %d after", before, after)
	}
}

// TestSteadyState: nothing that is done over and over allocates.
func TestSteadyState(t *testing.T) {
	w, storage := newWorld(nil, ecs.DefaultOptions())
	ecs.Register[number](w)
	ecs.Register[label](w)
	num := ecs.Write[number]()
	sp, err := w.Spawner(num)
	must(t, err)
	add, err := w.Exchange(ecs.Adding(ecs.Of[label]()))
	must(t, err)
	remove, err := w.Exchange(ecs.Removing(ecs.Of[label]()))
	must(t, err)
	es := make([]ecs.Entity, 6000)
	some := make([]ecs.Entity, 0, len(es))
	with := ecs.Read[label]()
	query := w.MustQuery(with, ecs.MaybeRead[number]())
	fill := func(*ecs.Chunk) {}
	var set driver.Mask
	set.Set(0)
	chunk := &driver.Chunk{Cols: make([]driver.Column, set.Len())}
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	steps := []struct {
		name string
		do   func()
	}{
		{"spawn", func() { check(sp.Into(es, fill)) }},
		{"add in batch", func() { check(add.Batch(es, fill)) }},
		{"query all", func() { _, err := query.Count(); check(err) }},
		{"remove in batch", func() { check(remove.Batch(es, nil)) }},
		{"add scattered", func() {
			some = some[:0]
			for i := 0; i < len(es); i += 3 {
				some = append(some, es[i])
			}
			check(add.Batch(some, fill))
		}},
		{"query some", func() { _, err := query.Count(); check(err) }},
		{"remove singly", func() {
			for _, e := range es {
				_, err := remove.One(e)
				check(err)
			}
		}},
		{"despawn repeated", func() { some = append(append(some[:0], es[:50]...), es[:50]...); check(w.Despawn(some...)) }},
		{"despawn", func() { check(w.Despawn(es[50:]...)) }},
		{"spawn again", func() { check(sp.Into(es, fill)) }},
		{"despawn in another order", func() {
			for i := range es {
				check(w.DespawnOne(es[i*7%len(es)]))
			}
		}},
		{"spawn on scattered indices", func() { check(sp.Into(es, fill)) }},
		{"despawn scattered", func() { check(w.Despawn(es...)) }},
		{"spawn unprepared", func() {
			if !storage.dir.Allocate(es) {
				t.Fatal("no room")
			}
			for left := es; len(left) > 0; {
				n, err := storage.Spawn(left, &set, chunk)
				check(err)
				left = left[n:]
			}
			check(w.Despawn(es...))
		}},
		{"spawn and despawn singly", func() {
			for range 100 {
				e, _, err := sp.Spawn()
				check(err)
				check(w.DespawnOne(e))
			}
		}},
	}
	for range 3 {
		for _, s := range steps {
			s.do()
		}
	}
	for _, s := range steps {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s.do()
		runtime.ReadMemStats(&after)
		if n := after.Mallocs - before.Mallocs; n != 0 && !invariants {
			t.Errorf("%s: %d allocations", s.name, n)
		}
	}
}

// TestStagger: large pages of neighbouring components do not begin at the same
// address modulo 4096, and are aligned for any type.
func TestStagger(t *testing.T) {
	for _, size := range []uintptr{1, 2, 4, 8, 12, 16, 24, 48, 64, 100, 256} {
		for id := range 15 {
			a, b := uintptr(stagger(id, size))*size, uintptr(stagger(id+1, size))*size
			if (b-a)%4096 < 64 || (a-b)%4096 < 64 {
				t.Errorf("size %d: components %d and %d are shifted by %d and %d", size, id, id+1, a, b)
			}
		}
	}
}

var _ driver.Records = (*stream)(nil)
