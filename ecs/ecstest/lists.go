package ecstest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ecslab/ecs"
)

type label struct{ N uint64 }
type motion struct{ X, Y float64 }

// lists is a world in which lists of entities are exchanged and despawned, beside
// its model. Nothing of it is tracked, so that all that is there for callers who
// neither write nor track is used under every tracker.
type lists struct {
	*ecs.World
	src     source
	tested  [3]ecs.ComponentID // what entities gain and lose; the last in a sparse set
	swaps   []swap
	ask     []*ecs.Query // by component: all that have it
	every   *ecs.Query
	label   *ecs.Access[label]
	motion  *ecs.Access[motion]
	spawns  []*ecs.Spawner
	labels  []*ecs.View[label]
	written *ecs.View[motion]
	write   *ecs.Exchange
	living  []ecs.Entity // in the order of their spawn
	dead    []ecs.Entity
	facts   map[ecs.Entity]*listed
	stamp   uint64
}

// swap is an exchange with what it does to the components under test, bit by bit.
type swap struct {
	*ecs.Exchange
	add, remove uint
}

// listed is what the model knows of an entity.
type listed struct {
	label uint64
	has   uint    // of the components under test
	x     float64 // of motion
}

// Lists checks that lists of entities are exchanged and despawned as one after the
// other would be: stretches of chunks, whole ones, any order, entities that are
// named twice. A list with a handle that does not live does nothing, wherever in it
// that stands. Worlds have some hundred entities for a batch of 100.
func Lists(b ecs.Backend, plain bool, seed uint64, steps, batch int) error {
	return shortest(&seedSource{state: seed, steps: steps}, batch, func(src source) error {
		return runLists(b, plain, src, batch)
	})
}

// forms are what is done with a list.
var forms = [...]string{"name a dead handle among", "despawn a quarter of", "exchange all that have a component, and not",
	"exchange one by one some of", "write", "exchange"}

func runLists(b ecs.Backend, plain bool, src source, batch int) (err error) {
	var log []string
	defer func() {
		if err != nil {
			err = fmt.Errorf("lists: %w\nthe operations:\n\t%s", err, strings.Join(log, "\n\t"))
		}
	}()
	defer caught(&err)
	l, err := newLists(b, plain, src)
	if err != nil {
		return err
	}
	for step := 0; !src.done(); step++ {
		for len(l.living) < 2*batch {
			if err := l.spawn(1 + l.src.intn(batch)); err != nil {
				return fmt.Errorf("spawn: %w", err)
			}
		}
		list, form := l.list(), l.src.intn(len(forms))
		x := &l.swaps[l.src.intn(len(l.swaps))]
		log = append(log, fmt.Sprintf("%s %d of %d entities; an exchange is +%03b -%03b", forms[form], len(list), len(l.living), x.add, x.remove))
		if err := l.do(form, x, list); err != nil {
			return fmt.Errorf("step %d: %w", step, err)
		}
		if err := l.check(); err != nil {
			return fmt.Errorf("after step %d: %w", step, err)
		}
	}
	return nil
}

func newLists(b ecs.Backend, plain bool, src source) (*lists, error) {
	l := &lists{World: b.New(ecs.Options{Plain: plain}), src: src, facts: map[ecs.Entity]*listed{}}
	return l, l.prepare()
}

