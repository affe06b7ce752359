package ecs_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"ecslab/ecs"
	"ecslab/ecs/driver"
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
		"nil in or":        errOf(w.Query(ecs.Or(nil))),
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
