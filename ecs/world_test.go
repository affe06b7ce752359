package ecs_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"ecslab/ecs"
	"ecslab/ecs/ecstest/naive"
)

type position struct{ X, Y float64 }
type velocity struct{ X, Y float64 }
type title struct{ Text string }
type frozen struct{}

func newWorld() *ecs.World {
	w := ecs.NewWorld(naive.New, nil, ecs.DefaultOptions())
	ecs.Register[position](w)
	ecs.Register[velocity](w)
	ecs.Register[title](w)
	ecs.Register[frozen](w)
	return w
}

// populate spawns n entities with a position and, every second one, a velocity.
func populate(t *testing.T, w *ecs.World, n int) []ecs.Entity {
	t.Helper()
	pos := ecs.Write[position]()
	sp, err := w.Spawner(pos)
	check(t, err)
	es := make([]ecs.Entity, n)
	for i := range es {
		e, c, err := sp.Spawn()
		check(t, err)
		*pos.At(c, 0) = position{float64(i), 0}
		if i%2 == 0 {
			check(t, ecs.Set(w, e, velocity{1, 2}))
		}
		es[i] = e
	}
	return es
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func expect(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("error %v, expected %v", err, want)
	}
}

func TestForms(t *testing.T) {
	w := newWorld()
	populate(t, w, 10)
	p, v := ecs.Write[position](), ecs.Read[velocity]()
	q := w.MustQuery(p, v)
	check(t, ecs.Each2(q, p, v, func(_ ecs.Entity, p *position, v *velocity) { p.X += v.X }))
	seq := ecs.Range2(q, p, v)
	for p, v := range seq {
		p.Y += v.Y
	}
	check(t, q.Err())
	sum := position{}
	all := ecs.Read[position]()
	every := w.MustQuery(all)
	for _, p := range ecs.Range(every, all) {
		sum.X += p.X
		sum.Y += p.Y
	}
	check(t, every.Err())
	if sum != (position{50, 10}) {
		t.Errorf("sum %v", sum)
	}
	for range seq { // leaving the loop ends the pass
		break
	}
	check(t, w.DespawnOne(populate(t, w, 1)[0]))
	check(t, q.Open())
	for range seq {
		t.Error("an open query was walked")
	}
	expect(t, q.Err(), ecs.ErrOpen)
	q.Close()
}

func TestPanicClosesAPass(t *testing.T) {
	w := newWorld()
	populate(t, w, 3)
	p := ecs.Write[position]()
	q := w.MustQuery(p)
	for _, pass := range []func(){
		func() { _ = ecs.Each(q, p, func(ecs.Entity, *position) { panic("body") }) },
		func() { _ = q.Parallel(2, func(*ecs.Chunk, *ecs.Commands) { panic("body") }) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic was swallowed")
				}
			}()
			pass()
		}()
		check(t, w.Despawn())
	}
}

func TestPreparationNamesWhatIsWrong(t *testing.T) {
	w := newWorld()
	type unknown struct{}
	shared := ecs.Read[position]()
	w.MustQuery(shared)
	for _, c := range []struct {
		what string
		err  error
		want error
		text string
	}{
		{"unregistered", errOf(w.Query(ecs.All(ecs.Of[unknown]()))), ecs.ErrComponent, "unknown"},
		{"number", errOf(w.Query(ecs.All(ecs.ByID(99)))), ecs.ErrComponent, "99"},
		{"view of another query", errOf(w.Query(shared)), ecs.ErrForeign, "view"},
		{"tracked without tracker", errOf(w.Query(ecs.AllChanged(ecs.Of[position]()))), ecs.ErrNoTracker, "query"},
		{"spawner with a condition", errOf(w.Spawner(ecs.None(ecs.Of[position]()))), ecs.ErrForeign, "spawner"},
		{"exchange of one twice", errOf(w.Exchange(ecs.Adding(ecs.Of[frozen]()), ecs.Removing(ecs.Of[frozen]()))), ecs.ErrForeign, "two"},
		{"probe of a spawner", errOf(w.Spawner(ecs.NewProbe(ecs.IsCreated()))), ecs.ErrForeign, "probe"},
	} {
		expect(t, c.err, c.want)
		if c.err == nil || !strings.Contains(c.err.Error(), c.text) {
			t.Errorf("%s: %v does not say %q", c.what, c.err, c.text)
		}
	}
}

