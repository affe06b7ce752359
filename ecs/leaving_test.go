package ecs_test

import (
	"runtime"
	"sync/atomic"
	"testing"

	"ecslab/ecs"
)

// ways in which a callback can be left other than by its end.
var ways = map[string]func(){
	"panic": func() { panic("left") },
	"exit":  runtime.Goexit,
}

// left runs f, which must not return, on a goroutine of its own.
func left(t *testing.T, f func() error) {
	t.Helper()
	done := make(chan error)
	go func() {
		returned := false
		defer func() {
			_ = recover()
			if returned {
				t.Error("what a callback did is not what happened to its caller")
			}
			close(done)
		}()
		_ = f()
		returned = true
	}()
	<-done
}

// TestLeavingAFill: what was handed to the fill is there, the rest is not, and
// no handle is lost.
func TestLeavingAFill(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		const n = 10_000
		sp, err := w.Spawner(ecs.Write[position]())
		check(t, err)
		x, err := w.Exchange(ecs.Setting(ecs.Write[title]()))
		check(t, err)
		moved := w.MustQuery(ecs.All(ecs.Of[title]()))
		for way, leave := range ways {
			handed := 0
			fill := func(c *ecs.Chunk) {
				handed += c.N
				if handed > n/2 {
					leave()
				}
			}
			for name, batch := range map[string]func() error{
				"batch": func() error { return sp.Batch(n, fill) },
				"into":  func() error { return sp.Into(make([]ecs.Entity, n), fill) },
			} {
				handed = 0
				left(t, batch)
				if w.Len() != handed || handed <= n/2 || handed >= n {
					t.Errorf("%s, %s: %d live, %d were handed out", way, name, w.Len(), handed)
				}
				consistent(t, w)
				check(t, w.DespawnAll(w.MustQuery()))
			}
			es := make([]ecs.Entity, n)
			check(t, sp.Into(es, nil))
			for name, batch := range map[string]func() error{
				"exchange":     func() error { return x.Batch(es, fill) },
				"exchange all": func() error { return x.All(w.MustQuery(), fill) },
			} {
				handed = 0
				left(t, batch)
				got, err := moved.Count()
				check(t, err)
				if got != handed || handed <= n/2 || w.Len() != n {
					t.Errorf("%s, %s: %d of %d moved, %d were handed out", way, name, got, w.Len(), handed)
				}
				consistent(t, w)
				back, err := w.Exchange(ecs.Removing(ecs.Of[title]()))
				check(t, err)
				check(t, back.Batch(es, nil))
			}
			check(t, w.Reset())
		}
	})
}

// TestLeavingAPass: the pass ends, and with it what the structure stood still for.
func TestLeavingAPass(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		populate(t, w, 10)
		p := ecs.Write[position]()
		q := w.MustQuery(p)
		for way, leave := range ways {
			for name, pass := range map[string]func() error{
				"each": func() error { return ecs.Each(q, p, func(ecs.Entity, *position) { leave() }) },
				"range": func() error {
					for range ecs.Range(q, p) {
						leave()
					}
					return nil
				},
				"run": func() error {
					return w.Run(w.System("s"), func() error {
						return ecs.Each(q, p, func(ecs.Entity, *position) { leave() })
					})
				},
				"deferred": func() error {
					check(t, w.Begin(w.System("s")))
					return w.End(func() error { leave(); return nil })
				},
			} {
				left(t, pass)
				if n, err := q.Count(); n != 10 || err != nil {
					t.Errorf("%s, %s: %d matches, %v", way, name, n, err)
				}
				check(t, w.Reset())
				populate(t, w, 10)
			}
		}
		consistent(t, w)
	})
}

