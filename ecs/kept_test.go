package ecs_test

import (
	"fmt"
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

// walked is a query and what its open pass has handed out.
type walked struct {
	q    *ecs.Query
	pos  *ecs.View[position]
	of   func(traits) bool // who matches
	open bool
	seen map[ecs.Entity]bool
}

type traits struct {
	x              float64 // of the position
	titled, frozen bool
}

// next asks for a chunk and checks it against who lives.
func (p *walked) next(living map[ecs.Entity]traits) error {
	c := p.q.Next()
	switch {
	case !p.open && c != nil:
		return fmt.Errorf("a chunk of no pass: %d matches", c.N)
	case !p.open:
		return nil
	case c == nil:
		p.open = false
		for e, has := range living {
			if p.of(has) && !p.seen[e] {
				return fmt.Errorf("a pass without %v", e)
			}
		}
		return nil
	}
	for k := range c.N {
		e := c.Entities.At(k)
		has, lives := living[e]
		switch {
		case !lives || !p.of(has):
			return fmt.Errorf("%v does not match", e)
		case p.seen[e]:
			return fmt.Errorf("%v was there before", e)
		case p.pos.At(c, k).X != has.x:
			return fmt.Errorf("%v has %v, expected %v", e, p.pos.At(c, k).X, has.x)
		case c.Dense && &p.pos.Slice(c)[k] != p.pos.At(c, k):
			return fmt.Errorf("%v stands elsewhere in the slice", e)
		}
		p.seen[e] = true
	}
	return nil
}

// TestPassesBesideEachOther: passes that are begun, walked, closed in the middle
// and asked beyond their end in any order hand out every match once while they
// are open and nothing else, whatever the structure becomes between them.
func TestPassesBesideEachOther(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		const seed = 6
		r := rand.New(rand.NewPCG(seed, 0))
		var walks []*walked
		walk := func(pos *ecs.View[position], of func(traits) bool, terms ...ecs.Term) {
			walks = append(walks, &walked{q: w.MustQuery(append(terms, pos)...), pos: pos, of: of})
		}
		walk(ecs.Write[position](), func(traits) bool { return true })
		walk(ecs.Read[position](), func(has traits) bool { return !has.frozen }, ecs.None(ecs.Of[frozen]()))
		walk(ecs.Read[position](), func(has traits) bool { return has.titled }, ecs.Write[title]())
		sp, err := w.Spawner(ecs.Write[position]())
		check(t, err)
		var es []ecs.Entity
		living := map[ecs.Entity]traits{}
		change := func() error {
			if len(es) > 20 && r.IntN(3) == 0 {
				i := r.IntN(len(es))
				if err := w.DespawnOne(es[i]); err != nil {
					return err
				}
				delete(living, es[i])
				es = slices.Delete(es, i, i+1)
				return nil
			}
			e, _, err := sp.Spawn()
			if err != nil {
				return err
			}
			has := traits{float64(len(es)), r.IntN(2) == 0, r.IntN(2) == 0}
			if has.titled {
				check(t, ecs.Set(w, e, title{"t"}))
			}
			if has.frozen {
				check(t, ecs.Set(w, e, frozen{}))
			}
			check(t, ecs.Set(w, e, position{X: has.x}))
			living[e], es = has, append(es, e)
			return nil
		}
		for range 30 {
			check(t, change())
		}
		open := 0
		for step := range 4000 {
			p := walks[r.IntN(len(walks))]
			switch {
			case r.IntN(40) == 0:
				if err := change(); (err == ecs.ErrOpen) != (open > 0) {
					t.Fatalf("seed %d, step %d: a change beside %d passes: %v", seed, step, open, err)
				}
			case r.IntN(40) == 0:
				p.q.Close()
				p.open = false
			case r.IntN(4) == 0:
				if err := p.q.Open(); (err == ecs.ErrOpen) != p.open {
					t.Fatalf("seed %d, step %d: %v", seed, step, err)
				}
				if !p.open {
					p.open, p.seen = true, map[ecs.Entity]bool{}
				}
			default:
				if err := p.next(living); err != nil {
					t.Fatalf("seed %d, step %d: %v", seed, step, err)
				}
			}
			open = 0
			for _, p := range walks {
				if p.open {
					open++
				}
			}
		}
	})
}

// spread makes entities of eight component sets.
func spread(t *testing.T, w *ecs.World) {
	t.Helper()
	for i, e := range populate(t, w, 40) {
		if i/2%2 == 0 {
			check(t, ecs.Set(w, e, title{"t"}))
		}
		if i/4%2 == 0 {
			check(t, ecs.Set(w, e, frozen{}))
		}
	}
}