func (l *lists) prepare() (err error) {
	w := l.World
	ecs.Register[label](w)
	l.tested = [3]ecs.ComponentID{ecs.Register[motion](w), ecs.Register[string](w), ecs.Register[flag](w, ecs.InSparseSet())}
	if l.label, err = ecs.NewAccess[label](w); err != nil {
		return err
	}
	if l.motion, err = ecs.NewAccess[motion](w); err != nil {
		return err
	}
	some := func(set uint) (cs []ecs.Component) {
		for i, c := range l.tested {
			if set>>i&1 != 0 {
				cs = append(cs, ecs.ByID(c))
			}
		}
		return cs
	}
	for _, s := range [][2]uint{{1, 0}, {0, 1}, {2, 0}, {1, 2}, {4, 0}, {0, 4}, {4, 1}, {0, 7}} {
		x, err := w.Exchange(ecs.Adding(some(s[0])...), ecs.Removing(some(s[1])...))
		if err != nil {
			return err
		}
		l.swaps = append(l.swaps, swap{x, s[0], s[1]})
	}
	l.written = ecs.Write[motion]()
	if l.write, err = w.Exchange(ecs.Setting(l.written)); err != nil {
		return err
	}
	for set := range uint(8) {
		v := ecs.Write[label]()
		sp, err := w.Spawner(v, ecs.All(some(set)...))
		if err != nil {
			return err
		}
		l.spawns, l.labels = append(l.spawns, sp), append(l.labels, v)
	}
	for _, c := range l.tested {
		q, err := w.Query(ecs.All(ecs.ByID(c)))
		if err != nil {
			return err
		}
		l.ask = append(l.ask, q)
	}
	l.every, err = w.Query()
	return err
}

func (l *lists) spawn(n int) error {
	set := l.src.intn(8)
	es := make([]ecs.Entity, n)
	err := l.spawns[set].Into(es, func(c *ecs.Chunk) {
		for k := range c.N {
			l.stamp++
			l.labels[set].At(c, k).N = l.stamp
			l.facts[c.Entities.At(k)] = &listed{label: l.stamp, has: uint(set)}
		}
	})
	l.living = append(l.living, es...)
	return err
}

// spawnOne is spawn of one entity, alone.
func (l *lists) spawnOne() error {
	set := l.src.intn(8)
	e, c, err := l.spawns[set].Spawn()
	if err != nil {
		return err
	}
	l.stamp++
	l.labels[set].At(c, 0).N = l.stamp
	l.facts[e] = &listed{label: l.stamp, has: uint(set)}
	l.living = append(l.living, e)
	return nil
}

// list is living entities as callers list them.
func (l *lists) list() []ecs.Entity {
	switch n := 1 + l.src.intn(len(l.living)); l.src.intn(5) {
	case 0: // in the order of their spawn
		from := l.src.intn(len(l.living) - n + 1)
		return slices.Clone(l.living[from : from+n])
	case 1: // any, some of them twice
		es := make([]ecs.Entity, n)
		for i := range es {
			es[i] = l.living[l.src.intn(len(l.living))]
		}
		return es
	default:
		return l.pieces()
	}
}

// pieces are chunks of a query, whole or a part of them, in their order or not,
// some of them twice.
func (l *lists) pieces() []ecs.Entity {
	q := l.every
	if i := l.src.intn(2 * len(l.ask)); i < len(l.ask) {
		q = l.ask[i]
	}
	var pieces [][]ecs.Entity
	if err := q.Open(); err != nil {
		panic(err)
	}
	for c := q.Next(); c != nil; c = q.Next() {
		var es []ecs.Entity
		for k := range c.N {
			es = append(es, c.Entities.At(k))
		}
		switch at := l.src.intn(len(es)); l.src.intn(4) {
		case 0:
			es = es[:at]
		case 1:
			es = es[at:]
		}
		pieces = append(pieces, es)
		if l.src.intn(8) == 0 {
			pieces = append(pieces, es[len(es)/2:])
		}
	}
	if l.src.intn(2) == 0 {
		for i := range pieces {
			j := l.src.intn(i + 1)
			pieces[i], pieces[j] = pieces[j], pieces[i]
		}
	}
	return slices.Concat(pieces...)
}

