package ecs_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime/metrics"
	"strings"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest/naive"
	"ecslab/impl/bitset"
	"ecslab/tracker/bitmap"
	"ecslab/tracker/frame"
	"ecslab/tracker/ticks"
)

var snapshotTrackers = []func() driver.Tracker{
	func() driver.Tracker { return nil },
	func() driver.Tracker { return ticks.New(1) },
	func() driver.Tracker { return bitmap.New(8, false) },
	func() driver.Tracker { return frame.New(false) },
	func() driver.Tracker { return frame.New(true) },
}

// snapshotStorages are one whose chunks have a component set each, and one whose chunks
// have several.
var snapshotStorages = []func(driver.Env) driver.Storage{naive.New, bitset.New}

// tracked is a small world with records of every kind.
func tracked(t testing.TB, storage func(driver.Env) driver.Storage, tracker driver.Tracker) (*ecs.World, []ecs.Entity) {
	t.Helper()
	w := ecs.NewWorld(storage, tracker, ecs.DefaultOptions())
	ecs.Register[position](w, ecs.Track(ecs.Added|ecs.Changed|ecs.Removed))
	ecs.Register[velocity](w, ecs.Track(ecs.Changed))
	ecs.Register[frozen](w, ecs.Track(ecs.Removed|ecs.Added))
	var es []ecs.Entity
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	sys := w.System("move")
	w.System("idle")
	must(w.Run(sys, func() error {
		for i := range 6 {
			e, err := w.Commands().Spawn()
			must(err)
			must(ecs.Put(w.Commands(), e, position{float64(i), 1}))
			es = append(es, e)
		}
		return nil
	}))
	must(w.EndFrame(1))
	must(ecs.Set(w, es[1], velocity{3, 4}))
	must(ecs.Set(w, es[2], frozen{}))
	x, err := w.Exchange(ecs.Removing(ecs.Of[frozen](), ecs.Of[position]()))
	must(err)
	must(x.Batch(es[2:4], nil))
	must(w.DespawnOne(es[4]))
	must(w.Run(sys, func() error { return nil }))
	return w, es
}

func written(t testing.TB, s *ecs.Snapshot) []byte {
	t.Helper()
	var b bytes.Buffer
	n, err := s.WriteTo(&b)
	if err != nil || n != int64(b.Len()) {
		t.Fatalf("%d bytes, told as %d: %v", b.Len(), n, err)
	}
	return b.Bytes()
}

func saved(t testing.TB, w *ecs.World) []byte {
	t.Helper()
	s, err := w.Save()
	if err != nil {
		t.Fatal(err)
	}
	return written(t, s)
}

// TestStreamIsWhole: a stream that lacks its last bytes, or has any bit
// changed, is refused with an offset, and the world is as before.
func TestStreamIsWhole(t *testing.T) {
	for i := range len(snapshotStorages) * len(snapshotTrackers) {
		storage, tracker := snapshotStorages[i%2], snapshotTrackers[i/2]
		w, _ := tracked(t, storage, tracker())
		text := saved(t, w)
		fresh, _ := tracked(t, storage, tracker())
		before := saved(t, fresh)
		refuse := func(what string, p []byte) {
			t.Helper()
			err := fresh.ReadSnapshot(bytes.NewReader(p))
			if !errors.Is(err, ecs.ErrDamaged) && !errors.Is(err, ecs.ErrSnapshot) {
				t.Fatalf("%s, %s: %v", w.Tracker(), what, err)
			}
			if errors.Is(err, ecs.ErrDamaged) && !strings.Contains(err.Error(), "at byte ") {
				t.Fatalf("%s, %s: %v has no offset", w.Tracker(), what, err)
			}
		}
		for n := range text {
			refuse(fmt.Sprintf("cut after %d", n), text[:n])
		}
		for i := range text {
			for _, bit := range []byte{1, 0x80} {
				p := bytes.Clone(text)
				p[i] ^= bit
				refuse(fmt.Sprintf("byte %d changed", i), p)
			}
		}
		if !bytes.Equal(before, saved(t, fresh)) {
			t.Errorf("%s: a refused stream changed the world", w.Tracker())
		}
		// What follows the stream is left alone.
		r := bytes.NewReader(append(bytes.Clone(text), "more"...))
		check(t, fresh.ReadSnapshot(r))
		if rest, _ := io.ReadAll(r); string(rest) != "more" {
			t.Errorf("%s: %q is left", w.Tracker(), rest)
		}
		s, err := ecs.ReadSnapshot(bytes.NewReader(text), fresh)
		check(t, err)
		if !bytes.Equal(text, written(t, s)) {
			t.Errorf("%s: what was read is written otherwise", w.Tracker())
		}
	}
}