// TestKeptChunksAreMarked when they are handed out: not those behind the one after
// which the pass was closed.
func TestKeptChunksAreMarked(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		if w.Tracker() == "none" {
			t.Skip()
		}
		spread(t, w)
		q := w.MustQuery(ecs.Write[position]())
		var since ecs.Moment
		changed := w.MustQuery(ecs.AllChanged(ecs.Of[position]()).Since(&since))
		for whole := range 4 {
			for taken := range 10 {
				for range whole {
					_, err := q.Count()
					check(t, err)
				}
				check(t, w.EndFrame(1))
				var err error
				since, err = w.Now()
				check(t, err)
				check(t, w.EndFrame(1))
				var want []ecs.Entity
				check(t, q.Open())
				for range taken {
					c := q.Next()
					if c == nil {
						break
					}
					for k := range c.N {
						want = append(want, c.Entities.At(k))
					}
				}
				q.Close()
				check(t, w.EndFrame(1))
				got, err := changed.Entities(nil)
				check(t, err)
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Fatalf("after %d passes and %d chunks: %v are marked, expected %v", whole, taken, got, want)
				}
			}
		}
	})
}

// TestKeptChunksAreTold: who begins to watch hears of every chunk, also where they
// were kept before.
func TestKeptChunksAreTold(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		spread(t, w)
		q := w.MustQuery(ecs.Write[title]()) // which is not tracked
		chunks := func() (n int) {
			check(t, q.Open())
			for c := q.Next(); c != nil; c = q.Next() {
				n++
			}
			return n
		}
		for range 3 {
			chunks()
		}
		told := map[string]int{}
		check(t, w.Watch(&listener{heard: func(event string) { told[event]++ }}))
		if n := chunks(); n == 0 || told["opened"] != 1 || told["passed"] != n || told["closed"] != 1 {
			t.Errorf("told %v of %d chunks", told, n)
		}
		check(t, w.Watch(nil))
		chunks()
		if told["opened"] != 1 {
			t.Errorf("told %v after the end", told)
		}
	})
}

// shown is a column of numbers: match k has that of its entity, moved by where the
// column stands among the terms.
type shown struct {
	put   ecs.Term
	view  ecs.Term
	fill  func(c *ecs.Chunk, k, x int)
	slice func(c *ecs.Chunk) []int
}

func show[T int8 | int16 | int32 | int64 | uint8 | uint16](w *ecs.World) shown {
	ecs.Register[T](w)
	put, view := ecs.Write[T](), ecs.Read[T]()
	return shown{put, view,
		func(c *ecs.Chunk, k, x int) { *put.At(c, k) = T(x) },
		func(c *ecs.Chunk) (list []int) {
			for _, x := range view.Slice(c) {
				list = append(list, int(x))
			}
			return list
		},
	}
}

// TestSlicesOfManyColumns: kept or not, a chunk gives every column, and tags none.
func TestSlicesOfManyColumns(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		columns := []shown{show[int8](w), show[int16](w), show[int32](w), show[int64](w), show[uint8](w), show[uint16](w)}
		tag := ecs.Read[frozen]()
		var puts []ecs.Term
		views := []ecs.Term{tag}
		for _, c := range columns {
			puts, views = append(puts, c.put), append(views, c.view)
		}
		sp, err := w.Spawner(append(puts, ecs.All(ecs.Of[frozen]()))...)
		check(t, err)
		x := 0
		es := make([]ecs.Entity, 20)
		check(t, sp.Into(es, func(ch *ecs.Chunk) {
			for k := range ch.N {
				for i, c := range columns {
					c.fill(ch, k, x+i)
				}
				x++
			}
		}))
		check(t, ecs.Set(w, es[7], title{"another table"}))
		q := w.MustQuery(views...)
		for pass := range 4 {
			check(t, q.Open())
			seen := 0
			for c := q.Next(); c != nil; c = q.Next() {
				if !c.Dense {
					continue
				}
				if tag.Slice(c) != nil {
					t.Fatal("a slice of tags")
				}
				seen += c.N
				first := columns[0].slice(c)
				for i, column := range columns {
					for k, x := range column.slice(c) {
						if x != first[k]+i {
							t.Fatalf("pass %d, column %d, match %d: %d, expected %d", pass, i, k, x, first[k]+i)
						}
					}
					if len(column.slice(c)) != c.N {
						t.Fatalf("pass %d, column %d: %d of %d", pass, i, len(column.slice(c)), c.N)
					}
				}
			}
			if seen == 0 {
				t.Fatalf("pass %d: no chunk was dense", pass)
			}
		}
	})
}
