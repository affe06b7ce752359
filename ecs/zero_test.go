package ecs_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest/naive"
)

// TestZero: what no world has prepared, and nil, is told apart from what is wrong
// otherwise, wherever there is an error to tell it by.
func TestZero(t *testing.T) {
	w := newWorld()
	es := populate(t, w, 3)
	view := ecs.Read[position]()
	q := w.MustQuery(view)
	x, err := w.Exchange(ecs.Adding(ecs.Of[frozen]()))
	check(t, err)
	var noView *ecs.View[position]
	body := func() error { return nil }
	for what, err := range map[string]error{
		"query":            new(ecs.Query).Open(),
		"no query":         (*ecs.Query)(nil).Open(),
		"count":            errOf(new(ecs.Query).Count()),
		"entities":         errOf(new(ecs.Query).Entities(nil)),
		"parallel":         new(ecs.Query).Parallel(2, func(*ecs.Chunk, *ecs.Commands) {}),
		"parallel no body": q.Parallel(2, nil),
		"each no callback": ecs.Each(q, view, nil),
		"despawn all":      w.DespawnAll(new(ecs.Query)),
		"despawn nothing":  w.DespawnAll(nil),
		"exchange all":     x.All(new(ecs.Query), nil),
		"exchange nothing": x.All(nil, nil),
		"zero exchange":    errOf(new(ecs.Exchange).One(es[0])),
		"zero batch":       new(ecs.Exchange).Batch(es, nil),
		"zero all":         new(ecs.Exchange).All(q, nil),
		"zero of zero":     new(ecs.Exchange).All(new(ecs.Query), nil),
		"spawn batch":      new(ecs.Spawner).Batch(1, nil),
		"spawn into":       new(ecs.Spawner).Into(es[:1], nil),
		"commands spawn":   errOf(new(ecs.Commands).Spawn()),
		"commands put":     ecs.Put(new(ecs.Commands), es[0], position{}),
		"begin":            w.Begin(nil),
		"run nothing":      w.Run(w.System("s"), nil),
		"run nobody":       w.Run(nil, body),
		"group member":     group(w, nil).Run(),
		"load":             w.Load(nil),
		"load chunk":       w.LoadChunk(nil, 0, 1),
		"load entities":    w.LoadEntities(nil),
		"save into":        w.SaveInto(nil),
		"write":            errOf(new(ecs.Snapshot).WriteTo(io.Discard)),
		"read for nobody":  errOf(ecs.ReadSnapshot(new(bytes.Buffer), nil)),
		"read nothing":     errOf(ecs.ReadSnapshot(nil, w)),
		"nil term":         errOf(w.Query(nil)),
		"nil view":         errOf(w.Query(noView)),
		"nil probe":        errOf(w.Query((*ecs.Probe)(nil))),
		"nil dynamic":      errOf(w.Spawner((*ecs.Dynamic)(nil))),
		"nil setting":      errOf(w.Exchange(ecs.Setting(nil))),
		"tracked":          errOf(w.Query(ecs.Tracked{})),
		"tracked in or":    errOf(w.Query(ecs.Or(ecs.Tracked{}))),
		"access":           errOf(ecs.NewAccess[position](nil)),
		"set":              ecs.Set(nil, es[0], position{}),
		"update":           errOf(ecs.Update(nil, es[0], position{})),
		"type":             errOf(w.RegisterType(nil)),
	} {
		if !errors.Is(err, ecs.ErrZero) {
			t.Errorf("%s: error %v, expected %v", what, err, ecs.ErrZero)
		}
	}
	_, _, err = new(ecs.Spawner).Spawn()
	expect(t, err, ecs.ErrZero)
	check(t, w.Begin(w.System("s")))
	expect(t, w.End(nil), ecs.ErrZero)
	for what, err := range map[string]error{
		"system":      w.Begin(new(ecs.System)),
		"each":        ecs.Each(new(ecs.Query), view, func(ecs.Entity, *position) {}),
		"each of nil": ecs.Each(nil, view, func(ecs.Entity, *position) {}),
		"no view":     ecs.Each(q, noView, func(ecs.Entity, *position) {}),
	} {
		if !errors.Is(err, ecs.ErrForeign) {
			t.Errorf("%s: error %v, expected %v", what, err, ecs.ErrForeign)
		}
	}
	expect(t, w.Load(new(ecs.Snapshot)), ecs.ErrSnapshot)
	expect(t, w.LoadChunk(new(ecs.Snapshot), 0, 1), ecs.ErrSnapshot)
	if w.Len() != 3 {
		t.Errorf("%d live", w.Len())
	}
	consistent(t, w)
}