// TestStreamNamesBothSides: another ring, other kinds, another tracker, other
// systems, another version are refused in words that name both.
func TestStreamNamesBothSides(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	w, _ := tracked(t, naive.New, bitmap.New(8, false))
	text := saved(t, w)
	newer := bytes.Clone(text)
	binary.LittleEndian.PutUint32(newer[8:], 7)
	world := func(tracker driver.Tracker, kinds ecs.Kinds, systems ...string) *ecs.World {
		w := ecs.NewWorld(naive.New, tracker, ecs.DefaultOptions())
		ecs.Register[position](w, ecs.Track(kinds))
		ecs.Register[velocity](w, ecs.Track(ecs.Changed))
		ecs.Register[frozen](w, ecs.Track(ecs.Removed|ecs.Added))
		for _, name := range systems {
			w.System(name)
		}
		return w
	}
	every := ecs.Added | ecs.Changed | ecs.Removed
	for _, c := range []struct {
		world *ecs.World
		text  []byte
		want  []string
	}{
		{world(bitmap.New(9, false), every, "move", "idle"), text, []string{"ring 8", "ring 9"}},
		{world(bitmap.New(8, true), every, "move", "idle"), text, []string{"overflow clamp", "overflow error"}},
		{world(ticks.New(1), every, "move", "idle"), text, []string{"tracker bitmap", "tracker ticks"}},
		{world(nil, every, "move", "idle"), text, []string{"tracker bitmap", "tracker none"}},
		{world(bitmap.New(8, false), ecs.Changed, "move", "idle"), text, []string{"added,changed,removed", "tracked for changed"}},
		{world(bitmap.New(8, false), every, "move", "draw"), text, []string{`"idle"`, `"draw"`}},
		{world(bitmap.New(8, false), every, "move"), text, []string{`"idle"`, "has 1"}},
		{world(bitmap.New(8, false), every, "move", "idle"), newer, []string{"version 7", "program 2"}},
	} {
		err := c.world.ReadSnapshot(bytes.NewReader(c.text))
		expect(t, err, ecs.ErrSnapshot)
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v does not say %q", err, want)
			}
		}
		if c.world.Len() != 0 {
			t.Error("a refused load changed the world")
		}
	}
	check(t, world(bitmap.New(8, false), every, "move", "idle", "later").ReadSnapshot(bytes.NewReader(text)))
}

// TestLayout: a type with the same name and size, and other fields, does not
// get the bytes of the one that was saved.
func TestLayout(t *testing.T) {
	one := func() *ecs.World {
		type point struct{ X, Y float64 }
		w := ecs.NewWorld(naive.New, nil, ecs.DefaultOptions())
		ecs.Register[point](w)
		return w
	}
	two := func() *ecs.World {
		type point struct{ X, Y int64 }
		w := ecs.NewWorld(naive.New, nil, ecs.DefaultOptions())
		ecs.Register[point](w)
		return w
	}
	text := saved(t, one())
	check(t, one().ReadSnapshot(bytes.NewReader(text)))
	err := two().ReadSnapshot(bytes.NewReader(text))
	expect(t, err, ecs.ErrSnapshot)
	if !strings.Contains(err.Error(), "float64@0") || !strings.Contains(err.Error(), "int64@0") {
		t.Error(err)
	}
}

