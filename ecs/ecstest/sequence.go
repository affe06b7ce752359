package ecstest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest/naive"
)

// sequence drives a world under test, a reference world (the same tracker on
// the naive storage) and a model by the same random operations, and compares
// them after each.
type sequence struct {
	src      source
	kinds    []kind
	ids      []ecs.ComponentID
	test     *world
	ref      *world // nil without a tracker: then the model decides everything
	model    []facts
	living   []int // entity numbers
	running  bool
	stamp    uint64 // distinguishes written values
	batch    int    // the most entities of a batch
	streams  bool   // snapshots can be written
	snapshot []facts
	log      []string
}

// Sequence runs a seeded operation sequence of that many steps on a backend
// and returns what first went wrong, with the operations before it. Batches
// have up to batch entities.
func Sequence(b ecs.Backend, plain bool, seed uint64, steps, batch int) error {
	return run(b, plain, &seedSource{state: seed, steps: steps}, batch)
}

func run(b ecs.Backend, plain bool, src source, batch int) (err error) {
	s := &sequence{src: src, kinds: kinds(), batch: batch}
	o := ecs.Options{Created: true, Ring: 1 + src.intn(4), Clock: uint32(0) - uint32(src.intn(3000)), Plain: plain}
	s.test = s.newWorld(b.New(o))
	if s.streams = b.NewTracker == nil || !ecs.Tracking; !s.streams {
		_, s.streams = b.NewTracker(o).(driver.StateCodec)
	}
	if b.NewTracker != nil {
		ref := b
		ref.NewStorage = naive.New
		s.ref = s.newWorld(ref.New(o))
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
			if _, told := r.(violation); !told {
				err = fmt.Errorf("panic: %v\n%s", r, stack())
			}
			if s.test.World == nil {
				panic(r)
			}
		}
		if err != nil {
			err = fmt.Errorf("%w\nthe last operations:\n\t%s", err, strings.Join(s.log[max(0, len(s.log)-12):], "\n\t"))
		}
	}()
	for step := 0; !src.done(); step++ {
		if err := s.step(); err != nil {
			return fmt.Errorf("step %d: %w", step, err)
		}
		if err := s.check(step%64 == 63); err != nil {
			return fmt.Errorf("after step %d: %w", step, err)
		}
	}
	if s.running {
		if err := s.end(); err != nil {
			return err
		}
	}
	return s.check(true)
}

func (s *sequence) newWorld(w *ecs.World) *world {
	out := &world{World: w, numbers: map[ecs.Entity]int{}, spawn: map[spawnKey]*spawner{},
		swap: map[swapKey]*exchanger{}, queries: map[string]*query{}}
	s.ids = s.ids[:0]
	for _, k := range s.kinds {
		s.ids = append(s.ids, k.register(w))
	}
	for i := range 3 {
		out.systems = append(out.systems, w.System(fmt.Sprint("system ", i)))
	}
	return out
}

// worlds are the worlds that every operation is done on.
func (s *sequence) worlds() []*world {
	if s.ref == nil {
		return []*world{s.test}
	}
	return []*world{s.test, s.ref}
}

func (s *sequence) note(format string, args ...any) {
	s.log = append(s.log, fmt.Sprintf(format, args...))
}

// do makes an operation on every world and checks that it ends as expected.
func (s *sequence) do(want error, f func(w *world) error) error {
	for _, w := range s.worlds() {
		if err := f(w); !errors.Is(err, want) {
			return fmt.Errorf("error: got %v, expected %v", err, want)
		}
	}
	return nil
}

// value is the number of a new value.
func (s *sequence) value() uint64 {
	s.stamp++
	return s.stamp % 50000
}

// set is a random set of kinds, small ones more often.
func (s *sequence) set(most int) setKey {
	var set setKey
	for range s.src.intn(most + 1) {
		set |= 1 << s.src.intn(len(s.kinds))
	}
	return set
}

// pick chooses living entities: one, a stretch in the order of spawning, or a
// sample, in which some may be named twice.
func (s *sequence) pick() []int {
	if len(s.living) == 0 {
		return nil
	}
	n := 1 + s.src.intn(min(len(s.living), s.batch))
	switch s.src.intn(4) {
	case 0:
		return []int{s.living[s.src.intn(len(s.living))]}
	case 1:
		from := s.src.intn(len(s.living) - n + 1)
		return slices.Clone(s.living[from : from+n])
	case 2: // everything that has a kind, as a system would collect it
		kind := setKey(1) << s.src.intn(len(s.kinds))
		var list []int
		for _, e := range s.living {
			if s.model[e].has&kind != 0 {
				list = append(list, e)
			}
		}
		return list
	}
	list := make([]int, n)
	for i := range list {
		list[i] = s.living[s.src.intn(len(s.living))]
	}
	return list
}