func group(w *ecs.World, body func() error) *ecs.SystemGroup {
	g := w.SystemGroup()
	g.Add("member", body)
	return g
}

// TestZeroValuesRest: methods without an error find nothing.
func TestZeroValuesRest(t *testing.T) {
	var q ecs.Query
	q.Close()
	if q.Next() != nil || q.Err() != nil || q.Shape() != nil || q.Writes() != nil {
		t.Error("the zero Query is of something")
	}
	for range ecs.Range(&q, ecs.Read[position]()) {
		t.Error("the zero Query has matches")
	}
	expect(t, q.Err(), ecs.ErrForeign)
	var a ecs.Access[position]
	e := driver.MakeEntity(0, 1)
	if a.Direct() || a.At(e) != nil || a.Get(e) != nil || a.Mut(e) != nil || a.Untracked(e) != nil {
		t.Error("the zero Access finds something")
	}
	new(ecs.Spawner).Cluster(3).Overwrite()
	var s ecs.Snapshot
	if s.Len() != 0 || s.Bytes() != 0 {
		t.Error("the zero Snapshot has something")
	}
	var g ecs.SystemGroup
	check(t, g.Run())
	if _, err := g.Advance(time.Second); err == nil {
		t.Error("a group without a step advanced")
	}
	if text := (ecs.Stats{}).Report(); !strings.Contains(text, "entities    0") {
		t.Error(text)
	}
}

// TestUnboundViewsPanic instead of reading another component's memory.
func TestUnboundViewsPanic(t *testing.T) {
	w := newWorld()
	populate(t, w, 1)
	q := w.MustQuery(ecs.Read[position]())
	failed := ecs.Read[title]()
	if _, err := w.Query(failed, ecs.All(ecs.ByID(99))); err == nil {
		t.Fatal("an unregistered component was found")
	}
	check(t, q.Open())
	defer q.Close()
	c := q.Next()
	for what, use := range map[string]func(){
		"slice":   func() { ecs.Read[title]().Slice(c) },
		"rows":    func() { ecs.Read[title]().Rows(c) },
		"at":      func() { ecs.Read[title]().At(c, 0) },
		"dynamic": func() { ecs.ReadOf(ecs.Of[title]()).At(c, 0) },
		"probe":   func() { ecs.NewProbe(ecs.IsCreated()).Is(c, 0) },
		"failed":  func() { failed.At(c, 0) },
	} {
		if !panics(use) {
			t.Errorf("%s: no panic", what)
		}
	}
}

func panics(f func()) (is bool) {
	defer func() { is = recover() != nil }()
	f()
	return false
}

// TestFailedPreparationLeavesTerms as they were: they serve the next one.
func TestFailedPreparationLeavesTerms(t *testing.T) {
	w := newWorld()
	populate(t, w, 4)
	pos, vel, dynamic := ecs.Write[position](), ecs.Write[velocity](), ecs.WriteOf(ecs.Of[title]())
	unknown := ecs.All(ecs.ByID(99))
	for _, err := range []error{
		errOf(w.Query(pos, vel, dynamic, unknown)),
		errOf(w.Query(unknown, pos)),
		errOf(w.Query(pos, ecs.Read[int]())),
		errOf(w.Spawner(pos, dynamic, unknown)),
		errOf(w.Spawner(pos, vel, ecs.None(ecs.Of[title]()))),
		errOf(w.Exchange(ecs.Setting(pos, dynamic), ecs.Adding(ecs.ByID(99)))),
		errOf(w.Exchange(ecs.Setting(pos), ecs.Removing(ecs.Of[position]()))),
		errOf(w.Exchange(ecs.Setting(vel, ecs.MaybeWrite[title]()))),
	} {
		if err == nil {
			t.Fatal("a wrong preparation succeeded")
		}
	}
	q, err := w.Query(pos, vel)
	check(t, err)
	check(t, ecs.Each2(q, pos, vel, func(_ ecs.Entity, p *position, v *velocity) { p.X, v.X = 3, 4 }))
	expect(t, errOf(w.Query(pos)), ecs.ErrForeign)
	sp, err := w.Spawner(dynamic, ecs.All(ecs.Of[position]()))
	check(t, err)
	e, c, err := sp.Spawn()
	check(t, err)
	*(*title)(dynamic.At(c, 0)) = title{"new"}
	a, err := ecs.NewAccess[title](w)
	check(t, err)
	if p := a.Get(e); p == nil || p.Text != "new" {
		t.Errorf("the value is %v", p)
	}
}