func errOf[T any](_ T, err error) error { return err }

func TestDisabled(t *testing.T) {
	w := newWorld()
	es := populate(t, w, 6)
	before := w.MustQuery(ecs.All(ecs.Of[position]()))
	ecs.Register[ecs.Disabled](w)
	check(t, ecs.Set(w, es[0], ecs.Disabled{}))
	for _, c := range []struct {
		name string
		q    *ecs.Query
		want int
	}{
		{"default", w.MustQuery(ecs.All(ecs.Of[position]())), 5},
		{"with disabled", w.MustQuery(ecs.All(ecs.Of[position]()), ecs.WithDisabled()), 6},
		{"only disabled", w.MustQuery(ecs.All(ecs.Of[ecs.Disabled]())), 1},
		{"prepared before", before, 6},
	} {
		if n, err := c.q.Count(); err != nil || n != c.want {
			t.Errorf("%s: %d, %v; expected %d", c.name, n, err, c.want)
		}
	}
}

func TestMaybeAndAny(t *testing.T) {
	w := newWorld()
	populate(t, w, 7)
	v := ecs.MaybeRead[velocity]()
	q := w.MustQuery(v, ecs.Any(ecs.Of[position](), ecs.Of[frozen]()))
	with, without := 0, 0
	check(t, ecs.Each(q, v, func(_ ecs.Entity, v *velocity) {
		if v == nil {
			without++
		} else {
			with++
		}
	}))
	if with != 4 || without != 3 {
		t.Errorf("%d with, %d without", with, without)
	}
}

func TestCommands(t *testing.T) {
	w := newWorld()
	es := populate(t, w, 4)
	s := w.System("s")
	var made ecs.Entity
	err := w.Run(s, func() error {
		c := w.Commands()
		var err error
		made, err = c.Spawn()
		check(t, err)
		check(t, ecs.Put(c, made, title{"made"}))
		check(t, ecs.Put(c, made, position{7, 7}))
		c.Despawn(es[0])
		check(t, ecs.Put(c, es[0], title{"too late"}))
		check(t, ecs.Put(c, es[1], title{"one"}))
		check(t, ecs.Put(c, es[1], title{"two"}))
		c.Despawn(es[0])
		c.Despawn(es[2])
		if w.Alive(made) || !w.Alive(es[0]) {
			t.Error("a command ran early")
		}
		return nil
	})
	expect(t, err, ecs.ErrDead)
	if n := strings.Count(err.Error(), "deferred"); n != 2 {
		t.Errorf("%d failures reported: %v", n, err)
	}
	texts, err := ecs.NewAccess[title](w)
	check(t, err)
	if p := texts.Get(made); p == nil || p.Text != "made" {
		t.Errorf("made: %v", p)
	}
	if p := texts.Get(es[1]); p == nil || p.Text != "two" {
		t.Errorf("es[1]: %v", p)
	}
	if w.Alive(es[0]) || w.Alive(es[2]) || w.Len() != 3 {
		t.Errorf("%d live", w.Len())
	}
}

// TestCommandsSurvivePanics: what is queued when the body of a run panics in
// the middle of a pass is not lost.
func TestCommandsSurvivePanics(t *testing.T) {
	w := newWorld()
	es := populate(t, w, 4)
	p := ecs.Read[position]()
	q := w.MustQuery(p)
	s := w.System("s")
	func() {
		defer func() { _ = recover() }()
		_ = w.Run(s, func() error {
			w.Commands().Despawn(es[0])
			check(t, q.Open())
			q.Next()
			panic("body")
		})
	}()
	expect(t, w.Flush(), ecs.ErrOpen)
	q.Close()
	check(t, w.Flush())
	if w.Alive(es[0]) || w.Len() != 3 {
		t.Errorf("%d live", w.Len())
	}
	check(t, w.Run(s, func() error { return nil }))
}

func TestUnusedReservationIsGivenBack(t *testing.T) {
	w := newWorld()
	c := w.Commands()
	e, err := c.Spawn()
	check(t, err)
	check(t, w.Reset())
	if w.Len() != 0 || w.Alive(e) {
		t.Errorf("%d live", w.Len())
	}
	check(t, w.Flush())
	if w.Len() != 0 {
		t.Error("a dropped command ran")
	}
}

