package backends

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ecslab/ecs"
)

// contents is what an entity has.
type contents struct {
	set ecs.Mask
	p   place
	v   speed
	n   name
}

// contents are those of all that ever lived; zero of the dead.
func (k *kept) contents(t *testing.T) (list []contents) {
	t.Helper()
	p, err1 := ecs.NewAccess[place](k.World)
	v, err2 := ecs.NewAccess[speed](k.World)
	n, err3 := ecs.NewAccess[name](k.World)
	if err1 != nil || err2 != nil || err3 != nil {
		t.Fatal(err1, err2, err3)
	}
	for _, e := range k.es {
		var c contents
		if k.Alive(e) {
			c.set, _ = k.ComponentsOf(e)
			if p := p.Get(e); p != nil {
				c.p = *p
			}
			if v := v.Get(e); v != nil {
				c.v = *v
			}
			if n := n.Get(e); n != nil {
				c.n = *n
			}
		}
		list = append(list, c)
	}
	return list
}

// recorded is the entities that a moment at the beginning sees.
func (k *kept) recorded(t *testing.T) (lists [][]ecs.Entity) {
	t.Helper()
	if k.Tracker() == "none" {
		return nil
	}
	for _, term := range []ecs.Tracked{ecs.IsCreated(), ecs.AllAdded(ecs.Of[burns]()), ecs.AllChanged(ecs.Of[speed]()), ecs.AllChanged(ecs.Of[name]())} {
		es, err := k.MustQuery(term.Since(&k.moment)).Entities(nil)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(es)
		lists = append(lists, es)
	}
	return lists
}

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
