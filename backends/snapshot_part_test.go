package backends

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"ecslab/ecs"
)

// TestLoadChunk: a part comes back with its handles and values, without
// records, without a past, and leaves the rest alone.
func TestLoadChunk(t *testing.T) {
	for _, backend := range All() {
		t.Run(backend.Pair(), func(t *testing.T) {
			for seed := range uint64(8) {
				r := rand.New(rand.NewPCG(seed, 3))
				k := newKept(backend)
				for range 60 {
					k.step(t, r)
				}
				from, to := uint32(10), uint32(70)
				in := func(e ecs.Entity) bool { return e.Index() >= from && e.Index() < to }
				whole, err := k.Save()
				if err != nil {
					t.Fatal(err)
				}
				part, err := k.SaveChunk(from, to)
				if err != nil {
					t.Fatal(err)
				}
				if err := k.Load(part); err == nil {
					t.Fatal("a part was loaded as a whole")
				}
				then := k.values()
				for range 20 {
					k.step(t, r)
				}
				now := k.values()
				source := whole
				if seed%2 == 0 {
					var text bytes.Buffer
					if _, err := part.WriteTo(&text); err != nil {
						t.Fatal(err)
					}
					if source, err = ecs.ReadSnapshot(&text, k.World); err != nil {
						t.Fatal(err)
					}
				}
				outside := k.records(t, func(e ecs.Entity) bool { return !in(e) })
				if err := k.LoadChunk(source, from, to); err != nil {
					t.Fatal(err)
				}
				if got := k.records(t, in); got != "" {
					t.Fatalf("seed %d: the load is told as\n%s", seed, got)
				}
				if got := k.records(t, func(e ecs.Entity) bool { return !in(e) }); got != outside {
					t.Fatalf("seed %d: outside of the part\n%s\nbefore\n%s", seed, got, outside)
				}
				got := k.values()
				for i, e := range k.es {
					want := now[e]
					if in(e) {
						want = then[e]
					}
					if got[e] != want {
						t.Fatalf("seed %d: entity %d %v is %q, want %q", seed, i, e, got[e], want)
					}
				}
				// The world goes on: indices are given out to one at a time.
				for range 60 {
					k.step(t, r)
				}
				every, err := k.MustQuery().Entities(nil)
				if err != nil || len(every) != k.Len() {
					t.Fatalf("seed %d: %d of %d entities, %v", seed, len(every), k.Len(), err)
				}
				seen := map[uint32]bool{}
				for _, e := range every {
					if seen[e.Index()] {
						t.Fatalf("seed %d: two entities with index %d", seed, e.Index())
					}
					seen[e.Index()] = true
				}
				ever := map[ecs.Entity]bool{}
				for i, e := range k.es {
					if ever[e] {
						t.Fatalf("seed %d: handle %v was given out again as entity %d", seed, e, i)
					}
					ever[e] = true
				}
			}
		})
	}
}
