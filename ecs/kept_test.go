package ecs_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
)

// TestKeptChunks: after any structural change, and as often as one likes
// without one, a prepared query gives what a new one gives, values included.
func TestKeptChunks(t *testing.T) {
	for _, b := range backends.All() {
		if b.Tracker != "none" && b.Tracker != "ticks" {
			continue
		}
		t.Run(b.Pair(), func(t *testing.T) {
			const seed = 5
			r := rand.New(rand.NewPCG(seed, 0))
			w := b.New(ecs.DefaultOptions())
			ecs.Register[position](w, ecs.Track(ecs.Changed))
			ecs.Register[velocity](w)
			ecs.Register[frozen](w, ecs.InSparseSet())
			pos := ecs.Write[position]()
			q := w.MustQuery(pos)
			sp, err := w.Spawner(ecs.All(ecs.Of[position]()))
			check(t, err)
			freeze, err := w.Exchange(ecs.Adding(ecs.Of[frozen]()))
			check(t, err)
			move, err := w.Exchange(ecs.Adding(ecs.Of[velocity]()))
			check(t, err)
			var es []ecs.Entity
			model := map[ecs.Entity]float64{}
			for step := range 300 {
				switch r.IntN(7) {
				case 0, 1:
					fresh := make([]ecs.Entity, 1+r.IntN(40))
					check(t, sp.Into(fresh, nil))
					es = append(es, fresh...)
					for _, e := range fresh {
						model[e] = 0
					}
				case 2:
					if len(es) > 0 {
						i := r.IntN(len(es))
						check(t, w.DespawnOne(es[i]))
						delete(model, es[i])
						es = slices.Delete(es, i, i+1)
					}
				case 3:
					check(t, move.Batch(es[:r.IntN(len(es)+1)], nil))
				case 4:
					if len(es) > 0 {
						_, err := freeze.One(es[r.IntN(len(es))])
						check(t, err)
					}
				case 5:
					w.Shrink()
				}
				for range r.IntN(5) {
					seen := 0
					check(t, ecs.Each(q, pos, func(e ecs.Entity, p *position) {
						if p.X != model[e] {
							t.Fatalf("seed %d, step %d: %v has %v, expected %v", seed, step, e, p.X, model[e])
						}
						p.X++
						model[e]++
						seen++
					}))
					if seen != len(model) {
						t.Fatalf("seed %d, step %d: %d matches, expected %d", seed, step, seen, len(model))
					}
				}
			}
		})
	}
}
