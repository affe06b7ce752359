package ecs_test

import (
	"testing"

	"ecslab/ecs"
)

// returns runs f on a goroutine of its own and reports whether it came to its end.
func returns(f func()) (returned bool) {
	done := make(chan bool)
	go func() {
		returned := false
		defer func() {
			_ = recover()
			done <- returned
		}()
		f()
		returned = true
	}()
	return <-done
}

// TestLeavingAWatcher: whatever a watcher is told when it panics, or leaves its
// goroutine, no pass and no run stays open, what was queued in a pass waits, and
// the world is usable.
func TestLeavingAWatcher(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		p := ecs.Write[position]()
		q := w.MustQuery(p)
		sp, err := w.Spawner(ecs.Write[velocity]())
		check(t, err)
		x := exchange(t, w, ecs.Setting(ecs.Write[title]()))
		s := w.System("s")
		bodies := 0
		for what, do := range map[string]func(es []ecs.Entity, saved *ecs.Snapshot){
			"count":    func([]ecs.Entity, *ecs.Snapshot) { _, _ = q.Count() },
			"entities": func([]ecs.Entity, *ecs.Snapshot) { _, _ = q.Entities(nil) },
			"each":     func([]ecs.Entity, *ecs.Snapshot) { _ = ecs.Each(q, p, func(ecs.Entity, *position) {}) },
			"range": func([]ecs.Entity, *ecs.Snapshot) {
				for range ecs.Range(q, p) {
				}
			},
			"parallel": func([]ecs.Entity, *ecs.Snapshot) {
				_ = q.Parallel(1, func(_ *ecs.Chunk, c *ecs.Commands) {
					bodies++
					c.Add(0, 0)
				})
			},
			"run": func(es []ecs.Entity, _ *ecs.Snapshot) {
				_ = w.Run(s, func() error {
					w.Commands().Despawn(es[0])
					e, err := w.Commands().Spawn()
					check(t, err)
					return ecs.Put(w.Commands(), e, title{"new"})
				})
			},
			"spawn":        func([]ecs.Entity, *ecs.Snapshot) { _, _, _ = sp.Spawn() },
			"batch":        func([]ecs.Entity, *ecs.Snapshot) { _ = sp.Batch(10_000, nil) },
			"into":         func([]ecs.Entity, *ecs.Snapshot) { _ = sp.Into(make([]ecs.Entity, 10_000), nil) },
			"exchange":     func(es []ecs.Entity, _ *ecs.Snapshot) { _, _ = x.One(es[0]) },
			"exchange all": func([]ecs.Entity, *ecs.Snapshot) { _ = x.All(q, nil) },
			"despawn":      func(es []ecs.Entity, _ *ecs.Snapshot) { _ = w.Despawn(es...) },
			"despawn all":  func([]ecs.Entity, *ecs.Snapshot) { _ = w.DespawnAll(q) },
			"frame":        func([]ecs.Entity, *ecs.Snapshot) { _ = w.EndFrame(1) },
			"save":         func([]ecs.Entity, *ecs.Snapshot) { _, _ = w.Save() },
			"load":         func(_ []ecs.Entity, saved *ecs.Snapshot) { _ = w.Load(saved) },
			"load a part":  func(_ []ecs.Entity, saved *ecs.Snapshot) { _ = w.LoadChunk(saved, 0, 5) },
			"reset":        func([]ecs.Entity, *ecs.Snapshot) { _ = w.Reset() },
			"access":       func(es []ecs.Entity, _ *ecs.Snapshot) { _, _ = w.MutPointer(es[0], 0) },
			"time":         func([]ecs.Entity, *ecs.Snapshot) { _, _ = w.Now() },
			"clear":        func([]ecs.Entity, *ecs.Snapshot) { _ = w.Clear(ecs.Added) },
		} {
			for way, leave := range ways {
				for at, stayed := 0, false; !stayed; at++ {
					check(t, w.Reset())
					es := populate(t, w, 10)
					saved := save(t, w)
					told, last := 0, ""
					check(t, w.Watch(&listener{heard: func(event string) {
						if told++; told > at {
							last = event
							leave()
						}
					}}))
					bodies = 0
					stayed = returns(func() { do(es, saved) })
					if err := w.Watch(nil); err != nil {
						t.Fatalf("%s, %s at %s: %v", what, way, last, err)
					}
					if got := w.Commands().Len(); bodies > 0 && got == 0 {
						t.Errorf("%s, %s at %s: what %d bodies queued is lost", what, way, last, bodies)
					}
					_ = w.Flush()
					if w.Commands().Len() != 0 {
						t.Errorf("%s, %s at %s: commands wait", what, way, last)
					}
					check(t, w.EndFrame(1))
					check(t, w.Run(s, func() error { return nil }))
					if n, err := q.Count(); err != nil || n > w.Len() {
						t.Errorf("%s, %s at %s: %d matches of %d, %v", what, way, last, n, w.Len(), err)
					}
				}
			}
			consistent(t, w)
		}
	})
}

// TestLeavingARegistration: the type is registered, once.
func TestLeavingARegistration(t *testing.T) {
	type late struct{}
	for way, leave := range ways {
		w := newWorld()
		check(t, w.Watch(&listener{heard: func(string) { leave() }}))
		if returns(func() { ecs.Register[late](w) }) {
			t.Fatalf("%s: the watcher was not left", way)
		}
		check(t, w.Watch(nil))
		n := len(w.Components())
		if id := ecs.Register[late](w); int(id) != n-1 || len(w.Components()) != n {
			t.Errorf("%s: registered as number %d of %d, and again", way, id, len(w.Components()))
		}
	}
}

// TestLeavingAWatcherOfASpawn: what was queued with it is there.
func TestLeavingAWatcherOfASpawn(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		for way, leave := range ways {
			check(t, w.Watch(&listener{heard: func(string) { leave() }}))
			e, err := w.Commands().Spawn()
			check(t, err)
			check(t, ecs.Put(w.Commands(), e, title{"queued"}))
			if returns(func() { _ = w.Flush() }) {
				t.Fatalf("%s: the watcher was not left", way)
			}
			check(t, w.Watch(nil))
			texts, err := ecs.NewAccess[title](w)
			check(t, err)
			if p := texts.Get(e); p == nil || p.Text != "queued" {
				t.Errorf("%s: the value is %v", way, p)
			}
			consistent(t, w)
		}
	})
}
