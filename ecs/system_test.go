package ecs_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"ecslab/ecs"
)

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

func group(w *ecs.World, body func() error) *ecs.SystemGroup {
	g := w.SystemGroup()
	g.Add("member", body)
	return g
}

// TestQuestionsOutsideARun need a moment; what has failed is not open.
func TestQuestionsOutsideARun(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		if w.Tracker() == "none" {
			return // which has no such questions
		}
		e := populate(t, w, 1)[0]
		q := w.MustQuery(ecs.AnyAdded(ecs.Of[position]()))
		ask := func(want error) {
			t.Helper()
			_, err := q.Count()
			expect(t, err, want)
			expect(t, errOf(w.Was(e, ecs.Added, nil, ecs.Of[position]())), want)
			expect(t, errOf(w.Removals(ecs.Of[position](), nil, nil)), want)
		}
		ask(ecs.ErrNoWindow)
		s := w.System("s")
		check(t, w.Begin(s))
		ask(nil)
		check(t, w.End(func() error { ask(ecs.ErrNoWindow); return nil }))
		ask(ecs.ErrNoWindow)
		consistent(t, w)
	})
}

// TestNoFrameEndsUnderAPass: the rest of the pass would be answered out of other
// records than its beginning.
func TestNoFrameEndsUnderAPass(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		populate(t, w, 5)
		q := w.MustQuery(ecs.Read[position]())
		check(t, q.Open())
		expect(t, w.EndFrame(1), ecs.ErrOpen)
		q.Next()
		expect(t, w.EndFrame(1), ecs.ErrOpen)
		q.Close()
		check(t, w.EndFrame(1))
		sp, err := w.Spawner(ecs.Write[position]())
		check(t, err)
		check(t, sp.Batch(3, func(*ecs.Chunk) { expect(t, w.EndFrame(1), ecs.ErrOpen) }))
		check(t, w.EndFrame(1))
	})
}
