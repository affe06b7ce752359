package ecs_test

import (
	"errors"
	"strings"
	"testing"

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
	es := populate(t, w, 10)
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
	p, v = ecs.Write[position](), ecs.Read[velocity]()
	names := ecs.MaybeRead[title]()
	check(t, ecs.Set(w, es[2], title{"the third"}))
	titled, others := 0, 0
	check(t, ecs.Each3(w.MustQuery(p, v, names), p, v, names, func(e ecs.Entity, p *position, v *velocity, name *title) {
		switch {
		case p == nil || v == nil:
			t.Errorf("%v lacks what it must have", e)
		case name == nil:
			others++
		default:
			titled++
		}
	}))
	if titled != 1 || others != 4 {
		t.Errorf("%d with a title and %d without", titled, others)
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
				if r := recover(); r != "body" {
					t.Errorf("the panic became %v", r)
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
		{"spawner with a condition", errOf(w.Spawner(ecs.None(ecs.Of[position]()))), ecs.ErrTerm, "spawner"},
		{"exchange of one twice", errOf(w.Exchange(ecs.Adding(ecs.Of[frozen]()), ecs.Removing(ecs.Of[frozen]()))), ecs.ErrTerm, "two"},
		{"exchange with a condition", errOf(w.Exchange(ecs.Setting(ecs.Any(ecs.Of[position]())))), ecs.ErrTerm, "exchange"},
		{"or of a view", errOf(w.Query(ecs.Or(ecs.Read[position]()))), ecs.ErrTerm, "View"},
		{"or of an or", errOf(w.Query(ecs.Or(ecs.Or()))), ecs.ErrTerm, "Or takes"},
		{"probe of a spawner", errOf(w.Spawner(ecs.NewProbe(ecs.IsCreated()))), ecs.ErrTerm, "probe"},
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

func TestReport(t *testing.T) {
	w := newWorld()
	populate(t, w, 5)
	if text := w.Stats().Report(); !strings.Contains(text, "entities    5\n") {
		t.Errorf("report:\n%s", text)
	}
}
