package backends

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ecslab/ecs"
)

type (
	place struct{ X, Y float64 }
	speed struct{ X, Y float32 }
	name  struct{ Text string }
	burns struct{}
)

// kept is a world with the handles of everything that its story has named.
type kept struct {
	*ecs.World
	es      []ecs.Entity
	systems []*ecs.System
	moment  ecs.Moment
}

func newKept(b ecs.Backend) *kept {
	w := b.New(ecs.DefaultOptions())
	every := ecs.Track(ecs.Added | ecs.Changed | ecs.Removed)
	ecs.Register[place](w, every)
	ecs.Register[speed](w, every, ecs.InSparseSet())
	ecs.Register[name](w, ecs.Track(ecs.Changed), ecs.WithGob[name]())
	ecs.Register[burns](w, every, ecs.InSparseSet())
	k := &kept{World: w}
	for _, name := range []string{"a", "b", "c"} {
		k.systems = append(k.systems, w.System(name))
	}
	if w.Tracker() != "none" {
		k.moment, _ = w.Now()
	}
	return k
}

// step does one thing, the same in every world whose generator is at the same place.
func (k *kept) step(t *testing.T, r *rand.Rand) {
	t.Helper()
	some := func() int { return r.IntN(len(k.es)) }
	var err error
	what := r.IntN(12)
	if len(k.es) == 0 {
		what = 0
	}
	switch what {
	case 0, 1, 2:
		p := ecs.Write[place]()
		terms := []ecs.Term{p}
		if r.IntN(2) == 0 {
			terms = append(terms, ecs.All(ecs.Of[burns]()))
		}
		sp, e := k.Spawner(terms...)
		if e != nil {
			t.Fatal(e)
		}
		es := make([]ecs.Entity, r.IntN(40))
		x, made := r.Float64(), 0.0
		err = sp.Into(es, func(c *ecs.Chunk) {
			for i := range p.Slice(c) {
				p.Slice(c)[i] = place{x, made}
				made++
			}
		})
		k.es = append(k.es, es...)
	case 3, 4:
		for range r.IntN(12) {
			if i := some(); k.Alive(k.es[i]) {
				err = k.DespawnOne(k.es[i])
			}
		}
	case 5, 6:
		for range r.IntN(30) {
			if i, v := some(), r.Float32(); k.Alive(k.es[i]) {
				err = ecs.Set(k.World, k.es[i], speed{v, v})
			}
		}
	case 7:
		if i := some(); k.Alive(k.es[i]) {
			err = ecs.Set(k.World, k.es[i], name{fmt.Sprint("entity ", i)})
		}
	case 8:
		x, e := k.Exchange(ecs.Removing(ecs.Of[speed](), ecs.Of[burns]()))
		if e != nil {
			t.Fatal(e)
		}
		for range r.IntN(20) {
			if i := some(); k.Alive(k.es[i]) {
				_, err = x.One(k.es[i])
			}
		}
	case 9:
		_ = k.Run(k.systems[r.IntN(3)], func() error { // an error: it may be dead
			i := some()
			k.Commands().Despawn(k.es[i])
			return nil
		})
	default:
		err = k.EndFrame(uint64(1 + r.IntN(2)))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// answers is all that the world tells, in words.
func (k *kept) answers(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	number := map[ecs.Entity]int{}
	for i, e := range k.es {
		number[e] = i
	}
	list := func(what string, es []ecs.Entity, err error) {
		if err != nil {
			t.Fatal(what, err)
		}
		ns := []int{}
		for _, e := range es {
			ns = append(ns, number[e])
		}
		slices.Sort(ns)
		fmt.Fprintln(&b, what, ns)
	}
	for i, e := range k.es {
		if !k.Alive(e) {
			continue
		}
		set, _ := k.ComponentsOf(e)
		fmt.Fprint(&b, i, set.Append(nil))
		p, v, n := get[place](k.World, e), get[speed](k.World, e), get[name](k.World, e)
		fmt.Fprintln(&b, p, v, n)
	}
	every, err := k.MustQuery().Entities(nil)
	list("all", every, err)
	if k.Tracker() == "none" {
		return b.String()
	}
	p, v, n, f := ecs.Of[place](), ecs.Of[speed](), ecs.Of[name](), ecs.Of[burns]()
	terms := []ecs.Tracked{ecs.IsCreated(), ecs.AllAdded(p), ecs.AnyAdded(v, f), ecs.AllChanged(p), ecs.AnyChanged(v, n),
		ecs.AllRemoved(v), ecs.NoneRemoved(f)}
	for i, term := range terms {
		es, err := k.MustQuery(term.Since(&k.moment)).Entities(nil)
		list(fmt.Sprint("term ", i, " since"), es, err)
	}
	for _, s := range k.systems {
		if err := k.Begin(s); err != nil {
			t.Fatal(err)
		}
		for i, term := range terms {
			es, err := k.MustQuery(term).Entities(nil)
			list(fmt.Sprint("term ", i, " of ", s.Name()), es, err)
		}
		for i, c := range []ecs.Component{p, v, f} {
			es, err := k.Removals(c, nil, nil)
			list(fmt.Sprint("removed ", i, " of ", s.Name()), es, err)
		}
		if err := k.End(); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func get[T any](w *ecs.World, e ecs.Entity) any {
	a, err := ecs.NewAccess[T](w)
	if err != nil {
		panic(err)
	}
	if p := a.Get(e); p != nil {
		return *p
	}
	return "-"
}

// values are those of the living entities, in words.
func (k *kept) values() map[ecs.Entity]string {
	all := map[ecs.Entity]string{}
	for _, e := range k.es {
		if k.Alive(e) {
			set, _ := k.ComponentsOf(e)
			all[e] = fmt.Sprint(set.Append(nil), get[place](k.World, e), get[speed](k.World, e), get[name](k.World, e))
		}
	}
	return all
}

// records are those of some entities that a moment at the beginning sees, or an
// observer that never ran.
func (k *kept) records(t *testing.T, of func(ecs.Entity) bool) string {
	t.Helper()
	if k.Tracker() == "none" {
		return ""
	}
	var b bytes.Buffer
	p, v, n, f := ecs.Of[place](), ecs.Of[speed](), ecs.Of[name](), ecs.Of[burns]()
	for i, term := range []ecs.Tracked{ecs.IsCreated(), ecs.AnyAdded(p, v, f), ecs.AnyChanged(p, v, n), ecs.AnyRemoved(p, v, f)} {
		es, err := k.MustQuery(term.Since(&k.moment)).Entities(nil)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(es)
		for _, e := range es {
			if of(e) {
				fmt.Fprintln(&b, i, e)
			}
		}
	}
	for _, c := range []ecs.Component{p, v, f} {
		es, err := k.Removals(c, &k.moment, nil)
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(es)
		for _, e := range es {
			if of(e) {
				fmt.Fprintln(&b, "removed", e)
			}
		}
	}
	return b.String()
}

// difference is the lines in which two texts differ.
func difference(want, got string) string {
	var b bytes.Buffer
	x, y := bytes.Split([]byte(want), []byte("\n")), bytes.Split([]byte(got), []byte("\n"))
	for i := range min(len(x), len(y)) {
		if !bytes.Equal(x[i], y[i]) {
			fmt.Fprintf(&b, "\nwant %s\ngot  %s", x[i], y[i])
		}
	}
	fmt.Fprintf(&b, "\n%d lines wanted, %d got", len(x), len(y))
	return b.String()
}

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
