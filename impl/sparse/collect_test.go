package sparse

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"testing"

	"ecslab/ecs"
)

// TestGCStress moves values that the collector must see, while it runs.
func TestGCStress(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	for _, grouped := range []bool{false, true} {
		w, s := newWorld(usual, nil, ecs.DefaultOptions())
		ecs.Register[*stressed](w)
		ecs.Register[string](w)
		ecs.Register[[]string](w)
		ecs.Register[func() int](w)
		if grouped {
			have(w.Group(ecs.Of[*stressed](), ecs.Of[string](), ecs.Of[func() int]()))
		}
		p, str, list, fn := ecs.Write[*stressed](), ecs.Write[string](), ecs.Write[[]string](), ecs.Write[func() int]()
		sp := have(w.Spawner(p, str, list, fn))
		rng := rand.New(rand.NewPCG(7, 7))
		var living []ecs.Entity
		born := 0
		fill := func(c *ecs.Chunk) {
			ps, strs, lists, fns := p.Slice(c), str.Slice(c), list.Slice(c), fn.Slice(c)
			for k := range ps {
				n := born
				born++
				ps[k], strs[k], lists[k], fns[k] = &stressed{n: n}, fmt.Sprint(n), []string{fmt.Sprint(n)}, func() int { return n }
			}
		}
		lose := have(w.Exchange(ecs.Removing(ecs.Of[string]())))
		gain := have(w.Exchange(ecs.Adding(ecs.Of[string]())))
		qp, qs, ql, qf := ecs.Write[*stressed](), ecs.MaybeWrite[string](), ecs.Read[[]string](), ecs.Read[func() int]()
		q := have(w.Query(qp, qs, ql, qf))
		for round := range 40 {
			batch := make([]ecs.Entity, 1+rng.IntN(200))
			must(t, sp.Into(batch, fill))
			living = append(living, batch...)
			rng.Shuffle(len(living), func(i, j int) { living[i], living[j] = living[j], living[i] })
			half := living[:len(living)/2]
			if round%2 == 0 {
				must(t, lose.Batch(half, nil))
			} else {
				must(t, gain.Batch(half, nil))
			}
			cut := rng.IntN(len(living)/3 + 1)
			must(t, w.Despawn(living[:cut]...))
			living = living[cut:]
			runtime.GC()
			seen := 0
			must(t, q.Open())
			for c := q.Next(); c != nil; c = q.Next() {
				for k := range c.N {
					seen++
					n := (*qp.At(c, k)).n
					text := fmt.Sprint(n)
					if got := qs.At(c, k); got != nil && *got != "" && *got != text || (*ql.At(c, k))[0] != text || (*qf.At(c, k))() != n {
						t.Fatalf("grouped %t, round %d: values of %d", grouped, round, n)
					}
				}
			}
			if seen != len(living) {
				t.Fatalf("grouped %t, round %d: %d of %d seen", grouped, round, seen, len(living))
			}
			must(t, s.validate())
		}
	}
}

type stressed struct {
	n int
	_ [3]int
}

// TestRemovedValuesAreFreed: nothing keeps what a removed value pointed to.
func TestRemovedValuesAreFreed(t *testing.T) {
	w, _ := newWorld(usual, nil, ecs.DefaultOptions())
	ecs.Register[*stressed](w)
	freed := make(chan int, 64)
	es := spawned(w, 40, ecs.Of[*stressed]())
	for i, e := range es {
		v := &stressed{n: i}
		runtime.AddCleanup(v, func(n int) { freed <- n }, i)
		must(t, ecs.Set(w, e, v))
	}
	have(have(w.Exchange(ecs.Removing(ecs.Of[*stressed]()))).One(es[3]))
	must(t, w.DespawnOne(es[39]))
	must(t, w.Despawn(es[10:30]...))
	for range 22 {
		runtime.GC()
		<-freed
	}
	runtime.KeepAlive(w)
}
