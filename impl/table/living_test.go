package table

import (
	"errors"
	"math/rand"
	"slices"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
)

// TestLists: a batch without a fill exchanges what a list names, in whatever
// pieces and however often it does so, and nothing if one of them does not live.
func TestLists(t *testing.T) {
	for seed := int64(1); seed <= 24; seed++ {
		t.Logf("seed %d", seed)
		r := rand.New(rand.NewSource(seed))
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		rows := []int{1, 4, 300, 4096}[seed%4]
		var s *Storage
		w := ecs.NewWorld(func(env driver.Env) driver.Storage {
			s = NewSized(env, rows).(*Storage)
			return s
		}, nil, ecs.DefaultOptions())
		ecs.Register[place](w)
		ecs.Register[wide](w)
		gained := ecs.Register[motion](w)
		pos, err := ecs.NewAccess[place](w)
		must(err)
		vel, err := ecs.NewAccess[motion](w)
		must(err)
		add, err := w.Exchange(ecs.Adding(ecs.Of[motion]()))
		must(err)
		remove, err := w.Exchange(ecs.Removing(ecs.Of[motion]()))
		must(err)

		var all []ecs.Entity
		has := map[ecs.Entity]bool{}
		for i, cs := range [][]ecs.Component{nil, {ecs.Of[wide]()}, {ecs.Of[motion]()}} {
			sp, err := w.Spawner(ecs.All(append(cs, ecs.Of[place]())...))
			must(err)
			es := make([]ecs.Entity, r.Intn(3*min(rows, 400)+30))
			must(sp.Into(es, nil))
			for _, e := range es {
				pos.Get(e).X = float64(e.Index())
				has[e] = i == 2
			}
			all = append(all, es...)
		}
		if len(all) == 0 {
			continue
		}
		gone := all[len(all)-1]
		must(w.DespawnOne(gone))
		all = all[:len(all)-1]

		q := w.MustQuery(ecs.All(ecs.Of[place]()))
		for range 8 {
			var pieces [][]ecs.Entity
			must(q.Open())
			for c := q.Next(); c != nil; c = q.Next() {
				var es []ecs.Entity
				for k := range c.N {
					es = append(es, c.Entities.At(k))
				}
				switch r.Intn(4) {
				case 0:
					es = es[:r.Intn(len(es)+1)]
				case 1:
					es = es[r.Intn(len(es)):]
				}
				pieces = append(pieces, es)
				if r.Intn(8) == 0 {
					pieces = append(pieces, es[r.Intn(len(es)+1):])
				}
			}
			if r.Intn(2) == 0 {
				r.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
			}
			list := slices.Concat(pieces...)
			x, want := add, true
			if r.Intn(2) == 0 {
				x, want = remove, false
			}
			if r.Intn(4) == 0 {
				dead := []ecs.Entity{0, gone, ^ecs.Entity(0)}[r.Intn(3)]
				if err := x.Batch(slices.Insert(list, r.Intn(len(list)+1), dead), nil); !errors.Is(err, ecs.ErrDead) {
					t.Fatalf("a batch with %v: %v", dead, err)
				}
			} else {
				must(x.Batch(list, nil))
				for _, e := range list {
					if want && !has[e] && *vel.Get(e) != (motion{}) {
						t.Fatalf("%v gained %v", e, *vel.Get(e))
					}
					has[e] = want
				}
			}
			must(s.validate())
			for _, e := range all {
				if w.Has(e, gained) != has[e] || pos.Get(e).X != float64(e.Index()) {
					t.Fatalf("%v: has it %t, expected %t; %v", e, w.Has(e, gained), has[e], pos.Get(e).X)
				}
				if has[e] {
					vel.Get(e).X = 1
				}
			}
		}
	}
}