func (w *world) handles(numbers []int) []ecs.Entity {
	es := make([]ecs.Entity, len(numbers))
	for i, n := range numbers {
		es[i] = w.ids[n]
	}
	return es
}

func (w *world) name(n int, e ecs.Entity) {
	for len(w.ids) <= n {
		w.ids = append(w.ids, 0)
	}
	w.ids[n] = e
	w.numbers[e] = n
}

func (s *sequence) step() error {
	switch op := s.src.intn(35); op {
	case 0, 1, 2:
		return s.spawnOne()
	case 3, 4:
		return s.spawnBatch()
	case 5, 6:
		return s.despawn()
	case 7, 8, 9, 10:
		return s.exchange()
	case 11, 12:
		return s.setOne()
	case 13, 14:
		return s.access()
	case 15, 16, 17, 18:
		return s.iterate()
	case 19, 20:
		return s.compareQuery()
	case 21, 22:
		return s.commands()
	case 23, 24, 25, 26:
		if s.running {
			return s.end()
		}
		return s.begin()
	case 27, 28:
		return s.endFrame()
	case 29:
		return s.misuse()
	case 30:
		return s.removals()
	case 31:
		return s.clear()
	case 32:
		return s.saveOrLoad()
	case 33:
		return s.probe()
	default:
		return s.rare()
	}
}

func (s *sequence) spawnOne() error {
	set := s.set(5)
	number := len(s.model)
	f := facts{alive: true}
	f.gain(set)
	for i := range s.kinds {
		if set>>i&1 != 0 {
			f.value[i] = s.value()
		}
	}
	s.note("spawn entity %d with %v", number, set)
	err := s.do(nil, func(w *world) error {
		sp, err := w.spawner(s, spawnKey{set, number%2 == 0})
		if err != nil {
			return err
		}
		e, c, err := sp.Spawn()
		if err != nil {
			return err
		}
		for i, v := range sp.views {
			if v != nil {
				v.store(c, 0, f.value[i])
			}
		}
		w.name(number, e)
		return nil
	})
	s.born(f)
	return err
}

func (s *sequence) born(f facts) {
	for i, k := range s.kinds {
		f.value[i] = k.limit(f.value[i])
	}
	s.living = append(s.living, len(s.model))
	s.model = append(s.model, f)
}

func (s *sequence) spawnBatch() error {
	set, n, base := s.set(4), s.src.intn(s.batch), s.value()
	if len(s.living) > 6*s.batch {
		n = 0
	}
	first := len(s.model)
	write := s.src.intn(3) > 0
	cluster := uint32(s.src.intn(3))
	s.note("spawn entities %d..%d with %v, written: %t", first, first+n-1, set, write)
	err := s.do(nil, func(w *world) error {
		sp, err := w.spawner(s, spawnKey{set, write && first%2 == 0})
		if err != nil {
			return err
		}
		at := 0
		fill := func(c *ecs.Chunk) {
			for k := range c.N {
				for i, v := range sp.views {
					if v != nil && write {
						v.store(c, k, base+uint64(at%100)+uint64(i))
					}
				}
				w.name(first+at, c.Entities.At(k))
				at++
			}
		}
		sp.Cluster(cluster)
		defer sp.Cluster(0)
		if n%2 == 0 {
			err = sp.Batch(n, fill)
		} else {
			err = sp.Into(make([]ecs.Entity, n), fill)
		}
		if err == nil && at != n {
			err = fmt.Errorf("batch handed out %d of %d entities", at, n)
		}
		return err
	})
	for at := range n {
		f := facts{alive: true}
		f.gain(set)
		for i := range s.kinds {
			if set>>i&1 != 0 && write {
				f.value[i] = base + uint64(at%100) + uint64(i)
			}
		}
		s.born(f)
	}
	return err
}

func (s *sequence) despawn() error {
	list, ask, err := s.choose()
	if err != nil {
		return err
	}
	s.note("despawn %s", whom(list, ask))
	err = s.do(nil, func(w *world) error {
		if ask == nil {
			return w.Despawn(w.handles(list)...)
		}
		q, err := w.prepare(s, *ask)
		if err != nil {
			return err
		}
		return w.DespawnAll(q.Query)
	})
	for _, n := range list {
		s.model[n].alive = false
	}
	s.bury()
	return err
}