func TestSystemGroup(t *testing.T) {
	w := newWorld()
	var log []string
	record := func(name string) func() error {
		return func() error { log = append(log, name); return nil }
	}
	g := w.SystemGroup()
	g.Add("a", record("a"))
	g.Add("b", record("b")).Every(3)
	off := g.Add("c", record("c")).Switch(false)
	failing := errors.New("failing")
	g.Add("d", func() error { log = append(log, "d"); return failing }).Every(2)
	for i := range 4 {
		if i == 2 {
			off.Switch(true)
		}
		err := g.Run()
		if (i%2 == 0) != errors.Is(err, failing) {
			t.Errorf("step %d: %v", i, err)
		}
	}
	if want := strings.Split("a b d a a c d a b c", " "); !slices.Equal(log, want) {
		t.Errorf("ran %v, expected %v", log, want)
	}
}

func TestFixedGroupCatchesUp(t *testing.T) {
	w := newWorld()
	runs := 0
	g := w.SystemGroup().Fixed(10*time.Millisecond, 4)
	g.Add("fixed", func() error { runs++; return nil })
	for _, c := range []struct {
		elapsed time.Duration
		want    int
	}{{9 * time.Millisecond, 0}, {time.Millisecond, 1}, {35 * time.Millisecond, 3}, {5 * time.Millisecond, 1}, {time.Second, 4}, {9 * time.Millisecond, 0}} {
		if got, err := g.Advance(c.elapsed); got != c.want || err != nil {
			t.Errorf("after %v: %d steps, %v; expected %d", c.elapsed, got, err, c.want)
		}
	}
	if runs != 9 {
		t.Errorf("%d runs", runs)
	}
	if _, err := w.SystemGroup().Advance(1); err == nil {
		t.Error("a group without a step advanced")
	}
}

func TestSnapshotIsRefused(t *testing.T) {
	w := newWorld()
	populate(t, w, 3)
	s, err := w.Save()
	check(t, err)
	other := ecs.NewWorld(naive.New, nil, ecs.DefaultOptions())
	ecs.Register[position](other)
	err = other.Load(s)
	expect(t, err, ecs.ErrSnapshot)
	for _, side := range []string{"snapshot has component 1", "velocity", "the world 1 component"} {
		if !strings.Contains(err.Error(), side) {
			t.Errorf("%v does not say %q", err, side)
		}
	}
	if other.Len() != 0 {
		t.Error("a refused load changed the world")
	}
}

func TestSnapshotOnAnotherWorld(t *testing.T) {
	w, other := newWorld(), newWorld()
	es := populate(t, w, 5)
	old := populate(t, other, 9)
	s, err := w.Save()
	check(t, err)
	check(t, other.Load(s))
	a, err := ecs.NewAccess[position](other)
	check(t, err)
	for i, e := range es {
		if p := a.Get(e); p == nil || p.X != float64(i) {
			t.Errorf("%v: %v", e, p)
		}
	}
	for _, e := range old {
		if other.Alive(e) {
			t.Errorf("%v, of before the load, lives", e)
		}
	}
}

func TestRunErrors(t *testing.T) {
	w, other := newWorld(), newWorld()
	s := w.System("s")
	expect(t, w.End(), ecs.ErrNotRun)
	expect(t, other.Begin(s), ecs.ErrForeign)
	check(t, w.Begin(s))
	expect(t, w.Begin(s), ecs.ErrRunning)
	expect(t, w.EndFrame(1), ecs.ErrRunning)
	expect(t, w.Reset(), ecs.ErrRunning)
	failing := errors.New("failing")
	ran := false
	expect(t, w.End(func() error { return failing }, func() error { ran = true; return nil }), failing)
	if !ran {
		t.Error("what comes after a failing deferred function did not run")
	}
	_, err := w.Now()
	expect(t, err, ecs.ErrNoTracker)
}

func TestReport(t *testing.T) {
	w := newWorld()
	populate(t, w, 5)
	if text := w.Stats().Report(); !strings.Contains(text, "entities    5\n") {
		t.Errorf("report:\n%s", text)
	}
}
