package ecs_test

import (
	"math"
	"testing"
	"time"

	"ecslab/ecs"
	"ecslab/ecs/ecstest/naive"
)

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