// TestComponentsThatCannotBe: what does not fit a type is found when it is
// registered.
func TestComponentsThatCannotBe(t *testing.T) {
	w := newWorld()
	before := len(w.Components())
	gob := ecs.WithGob[title]()
	for _, c := range []struct {
		what string
		err  error
		text string
	}{
		{"codec of another type", errOf(w.RegisterType(reflect.TypeFor[[3]byte](), gob)), "title"},
		{"huge", errOf(w.RegisterType(reflect.ArrayOf(driver.MaxSize+1, reflect.TypeFor[byte]()))), "262145"},
		{"astronomic", errOf(w.RegisterType(reflect.ArrayOf(1<<27, reflect.TypeFor[uint64]()))), "bytes"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.text) {
			t.Errorf("%s: error %v does not say %q", c.what, c.err, c.text)
		}
	}
	if !panics(func() { ecs.Register[[3]byte](w, gob) }) {
		t.Error("a codec of another type: no panic")
	}
	if got := len(w.Components()); got != before {
		t.Errorf("%d components, expected %d", got, before)
	}
	id, err := w.RegisterType(reflect.ArrayOf(driver.MaxSize, reflect.TypeFor[byte]()), nil)
	check(t, err)
	sp, err := w.Spawner(ecs.All(ecs.ByID(id)))
	check(t, err)
	check(t, sp.Batch(3, nil))
	consistent(t, w)
}

// TestNumbersBeyondSense: sizes and times.
func TestNumbersBeyondSense(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		populate(t, w, 4)
		minusOne := -1
		expect(t, w.EndFrame(uint64(minusOne)), ecs.ErrFrames)
		expect(t, w.EndFrame(1<<50+1), ecs.ErrFrames)
		check(t, w.EndFrame(1<<50))
		check(t, w.EndFrame(0))
		s, err := w.SaveChunk(9, 3)
		check(t, err)
		if s.Len() != 0 {
			t.Errorf("%d entities in a part that ends before it begins", s.Len())
		}
		check(t, w.LoadChunk(s, math.MaxUint32, 0))
		check(t, w.LoadEntities(s, 0, math.MaxUint64))
		for _, m := range []ecs.Moment{0, 1 << 40, math.MaxUint64} {
			if w.Tracker() == "none" {
				continue
			}
			q := w.MustQuery(ecs.AnyChanged(ecs.Of[position]()).Since(&m), ecs.Write[position]())
			if n, err := q.Count(); err != nil || n > 4 {
				t.Errorf("since %d: %d matches, %v", m, n, err)
			}
			_, err := w.Removals(ecs.Of[position](), &m, nil)
			check(t, err)
		}
		consistent(t, w)
	})
	w := newWorld()
	g := group(w, func() error { return nil }).Fixed(time.Second, 3)
	for _, c := range []struct {
		elapsed time.Duration
		want    int
	}{{math.MinInt64, 0}, {time.Second - 1, 0}, {math.MaxInt64, 3}, {math.MaxInt64, 3}, {-1, 0}} {
		if n, err := g.Advance(c.elapsed); n != c.want || err != nil {
			t.Errorf("after %d: %d steps, %v; expected %d", c.elapsed, n, err, c.want)
		}
	}
}

