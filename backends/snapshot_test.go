package backends

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"ecslab/ecs"
)

// TestSnapshotAcrossStorages: a world that was written and read by any storage
// answers everything as the one that was saved, and goes on like it.
func TestSnapshotAcrossStorages(t *testing.T) {
	all, seeds := All(), uint64(2)
	if testing.Short() {
		seeds = 1
	}
	for _, from := range all {
		for _, to := range all {
			if from.Tracker != to.Tracker {
				continue
			}
			t.Run(from.Pair()+"→"+to.Storage, func(t *testing.T) {
				for seed := 2 - seeds; seed < 2; seed++ { // the last one loads over what is there
					r := rand.New(rand.NewPCG(seed, 1))
					a, b := newKept(from), newKept(to)
					for range 60 {
						a.step(t, r)
					}
					for range seed * 5 { // what is loaded over
						b.step(t, r)
					}
					s, err := a.Save()
					if err != nil {
						t.Fatal(err)
					}
					if err := a.Load(s); err != nil { // both hand out what a load hands out
						t.Fatal(err)
					}
					var text bytes.Buffer
					if _, err := s.WriteTo(&text); err != nil {
						t.Fatal(err)
					}
					if err := b.ReadSnapshot(&text); err != nil {
						t.Fatal(err)
					}
					b.es, b.moment = slices.Clone(a.es), a.moment
					for round := range 12 {
						if x, y := a.answers(t), b.answers(t); x != y {
							t.Fatalf("seed %d, round %d: %s", seed, round, difference(x, y))
						}
						seed := r.Uint64()
						a.step(t, rand.New(rand.NewPCG(seed, 2)))
						b.step(t, rand.New(rand.NewPCG(seed, 2)))
					}
					if s.Len() != 0 { // into memory that is there already, with the same contents
						if err := a.SaveInto(s); err != nil {
							t.Fatal(err)
						}
						want := a.answers(t)
						for range 5 {
							a.step(t, r)
						}
						if err := a.Load(s); err != nil {
							t.Fatal(err)
						}
						if got := a.answers(t); got != want {
							t.Fatalf("seed %d: from used memory: %s", seed, difference(want, got))
						}
					}
				}
			})
		}
	}
}

// TestHandlesAfterLoad: after a load exactly the handles live that lived at the
// save, and no handle is ever given out again.
func TestHandlesAfterLoad(t *testing.T) {
	for _, backend := range All() {
		t.Run(backend.Pair(), func(t *testing.T) {
			for seed := range uint64(8) {
				r := rand.New(rand.NewPCG(seed, 6))
				k := newKept(backend)
				for range 40 {
					k.step(t, r)
				}
				s, err := k.Save()
				if err != nil {
					t.Fatal(err)
				}
				then := map[ecs.Entity]bool{}
				for _, e := range k.es {
					then[e] = k.Alive(e)
				}
				for range 3 {
					for range 40 {
						k.step(t, r)
					}
					if err := k.Load(s); err != nil {
						t.Fatal(err)
					}
					ever := map[ecs.Entity]bool{}
					for i, e := range k.es {
						if k.Alive(e) != then[e] {
							t.Fatalf("seed %d: entity %d %v lives: %t", seed, i, e, k.Alive(e))
						}
						if ever[e] {
							t.Fatalf("seed %d: handle %v was given out again as entity %d", seed, e, i)
						}
						ever[e] = true
					}
				}
			}
		})
	}
}