func TestCodec(t *testing.T) {
	w := newWorld() // title has a string
	populate(t, w, 3)
	check(t, ecs.Set(w, first(t, w), title{"Dr"}))
	s, err := w.Save()
	check(t, err)
	var b bytes.Buffer
	n, err := s.WriteTo(&b)
	expect(t, err, ecs.ErrCodec)
	if n != 0 || b.Len() != 0 || !strings.Contains(err.Error(), "title") || !strings.Contains(err.Error(), "WithGob") {
		t.Errorf("%d bytes, %v", b.Len(), err)
	}

	for _, codec := range []ecs.ComponentOption{
		ecs.WithGob[title](),
		ecs.WithCodec(
			func(w io.Writer, ts []title) error {
				for _, t := range ts {
					if _, err := fmt.Fprintf(w, "%d %s", len(t.Text), t.Text); err != nil {
						return err
					}
				}
				return nil
			},
			func(r io.Reader, ts []title) error {
				for i := range ts {
					var n int
					if _, err := fmt.Fscanf(r, "%d ", &n); err != nil {
						return err
					}
					p := make([]byte, n)
					if _, err := io.ReadFull(r, p); err != nil {
						return err
					}
					ts[i].Text = string(p)
				}
				return nil
			}),
	} {
		make := func() *ecs.World {
			w := ecs.NewWorld(naive.New, nil, ecs.DefaultOptions())
			ecs.Register[title](w, codec)
			ecs.Register[frozen](w, ecs.WithGob[frozen]()) // a tag: nothing to write
			return w
		}
		w, other := make(), make()
		text := ecs.Write[title]()
		sp, err := w.Spawner(text, ecs.All(ecs.Of[frozen]()))
		check(t, err)
		var es []ecs.Entity
		for i := range 10_000 { // several blocks
			e, c, err := sp.Spawn()
			check(t, err)
			text.At(c, 0).Text = fmt.Sprint("entity ", i)
			es = append(es, e)
		}
		check(t, other.ReadSnapshot(bytes.NewReader(saved(t, w))))
		a, err := ecs.NewAccess[title](other)
		check(t, err)
		for i, e := range es {
			if got := a.Get(e); got == nil || got.Text != fmt.Sprint("entity ", i) {
				t.Fatalf("%v: %v", e, got)
			}
		}
	}
	failing := ecs.NewWorld(naive.New, nil, ecs.DefaultOptions())
	broken := errors.New("disk on fire")
	ecs.Register[title](failing, ecs.WithCodec(func(io.Writer, []title) error { return broken }, nil))
	e, _, err := mustSpawner[title](t, failing).Spawn()
	check(t, err)
	s, err = failing.Save()
	check(t, err)
	_, err = s.WriteTo(io.Discard)
	expect(t, err, broken)
	if !strings.Contains(err.Error(), "title") || !failing.Alive(e) {
		t.Error(err)
	}
}

func mustSpawner[T any](t *testing.T, w *ecs.World) *ecs.Spawner {
	t.Helper()
	sp, err := w.Spawner(ecs.Write[T]())
	check(t, err)
	return sp
}

// FuzzReadSnapshot: whatever the stream, reading does not panic and does not
// take memory that the stream does not account for; and what is read can be
// loaded and used.
func FuzzReadSnapshot(f *testing.F) {
	world := func(t testing.TB, which byte) *ecs.World {
		n := len(snapshotTrackers)
		w, _ := tracked(t, snapshotStorages[int(which)/n%len(snapshotStorages)], snapshotTrackers[int(which)%n]())
		return w
	}
	for i := range len(snapshotStorages) * len(snapshotTrackers) {
		f.Add(byte(i), ecs.Unframed(saved(f, world(f, byte(i)))))
	}
	f.Fuzz(func(t *testing.T, which byte, content []byte) {
		w := world(t, which)
		if _, err := ecs.ReadSnapshot(bytes.NewReader(content), w); err == nil {
			t.Fatal("a stream without frames was read")
		}
		stream := ecs.Framed(content)
		before := allocated()
		s, err := ecs.ReadSnapshot(bytes.NewReader(stream), w)
		// The set of indices takes up to 4 MiB; else the most is a block of bits of a
		// bitmap, a few bytes where nearly all are zero.
		if took, most := allocated()-before, uint64(8<<20+2000*len(content)); took > most {
			t.Fatalf("%d bytes for a stream of %d", took, len(content))
		}
		if err != nil {
			if !errors.Is(err, ecs.ErrDamaged) && !errors.Is(err, ecs.ErrSnapshot) {
				t.Fatalf("%v is neither damage nor misfit", err)
			}
			return
		}
		if again := written(t, s); len(again) > 2*len(content)+4096 {
			t.Fatalf("%d bytes became %d", len(content), len(again))
		}
		check(t, w.Load(s))
		use(t, w)
	})
}