// do does one thing with a list of living entities.
func (l *lists) do(form int, x *swap, es []ecs.Entity) error {
	if len(es) == 0 {
		return nil
	}
	switch form {
	case 0: // refused
		return l.refuse(x, es)
	case 1:
		return l.despawn(es[:len(es)/4])
	case 2: // all that have a component
		i := l.src.intn(len(l.ask))
		if err := x.All(l.ask[i], nil); err != nil {
			return err
		}
		for _, e := range l.living {
			if l.facts[e].has>>i&1 != 0 {
				l.facts[e].swap(x)
			}
		}
		return nil
	case 3:
		for _, e := range es[:min(len(es), 20)] {
			if _, err := x.One(e); err != nil {
				return err
			}
			l.facts[e].swap(x)
		}
		return nil
	case 4: // that of a list whose values are written
		return l.write.Batch(es, func(c *ecs.Chunk) {
			for k := range c.N {
				l.stamp++
				l.written.At(c, k).X = float64(l.stamp)
				f := l.facts[c.Entities.At(k)]
				f.has, f.x = f.has|1, float64(l.stamp)
			}
		})
	}
	if err := x.Batch(es, nil); err != nil {
		return err
	}
	for _, e := range es {
		l.facts[e].swap(x)
	}
	return nil
}

func (f *listed) swap(x *swap) {
	if (x.add&^f.has|x.remove&f.has)&1 != 0 {
		f.x = 0
	}
	f.has = f.has&^x.remove | x.add
}

// despawn removes entities as a list or one by one.
func (l *lists) despawn(es []ecs.Entity) error {
	if l.src.intn(2) == 0 {
		if err := l.Despawn(es...); err != nil {
			return err
		}
	}
	for _, e := range es {
		want := ecs.ErrDead // it went with the list, or was named before
		if l.Alive(e) {
			want = nil
		}
		if err := l.DespawnOne(e); !errors.Is(err, want) || l.Alive(e) {
			return fmt.Errorf("despawn of %v: %v, expected %v; it lives: %t", e, err, want, l.Alive(e))
		}
		if l.facts[e] != nil {
			l.dead = append(l.dead, e)
		}
		delete(l.facts, e)
	}
	l.living = slices.DeleteFunc(l.living, func(e ecs.Entity) bool { return l.facts[e] == nil })
	return nil
}

// refuse names a handle that does not live among others.
func (l *lists) refuse(x *swap, es []ecs.Entity) error {
	bad := []ecs.Entity{0, ^ecs.Entity(0), es[0] + 1<<32, es[0] - 1<<32, ecs.Entity(1)<<32 | 0xFFFFFF}
	if len(l.dead) > 0 {
		bad = append(bad, l.dead[l.src.intn(len(l.dead))], l.dead[len(l.dead)-1])
	}
	e := bad[l.src.intn(len(bad))]
	if l.Alive(e) {
		return fmt.Errorf("%v lives", e)
	}
	list := slices.Insert(es, l.src.intn(len(es)+1), e)
	_, one := x.One(e)
	for what, err := range map[string]error{
		"batch": x.Batch(list, nil), "exchange": one, "despawn of a list": l.Despawn(list...), "despawn": l.DespawnOne(e),
	} {
		if !errors.Is(err, ecs.ErrDead) {
			return fmt.Errorf("%s with %v, which does not live: %v", what, e, err)
		}
	}
	return nil
}

// check compares all entities with the model.
func (l *lists) check() error {
	if l.Len() != len(l.living) {
		return fmt.Errorf("%d entities live, expected %d", l.Len(), len(l.living))
	}
	for i, q := range append(l.ask, l.every) {
		want := 0
		for _, e := range l.living {
			if i == len(l.ask) || l.facts[e].has>>i&1 != 0 {
				want++
			}
		}
		if got, err := q.Count(); err != nil || got != want {
			return fmt.Errorf("query %d has %d matches, expected %d (%v)", i, got, want, err)
		}
	}
	for _, e := range l.living {
		f := l.facts[e]
		for i, c := range l.tested {
			if has := f.has>>i&1 != 0; l.Has(e, c) != has {
				return fmt.Errorf("%v: component %d there: %t, expected %t", e, i, !has, has)
			}
		}
		if p := l.label.Get(e); p == nil || p.N != f.label {
			return fmt.Errorf("%v has the label %v, expected %d", e, p, f.label)
		}
		if p := l.motion.Get(e); (p != nil) != (f.has&1 != 0) || p != nil && p.X != f.x {
			return fmt.Errorf("%v: the motion is %v, expected %t, %v", e, p, f.has&1 != 0, f.x)
		}
	}
	return nil
}