// TestNothing: lists without members, and operations that change nothing.
func TestNothing(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		for _, watcher := range []ecs.Watcher{nil, &listener{heard: func(string) {}}} {
			check(t, w.Reset())
			es := populate(t, w, 5)
			check(t, w.Watch(watcher))
			before := census(t, w)
			never := func(*ecs.Chunk) { t.Error("there was nothing to fill") }
			sp, err := w.Spawner()
			check(t, err)
			nobody := w.MustQuery(ecs.All(ecs.Of[title]()))
			all := w.MustQuery()
			for _, x := range []*ecs.Exchange{
				exchange(t, w), exchange(t, w, ecs.Adding(ecs.Of[title]())),
				exchange(t, w, ecs.Removing(ecs.Of[position]())), exchange(t, w, ecs.Setting(ecs.Write[velocity]())),
			} {
				check(t, x.Batch(nil, nil))
				check(t, x.Batch(nil, never))
				check(t, x.All(nobody, nil))
				check(t, x.All(nobody, never))
			}
			x := exchange(t, w)
			_, err = x.One(es[0])
			check(t, err)
			seen := 0
			count := func(c *ecs.Chunk) { seen += c.N }
			check(t, x.Batch(es, nil))
			check(t, x.Batch(es, count))
			check(t, x.All(all, nil))
			check(t, x.All(all, count))
			if seen != 10 {
				t.Errorf("%d entities were handed out, expected 10", seen)
			}
			check(t, sp.Batch(0, never))
			check(t, sp.Into(nil, never))
			check(t, w.Despawn())
			check(t, w.DespawnAll(nobody))
			check(t, w.LoadEntities(save(t, w)))
			check(t, w.Flush())
			if after := census(t, w); after != before {
				t.Errorf("nothing changed%s\nto%s", before, after)
			}
			e, _, err := sp.Spawn()
			check(t, err)
			if set, err := w.ComponentsOf(e); err != nil || !set.Empty() {
				t.Errorf("an entity without components has %v, %v", set.Append(nil), err)
			}
			check(t, w.Watch(nil))
			consistent(t, w)
		}
	})
}

func exchange(t *testing.T, w *ecs.World, terms ...ecs.ExchangeTerm) *ecs.Exchange {
	t.Helper()
	x, err := w.Exchange(terms...)
	check(t, err)
	return x
}

func save(t *testing.T, w *ecs.World) *ecs.Snapshot {
	t.Helper()
	s, err := w.Save()
	check(t, err)
	return s
}

// TestQuestionsThatAreNone: about no kind or several, and about no component.
func TestQuestionsThatAreNone(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		e := populate(t, w, 1)[0]
		var since ecs.Moment
		for _, k := range []ecs.Kinds{0, ecs.Added | ecs.Changed, 16, 255} {
			expect(t, errOf(w.Was(e, k, &since, ecs.Of[position]())), ecs.ErrUntracked)
			expect(t, errOf(w.WasAny(e, k, &since)), ecs.ErrUntracked)
		}
		if w.Tracker() == "none" {
			expect(t, errOf(w.Was(e, ecs.Added, &since)), ecs.ErrNoTracker)
			for _, term := range []ecs.Term{ecs.AllAdded(), ecs.NoneRemoved(), ecs.Or(ecs.AnyChanged()), ecs.IsCreated()} {
				expect(t, errOf(w.Query(term)), ecs.ErrNoTracker)
			}
			return
		}
		for _, k := range []ecs.Kinds{ecs.Added, ecs.Changed, ecs.Removed} {
			every, err := w.Was(e, k, &since)
			check(t, err)
			some, err := w.WasAny(e, k, &since)
			check(t, err)
			if !every || some {
				t.Errorf("%v of no component: all %t, any %t", k, every, some)
			}
		}
		for _, c := range []struct {
			term ecs.Tracked
			want int
		}{{ecs.AllAdded(), 1}, {ecs.AnyChanged(), 0}, {ecs.NoneRemoved(), 1}} {
			n, err := w.MustQuery(c.term.Since(&since)).Count()
			check(t, err)
			if n != c.want {
				t.Errorf("%d matches of a term of no component, expected %d", n, c.want)
			}
		}
	})
	bare := ecs.NewWorld(naive.New, nil, ecs.DefaultOptions())
	expect(t, errOf(bare.Was(0, ecs.Added, nil)), ecs.ErrNoTracker)
}

