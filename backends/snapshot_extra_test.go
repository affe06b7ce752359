package backends

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ecslab/ecs"
)

// TestExtras: what some entities among many have comes back on every storage,
// with its records, from fresh and from used memory, as a whole and in part.
func TestExtras(t *testing.T) {
	for _, from := range All() {
		for _, to := range All() {
			if from.Tracker != to.Tracker || testing.Short() && from.Storage == to.Storage {
				continue
			}
			t.Run(from.Pair()+"→"+to.Storage, func(t *testing.T) {
				must := func(err error) {
					t.Helper()
					if err != nil {
						t.Fatal(err)
					}
				}
				a, b := newKept(from), newKept(to)
				a.es = make([]ecs.Entity, 5000) // of a block and a part of one
				p := ecs.Write[place]()
				sp, err := a.Spawner(p)
				must(err)
				must(sp.Into(a.es, func(c *ecs.Chunk) {
					for i := range p.Slice(c) {
						p.Slice(c)[i] = place{float64(i), float64(c.First)}
					}
				}))
				r := rand.New(rand.NewPCG(1, 5))
				change := func(each int) {
					for i, e := range a.es {
						v := float32(i)
						switch {
						case !a.Alive(e) || r.IntN(each) > 0:
						case i%5 == 0:
							must(ecs.Set(a.World, e, burns{}))
						case i%5 < 3:
							must(ecs.Set(a.World, e, speed{v, v}))
						case i%7 > 0:
							must(ecs.Set(a.World, e, name{fmt.Sprint(i, " of ", each)}))
						default:
							must(a.DespawnOne(e))
						}
					}
					must(a.EndFrame(1))
				}
				same := func(what string, want []contents) {
					t.Helper()
					for i, got := range b.contents(t) {
						if got != want[i] {
							t.Fatalf("%s: entity %d is %v, want %v", what, i, got, want[i])
						}
					}
				}
				change(50)
				first, err := a.Save()
				must(err)
				change(2)
				second, err := a.Save()
				must(err)
				want, records := a.contents(t), a.recorded(t)
				must(a.SaveInto(first))
				if first.Len() != second.Len() {
					t.Fatalf("%d entities in used memory, %d in fresh", first.Len(), second.Len())
				}
				b.es, b.moment = slices.Clone(a.es), a.moment
				written := func(s *ecs.Snapshot) *ecs.Snapshot {
					t.Helper()
					var text bytes.Buffer
					_, err := s.WriteTo(&text)
					must(err)
					s, err = ecs.ReadSnapshot(&text, b.World)
					must(err)
					return s
				}
				for i, s := range []*ecs.Snapshot{first, second} {
					must(b.Load(written(s)))
					same(fmt.Sprint("load ", i), want)
					for kind, es := range b.recorded(t) {
						if !slices.Equal(es, records[kind]) {
							t.Fatalf("load %d: record %d of %d entities, want %d", i, kind, len(es), len(records[kind]))
						}
					}
				}
				const low, high = 1000, 4500
				in := func(e ecs.Entity) bool { return e.Index() >= low && e.Index() < high }
				part, err := a.SaveChunk(low, high)
				must(err)
				strip, err := b.Exchange(ecs.Removing(ecs.Of[burns](), ecs.Of[speed]()))
				must(err)
				for i, s := range []*ecs.Snapshot{part, second} {
					for i := 0; i < len(b.es); i += 3 {
						if b.Alive(b.es[i]) {
							_, err := strip.One(b.es[i])
							must(err)
						}
					}
					expected := b.contents(t)
					for i, e := range b.es {
						if in(e) {
							expected[i] = want[i]
						}
					}
					must(b.LoadChunk(written(s), low, high))
					same(fmt.Sprint("part ", i), expected)
					must(b.EndFrame(1))
					for kind, es := range b.recorded(t) {
						if slices.ContainsFunc(es, in) {
							t.Fatalf("part %d: record %d of an entity in it", i, kind)
						}
					}
				}
			})
		}
	}
}