func (s *sequence) bury() {
	s.living = slices.DeleteFunc(s.living, func(n int) bool { return !s.model[n].alive })
}

func (s *sequence) exchange() error {
	key := swapKey{add: s.set(3), set: s.set(2), remove: s.set(3)}
	key.set &^= key.add
	key.remove &^= key.add | key.set
	list, ask, err := s.choose()
	if err != nil {
		return err
	}
	base := s.value()
	one := ask == nil && len(list) == 1 && s.src.intn(2) == 0
	s.note("exchange: add %v, set %v, remove %v %s", key.add, key.set, key.remove, whom(list, ask))
	err = s.do(nil, func(w *world) error {
		x, err := w.exchanger(s, key)
		if err != nil {
			return err
		}
		at, listed := 0, slices.Clone(list)
		fill := func(c *ecs.Chunk) {
			for k := range c.N {
				got := w.numbers[c.Entities.At(k)]
				if ask != nil { // matches come in any order
					i := at + max(0, slices.Index(listed[at:], got))
					listed[at], listed[i] = listed[i], listed[at]
				}
				if got != listed[at] {
					panic(fmt.Sprintf("exchange handed out entity %d where %d stands in the list", got, listed[at]))
				}
				for i, v := range x.views {
					if v != nil {
						v.store(c, k, base+uint64(got%100)+uint64(i))
					}
				}
				at++
			}
		}
		if one {
			c, err := x.One(w.ids[list[0]])
			if err == nil && key.set != 0 {
				fill(c)
			}
			return err
		}
		if key.set == 0 && s.stamp%2 == 0 {
			fill = nil
		}
		if ask == nil {
			err = x.Batch(w.handles(list), fill)
		} else {
			var q *query
			if q, err = w.prepare(s, *ask); err == nil {
				err = x.All(q.Query, fill)
			}
		}
		if err == nil && fill != nil && at != len(list) {
			err = fmt.Errorf("exchange handed out %d of %d entities", at, len(list))
		}
		return err
	})
	for _, n := range list {
		f := &s.model[n]
		f.gain(key.add | key.set)
		f.has &^= key.remove
		for i, k := range s.kinds {
			if key.set>>i&1 != 0 {
				f.value[i] = k.limit(base + uint64(n%100) + uint64(i))
			}
		}
	}
	return err
}

func (s *sequence) setOne() error {
	if len(s.living) == 0 {
		return nil
	}
	n, i, v := s.living[s.src.intn(len(s.living))], s.src.intn(len(s.kinds)), s.value()
	f, k := &s.model[n], s.kinds[i]
	if s.src.intn(3) > 0 {
		s.note("set %s of entity %d", kindNames[i], n)
		f.gain(1 << i)
		f.value[i] = k.limit(v)
		return s.do(nil, func(w *world) error { return k.set(w.World, w.ids[n], v) })
	}
	wrote, err := k.update(s.test.World, s.test.ids[n], v)
	s.note("update %s of entity %d: %t, %v", kindNames[i], n, wrote, err)
	if s.ref != nil {
		wroteRef, errRef := k.update(s.ref.World, s.ref.ids[n], v)
		if wroteRef != wrote || !errors.Is(errRef, err) {
			return fmt.Errorf("update of %d: got %t, %v; expected %t, %v", n, wrote, err, wroteRef, errRef)
		}
	}
	if (err == nil) != (f.has>>i&1 != 0 || !s.comparable(i)) {
		return fmt.Errorf("update of %d: error %v", n, err)
	}
	if err == nil && s.comparable(i) {
		f.value[i] = k.limit(v)
	}
	return nil
}

// comparable reports whether kind i can be updated: pair, small, string, three.
func (s *sequence) comparable(i int) bool { return i == 0 || i == 1 || i == 2 || i == 11 }

func (s *sequence) access() error {
	if len(s.model) == 0 {
		return nil
	}
	n, i, mut := s.src.intn(len(s.model)), s.src.intn(len(s.kinds)), s.src.intn(2) == 0
	f := &s.model[n]
	s.note("get %s of entity %d, to write: %t", kindNames[i], n, mut)
	for _, w := range s.worlds() {
		got, ok := s.kinds[i].get(w.World, w.ids[n], mut)
		want := f.alive && f.has>>i&1 != 0 && !s.kinds[i].tag()
		if ok != want || ok && got != f.value[i] {
			return fmt.Errorf("get %s of entity %d: got %d, %t; expected %d, %t", kindNames[i], n, got, ok, f.value[i], want)
		}
	}
	return nil
}