// TestLeavingAParallelPass: all workers stop before the caller goes on, and what
// bodies have queued by then is kept.
func TestLeavingAParallelPass(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		const n = 2000
		es := populate(t, w, n)
		q := w.MustQuery(ecs.Write[position]())
		for way, leave := range ways {
			for _, workers := range []int{1, 2, 5} {
				var running, begun atomic.Int32
				left(t, func() error {
					return q.Parallel(workers, func(c *ecs.Chunk, commands *ecs.Commands) {
						running.Add(1)
						defer running.Add(-1)
						e, err := commands.Spawn()
						if err != nil {
							t.Error(err)
						}
						commands.Despawn(e)
						if begun.Add(1) == 2 {
							leave()
						}
					})
				})
				if running.Load() != 0 {
					t.Errorf("%s, %d workers: a body still ran", way, workers)
				}
				if got := w.Commands().Len(); got != 2*int(begun.Load()) {
					t.Errorf("%s, %d workers: %d commands are left of %d bodies", way, workers, got, begun.Load())
				}
				check(t, w.Flush())
				if w.Len() != n {
					t.Errorf("%s, %d workers: %d live", way, workers, w.Len())
				}
				if got, err := q.Count(); got != n || err != nil {
					t.Errorf("%s, %d workers: %d matches, %v", way, workers, got, err)
				}
			}
		}
		check(t, w.Despawn(es...))
		consistent(t, w)
	})
}

// TestParallelHoldsTheStructure until the last body has returned, whoever closes
// the query and although nothing is left to hand out.
func TestParallelHoldsTheStructure(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		const n = 1000
		es := populate(t, w, n)
		q := w.MustQuery(ecs.Write[position]())
		var seen atomic.Int32
		check(t, q.Parallel(3, func(c *ecs.Chunk, _ *ecs.Commands) {
			q.Close()
			for range 100 {
				if err := w.DespawnOne(es[0]); err != ecs.ErrOpen {
					t.Errorf("error %v, expected %v", err, ecs.ErrOpen)
				}
				runtime.Gosched()
			}
			seen.Add(int32(c.N))
		}))
		if seen.Load() != n {
			t.Errorf("%d of %d matches", seen.Load(), n)
		}
		check(t, q.Parallel(1<<30, func(*ecs.Chunk, *ecs.Commands) {}))
		consistent(t, w)
	})
}

// TestCommandsAreTheBodysOwn until it returns.
func TestCommandsAreTheBodysOwn(t *testing.T) {
	w := newWorld()
	es := populate(t, w, 3)
	q := w.MustQuery(ecs.Write[position]())
	var kept *ecs.Commands
	check(t, q.Parallel(1, func(_ *ecs.Chunk, c *ecs.Commands) {
		kept = c
		check(t, ecs.Put(c, es[1], title{"in time"})) // after which the type is known
	}))
	kept.Despawn(es[0])
	_, err := kept.Spawn()
	expect(t, err, ecs.ErrZero)
	expect(t, ecs.Put(kept, es[0], title{"late"}), ecs.ErrZero)
	check(t, q.Parallel(1, func(*ecs.Chunk, *ecs.Commands) {}))
	check(t, w.Flush())
	if w.Len() != 3 {
		t.Errorf("%d live", w.Len())
	}
}

// TestNextAfterClose: a loop that closes its query in the middle and then asks for
// the next chunk ends, and the passes to come see everything.
func TestNextAfterClose(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		const n = 9000 // several chunks
		populate(t, w, n)
		check(t, ecs.Set(w, populate(t, w, 1)[0], title{"another table"}))
		for whole := range 4 { // a query keeps what it finds from the second pass on
			q := w.MustQuery(ecs.Read[position]())
			for range whole {
				_, err := q.Count()
				check(t, err)
			}
			check(t, q.Open())
			chunks := 0
			for c := q.Next(); c != nil; c = q.Next() {
				chunks++
				q.Close()
			}
			if chunks != 1 {
				t.Errorf("after %d passes: %d chunks", whole, chunks)
			}
			for range 2 {
				if got, err := q.Count(); got != n+1 || err != nil {
					t.Errorf("after %d passes and one that was closed: %d matches, %v", whole, got, err)
				}
			}
		}
	})
}

// TestClosingInACallback ends the pass: the callback may then change the structure.
func TestClosingInACallback(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		es := populate(t, w, 8)
		p := ecs.Write[position]()
		q := w.MustQuery(p)
		calls := 0
		check(t, ecs.Each(q, p, func(ecs.Entity, *position) {
			calls++
			q.Close()
			check(t, w.Despawn(es...))
		}))
		populate(t, w, 8)
		for range ecs.Range(q, p) {
			calls++
			q.Close()
			check(t, w.Reset())
		}
		if calls != 2 {
			t.Errorf("%d calls", calls)
		}
		consistent(t, w)
	})
}
