//go:build !invariants

package backends

import (
	"math/rand/v2"
	"testing"

	"ecslab/ecs"
)

// mixed is a world whose entities come, change and go by single operations and
// by batches in turns.
type mixed struct {
	*ecs.World
	es     []ecs.Entity
	list   []ecs.Entity
	spawns []*ecs.Spawner
	swaps  []*ecs.Exchange
	asked  []*ecs.Query
}

func newMixed(t *testing.T, b ecs.Backend, n int) *mixed {
	o := ecs.DefaultOptions()
	w := b.New(o)
	every := ecs.Track(ecs.Added | ecs.Changed | ecs.Removed)
	ecs.Register[place](w, every)
	ecs.Register[speed](w, every, ecs.InSparseSet())
	ecs.Register[name](w)
	ecs.Register[burns](w, ecs.InSparseSet())
	ecs.Register[int64](w)
	m := &mixed{World: w, es: make([]ecs.Entity, n), list: make([]ecs.Entity, 0, n)}
	p, v, x, f, i := ecs.Of[place](), ecs.Of[speed](), ecs.Of[name](), ecs.Of[burns](), ecs.Of[int64]()
	for _, cs := range [][]ecs.Component{{p}, {p, v}, {p, x}, {p, v, f}} {
		sp, err := w.Spawner(ecs.All(cs...))
		if err != nil {
			t.Fatal(err)
		}
		m.spawns = append(m.spawns, sp)
	}
	for _, c := range []ecs.Component{v, x, f, i} {
		add, err1 := w.Exchange(ecs.Adding(c))
		remove, err2 := w.Exchange(ecs.Removing(c))
		q, err3 := w.Query(ecs.All(c))
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatal(err1, err2, err3)
		}
		m.swaps = append(m.swaps, add, remove)
		m.asked = append(m.asked, q)
	}
	swap, err := w.Exchange(ecs.Adding(i), ecs.Removing(v))
	if err != nil {
		t.Fatal(err)
	}
	m.swaps = append(m.swaps, swap)
	return m
}

// cycle does the same each time, from no entity to none. Lists are what the
// generator makes them, in the order of spawning or not.
func (m *mixed) cycle(t *testing.T, r *rand.Rand) {
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	for rest := m.es; len(rest) > 0; {
		sp := m.spawns[r.IntN(len(m.spawns))]
		if r.IntN(3) == 0 {
			e, _, err := sp.Spawn()
			must(err)
			rest[0] = e
			rest = rest[1:]
			continue
		}
		k := min(1+r.IntN(len(m.es)), len(rest))
		must(sp.Into(rest[:k], nil))
		rest = rest[k:]
	}
	for range 30 {
		x := m.swaps[r.IntN(len(m.swaps))]
		from, k := r.IntN(len(m.es)), r.IntN(len(m.es))
		part := m.es[from:min(from+k, len(m.es))]
		switch r.IntN(6) {
		case 0:
			for range 20 {
				_, err := x.One(m.es[r.IntN(len(m.es))])
				must(err)
			}
		case 1:
			must(x.Batch(part, nil))
		case 2:
			must(x.Batch(m.es, nil))
		case 3:
			m.list = m.list[:0]
			for i := 0; i < len(m.es); i += 1 + r.IntN(3) {
				m.list = append(m.list, m.es[i])
			}
			must(x.Batch(m.list, nil))
		case 4:
			must(x.All(m.asked[r.IntN(len(m.asked))], nil))
		default:
			for _, e := range part[:min(len(part), 300)] {
				_, err := x.One(e)
				must(err)
			}
		}
		if r.IntN(4) == 0 {
			must(m.EndFrame(1))
		}
	}
	one := r.IntN(len(m.es))
	for _, e := range m.es[:one] {
		must(m.DespawnOne(e))
	}
	must(m.Despawn(m.es[one:]...))
	must(m.EndFrame(2))
}

// TestSteadyState: whatever is done one by one and in batches in turns, on every
// pair, nothing is allocated once it has been done before.
func TestSteadyState(t *testing.T) {
	seeds := uint64(3)
	if testing.Short() {
		seeds = 1
	}
	for _, b := range All() {
		t.Run(b.Pair(), func(t *testing.T) {
			for _, n := range []int{60, 700, 9000} {
				for seed := range seeds {
					m := newMixed(t, b, n)
					source := rand.NewPCG(seed, 0)
					r := rand.New(source)
					again := func() {
						source.Seed(seed, 0)
						m.cycle(t, r)
					}
					for range 12 {
						again()
					}
					if got := testing.AllocsPerRun(4, again); got > 0 {
						t.Errorf("%d entities, seed %d: %v allocations a cycle", n, seed, got)
					}
				}
			}
		})
	}
}