// TestCommandsOfUnknownComponents fail one by one; the entity before them is
// spawned all the same.
func TestCommandsOfUnknownComponents(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		c := w.Commands()
		e, err := c.Spawn()
		check(t, err)
		check(t, ecs.Put(c, e, position{1, 2}))
		c.Add(e, 99)
		c.Add(e, 3)
		c.Set(e, 98, nil)
		c.Set(e, 1, nil)
		c.Remove(e, 97)
		expect(t, ecs.Put(c, e, 3.5), ecs.ErrComponent)
		other, err := c.Spawn()
		check(t, err)
		c.Add(other, 255)
		err = w.Flush()
		expect(t, err, ecs.ErrComponent)
		for _, number := range []string{"number 99", "number 98", "number 97", "number 255"} {
			if !strings.Contains(err.Error(), number) {
				t.Errorf("%v does not say %q", err, number)
			}
		}
		set, err := w.ComponentsOf(e)
		check(t, err)
		if set != driver.MaskOf(0, 1, 3) || !w.Alive(other) {
			t.Errorf("components %v; the other lives: %t", set.Append(nil), w.Alive(other))
		}
		consistent(t, w)
	})
}

// TestARunLastsToItsEnd: what is deferred belongs to it.
func TestARunLastsToItsEnd(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		populate(t, w, 3)
		s, other := w.System("s"), w.System("other")
		saved := save(t, w)
		check(t, w.Begin(s))
		check(t, w.End(func() error {
			expect(t, w.Begin(other), ecs.ErrRunning)
			expect(t, w.End(), ecs.ErrNotRun)
			expect(t, w.EndFrame(1), ecs.ErrRunning)
			expect(t, w.Reset(), ecs.ErrRunning)
			expect(t, w.Load(saved), ecs.ErrRunning)
			expect(t, errOf(w.Save()), ecs.ErrRunning)
			expect(t, w.Watch(nil), ecs.ErrRunning)
			populate(t, w, 1)
			return nil
		}))
		check(t, w.Run(other, func() error { return nil }))
		consistent(t, w)
	})
}

// TestLoadChunkWhileSpawnsWait: the handle of one could have the index of an
// entity that comes back.
func TestLoadChunkWhileSpawnsWait(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		es := populate(t, w, 3)
		s := save(t, w)
		check(t, w.Despawn(es...))
		check(t, w.EndFrame(1))
		e, err := w.Commands().Spawn()
		check(t, err)
		expect(t, w.LoadChunk(s, 0, 10), ecs.ErrWaiting)
		expect(t, w.LoadEntities(s, es[0]), ecs.ErrWaiting)
		check(t, w.Flush())
		if w.Len() != 1 || !w.Alive(e) {
			t.Errorf("%d live", w.Len())
		}
		check(t, w.LoadChunk(s, 0, 10))
		for _, e := range es {
			if !w.Alive(e) {
				t.Errorf("%v does not live", e)
			}
		}
		consistent(t, w)
	})
}

// silent is a storage that answers no more queries once it is told so.
type silent struct {
	driver.Storage
	on *bool
}

func (s silent) Query(q *driver.Query) (driver.Cursor, error) {
	if *s.on {
		return nil, io.ErrClosedPipe
	}
	return s.Storage.Query(q)
}

// TestFailedSaveIsNone: what was saved before it failed must not pass for a world.
func TestFailedSaveIsNone(t *testing.T) {
	var on bool
	w := ecs.NewWorld(func(env driver.Env) driver.Storage { return silent{naive.New(env), &on} }, nil, ecs.DefaultOptions())
	ecs.Register[position](w)
	populateOne(t, w)
	s := save(t, w)
	ecs.Register[frozen](w) // which makes a save ask anew
	on = true
	expect(t, w.SaveInto(s), io.ErrClosedPipe)
	expect(t, w.Load(s), ecs.ErrSnapshot)
	if w.Len() != 1 {
		t.Errorf("%d live", w.Len())
	}
}

func populateOne(t *testing.T, w *ecs.World) {
	t.Helper()
	sp, err := w.Spawner(ecs.Write[position]())
	check(t, err)
	check(t, sp.Batch(1, nil))
}
