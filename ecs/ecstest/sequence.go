package ecstest

import (
	"errors"
	"fmt"
	"reflect"
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
	kinds    []kind            // those that are registered; behind them are those to come
	ids      []ecs.ComponentID // by kind
	gap      int               // how many other components are registered before each
	test     *world
	ref      *world // nil without a tracker: then the model decides everything
	model    []facts
	living   []int // entity numbers, ascending
	running  bool
	stamp    uint64 // distinguishes written values
	batch    int    // the most entities of a batch
	streams  bool   // snapshots can be written
	snapshot []facts
	log      []string
}

// Sequence runs a seeded operation sequence of that many steps on a backend. If
// something goes wrong, it returns what does so in the shortest sequence that was
// found to fail, with its operations. Batches have up to batch entities.
func Sequence(b ecs.Backend, plain bool, seed uint64, steps, batch int) error {
	return shortest(&seedSource{state: seed, steps: steps}, batch, func(src source) error {
		return run(b, plain, src, batch)
	})
}

const (
	fewestKinds = 3 // that are registered from the start
	mostKinds   = len(kindNames)
	widestGap   = 20 // so that all numbers are below 256
	mostTold    = 40 // operations that a failure lists, the last ones
)

func run(b ecs.Backend, plain bool, src source, batch int) (err error) {
	s := &sequence{src: src, kinds: kinds()[:fewestKinds+src.intn(mostKinds-fewestKinds+1)], batch: batch, gap: widestGap * src.intn(2)}
	o := ecs.Options{Created: true, Ring: 1 + src.intn(4), Clock: uint32(0) - uint32(src.intn(3000)), Plain: plain}
	s.note("a world with a ring of %d and a clock from %d; components %v, their numbers %d apart",
		o.Ring, o.Clock, setKey(1)<<len(s.kinds)-1, 1+s.gap)
	defer func() {
		if err != nil {
			if n := len(s.log); n > 1+mostTold {
				s.log = slices.Replace(s.log, 1, n-mostTold, "…")
			}
			err = fmt.Errorf("%w\nthe operations:\n\t%s", err, strings.Join(s.log, "\n\t"))
		}
	}()
	defer caught(&err)
	s.test = s.newWorld(b.New(o))
	if s.streams = b.NewTracker == nil || !ecs.Tracking; !s.streams {
		_, s.streams = b.NewTracker(o).(driver.StateCodec)
	}
	if b.NewTracker != nil {
		ref := b
		ref.NewStorage = naive.New
		s.ref = s.newWorld(ref.New(o))
	}
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
	for i := range s.kinds {
		s.register(out, i)
	}
	for i := range 3 {
		out.systems = append(out.systems, w.System(fmt.Sprint("system ", i)))
	}
	return out
}

// register makes kind i a component of a world, behind as many that nobody has as
// there are in the gap: components get numbers from all words of a mask.
func (s *sequence) register(w *world, i int) {
	for range s.gap {
		filler := reflect.ArrayOf(1+len(w.Components()), reflect.TypeFor[uint16]())
		if _, err := w.RegisterType(filler); err != nil {
			panic(err)
		}
	}
	s.ids = append(s.ids[:i], s.kinds[i].register(w.World))
}

// registerNext registers a kind while entities are there.
func (s *sequence) registerNext() error {
	i := len(s.kinds)
	if i == mostKinds {
		return nil
	}
	s.kinds, s.snapshot = s.kinds[:i+1], nil // which is of other components
	s.note("register %s", kindNames[i])
	return s.do(nil, func(w *world) error { s.register(w, i); return nil })
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

func (s *sequence) step() error {
	switch op := s.src.intn(38); op {
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
	case 34, 35:
		return s.nested()
	case 36:
		return s.registerNext()
	default:
		return s.rare()
	}
}