// allocated is how many bytes the program has taken so far, given back or not.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// use works with a world, whatever it holds.
func use(t *testing.T, w *ecs.World) {
	t.Helper()
	p := ecs.Write[position]()
	terms := []ecs.Term{p}
	if w.Tracker() != "none" {
		terms = append(terms, ecs.AnyChanged(ecs.Of[position](), ecs.Of[velocity]()), ecs.AllAdded(ecs.Of[position]()))
	}
	q := w.MustQuery(terms...)
	sys := w.System("use")
	for range 12 {
		check(t, w.Run(sys, func() error {
			_, err := q.Count()
			check(t, err)
			if w.Tracker() != "none" {
				_, err = w.Removals(ecs.Of[frozen](), nil, nil)
			}
			return err
		}))
		e, _, err := mustSpawner[position](t, w).Spawn()
		check(t, err)
		check(t, w.EndFrame(1))
		check(t, w.DespawnOne(e))
	}
	check(t, w.Clear(ecs.Added|ecs.Changed|ecs.Removed|ecs.Created))
}

func first(t *testing.T, w *ecs.World) ecs.Entity {
	t.Helper()
	es, err := w.MustQuery().Entities(nil)
	check(t, err)
	return es[0]
}

// scarce is a storage that has no place after so many calls.
type scarce struct {
	driver.Storage
	left *int
}

const plenty = 1 << 30

func (s scarce) take() error {
	if *s.left == 0 {
		return driver.ErrFull
	}
	*s.left--
	return nil
}

func (s scarce) Spawn(es []ecs.Entity, set *ecs.Mask, ch *ecs.Chunk) (int, error) {
	if err := s.take(); err != nil {
		return 0, err
	}
	return s.Storage.Spawn(es, set, ch)
}

func (s scarce) Exchange(es []ecs.Entity, add, remove *ecs.Mask, ch *ecs.Chunk) (int, error) {
	if err := s.take(); err != nil {
		return 0, err
	}
	return s.Storage.Exchange(es, add, remove, ch)
}

// TestLoadIntoFullStorage: wherever the place ends, a load leaves an empty world,
// that of a part one in which nobody is incomplete, and both can be used.
func TestLoadIntoFullStorage(t *testing.T) {
	for _, tracker := range snapshotTrackers {
		left := plenty
		w, _ := tracked(t, func(env driver.Env) driver.Storage { return scarce{bitset.New(env), &left} }, tracker())
		s, err := w.Save()
		check(t, err)
		sets := map[ecs.Entity]ecs.Mask{}
		every, err := w.MustQuery().Entities(nil)
		check(t, err)
		for _, e := range every {
			sets[e], err = w.ComponentsOf(e)
			check(t, err)
		}
		failed := true
		for n := 0; failed; n++ {
			check(t, w.Load(s))
			left = n
			err := w.LoadChunk(s, 0, 100)
			left = plenty
			if failed = err != nil; failed {
				expect(t, err, driver.ErrFull)
			}
			living, err := w.MustQuery().Entities(nil)
			check(t, err)
			if len(living) != w.Len() || failed != (len(living) < len(every)) {
				t.Fatalf("%s, place for %d: %d of %d entities, told as %d", w.Tracker(), n, len(living), len(every), w.Len())
			}
			for _, e := range living {
				if set, _ := w.ComponentsOf(e); set != sets[e] {
					t.Errorf("%s, place for %d: %v has %v, want %v", w.Tracker(), n, e, set, sets[e])
				}
			}
			use(t, w)
			left = n
			err = w.Load(s)
			left = plenty
			if failed {
				expect(t, err, driver.ErrFull)
				if w.Len() != 0 || w.Alive(every[0]) {
					t.Errorf("%s, place for %d: %d entities", w.Tracker(), n, w.Len())
				}
				use(t, w)
			} else {
				check(t, err)
			}
		}
	}
}
