package ecs_test

import (
	"fmt"
	"slices"
	"testing"

	"ecslab/ecs"
)

// listener does something whenever it is told anything.
type listener struct {
	heard func(event string)
	busy  bool
}

func (l *listener) on(event string) {
	if !l.busy {
		l.busy = true
		l.heard(event)
		l.busy = false
	}
}

func (l *listener) Spawned([]ecs.Entity, *ecs.Mask)                   { l.on("spawned") }
func (l *listener) Exchanging(_ []ecs.Entity, _, _, _ *ecs.Mask)      { l.on("exchanging") }
func (l *listener) Despawning([]ecs.Entity)                           { l.on("despawning") }
func (l *listener) Accessed(ecs.Entity, ecs.ComponentID)              { l.on("accessed") }
func (l *listener) Referenced(ecs.Entity, ecs.ComponentID)            { l.on("referenced") }
func (l *listener) Registered(ecs.ComponentID)                        { l.on("registered") }
func (l *listener) Opened(*ecs.Query)                                 { l.on("opened") }
func (l *listener) Passed(*ecs.Query, []ecs.Entity)                   { l.on("passed") }
func (l *listener) Closed(*ecs.Query, int, bool)                      { l.on("closed") }
func (l *listener) Asked(ecs.Entity, ecs.TermShape, bool)             { l.on("asked") }
func (l *listener) Listed(ecs.ComponentID, *ecs.Moment, []ecs.Entity) { l.on("listed") }
func (l *listener) Began(*ecs.System)                                 { l.on("began") }
func (l *listener) Closing()                                          { l.on("closing") }
func (l *listener) Ended()                                            { l.on("ended") }
func (l *listener) FrameEnded(uint64)                                 { l.on("frame ended") }
func (l *listener) TimeTaken(ecs.Moment)                              { l.on("time taken") }
func (l *listener) Cleared(ecs.Kinds, []ecs.ComponentID)              { l.on("cleared") }
func (l *listener) Saved(*ecs.Snapshot)                               { l.on("saved") }
func (l *listener) Loaded(*ecs.Snapshot)                              { l.on("loaded") }
func (l *listener) Other(string)                                      { l.on("other") }

// TestWatchersChangeNothing: a watcher is told in the middle of operations, which
// go on with what they had found before.
func TestWatchersChangeNothing(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		es := populate(t, w, 10)
		refused := structuralChanges(t, w, es)
		delete(refused, "flush") // which has nothing to wait with
		events := map[string]bool{}
		check(t, w.Watch(&listener{heard: func(event string) {
			events[event] = true
			before := census(t, w)
			for what, change := range refused {
				if err := change(); err != ecs.ErrOpen {
					t.Errorf("%s: %s: error %v, expected %v", event, what, err, ecs.ErrOpen)
				}
			}
			if after := census(t, w); after != before {
				t.Fatalf("%s changed%s\nto%s", event, before, after)
			}
		}}))
		p := ecs.Write[position]()
		q := w.MustQuery(p)
		s := w.System("s")
		check(t, ecs.Set(w, es[0], title{"zero"}))
		_, err := w.MutPointer(es[0], 0)
		check(t, err)
		a, err := ecs.NewAccess[position](w)
		check(t, err)
		if a.Untracked(es[0]) == nil {
			t.Error("an access found nothing")
		}
		check(t, ecs.Each(q, p, func(ecs.Entity, *position) {}))
		check(t, w.Run(s, func() error {
			w.Commands().Despawn(es[1])
			_, err := w.Commands().Spawn()
			return err
		}))
		check(t, w.EndFrame(1))
		saved, err := w.Save()
		check(t, err)
		if moment, err := w.Now(); err == nil {
			_, err := w.Was(es[0], ecs.Created, &moment)
			check(t, err)
			_, err = w.Removals(ecs.Of[position](), &moment, nil)
			check(t, err)
		}
		check(t, w.Clear(ecs.Added))
		check(t, w.Load(saved))
		check(t, w.Reset())
		ecs.Register[int](w)
		want := 20
		if w.Tracker() == "none" {
			want = 16 // nobody asks it, lists, takes the time or clears
		}
		if len(events) != want {
			t.Errorf("%d kinds of events, expected %d: %v", len(events), want, events)
		}
		check(t, w.Watch(nil))
		consistent(t, w)
	})
}

// TestWatchersLookElsewhere: what a watcher asks about another entity must not
// get into the operation that it was told of.
func TestWatchersLookElsewhere(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		es := populate(t, w, 6)
		moment, _ := w.Now()
		want, err := w.ReadPointer(es[0], 0)
		check(t, err)
		check(t, w.Watch(&listener{heard: func(string) {
			_, err := w.ReadPointer(es[3], 0)
			check(t, err)
			_, _ = w.Was(es[3], ecs.Created, &moment)
			_, _ = w.Was(es[3], ecs.Added, &moment, ecs.Of[position]())
			_ = w.Flush()
		}}))
		got, err := w.MutPointer(es[0], 0)
		check(t, err)
		if got != want {
			t.Error("a mutable access gave another entity's value")
		}
		check(t, w.DespawnOne(es[1]))
		w.Commands().Despawn(es[2])
		check(t, ecs.Put(w.Commands(), es[0], title{"text"}))
		check(t, w.Flush())
		for i, e := range es {
			if w.Alive(e) != (i != 1 && i != 2) {
				t.Errorf("entity %d: alive %t", i, w.Alive(e))
			}
		}
		texts, err := ecs.NewAccess[title](w)
		check(t, err)
		if p := texts.Get(es[0]); p == nil || p.Text != "text" {
			t.Errorf("a deferred value is %v", p)
		}
		check(t, w.Watch(nil))
		consistent(t, w)
	})
}

// TestWatchersQueueSpawns: commands that are queued while others are applied run
// too, on handles that were reserved since.
func TestWatchersQueueSpawns(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		var made []ecs.Entity
		check(t, w.Watch(&listener{heard: func(event string) {
			if event == "spawned" && len(made) < 5000 {
				e, err := w.Commands().Spawn()
				check(t, err)
				check(t, ecs.Put(w.Commands(), e, position{1, 2}))
				made = append(made, e)
			}
		}}))
		populate(t, w, 1)
		check(t, w.Flush())
		check(t, w.Watch(nil))
		for _, e := range made {
			if !w.Alive(e) {
				t.Fatalf("%v does not live", e)
			}
		}
		consistent(t, w)
	})
}

// TestShapeIsOfThePreparedTerms, whatever becomes of the lists that they were given in.
func TestShapeIsOfThePreparedTerms(t *testing.T) {
	w := newWorld()
	ecs.Register[ecs.Disabled](w)
	cs := []ecs.Component{ecs.Of[position](), ecs.Of[velocity]()}
	terms := []ecs.Term{ecs.All(cs...), ecs.Or(ecs.Any(cs...), ecs.None(cs[:1]...))}
	q, again := w.MustQuery(terms...), w.MustQuery(slices.Clone(terms)...)
	expected := fmt.Sprint(again.Shape())
	cs[0], terms[0], terms[1] = ecs.Of[title](), ecs.None(ecs.Of[frozen]()), ecs.WithDisabled()
	if got := fmt.Sprint(q.Shape()); got != expected || len(q.Shape()) != 3 {
		t.Errorf("the shape is %s, expected %s", got, expected)
	}
}
