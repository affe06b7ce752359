package ecstest

import "ecslab/ecs"

// world is a world under test, or the reference, as a sequence drives it.
type world struct {
	*ecs.World
	ids     []ecs.Entity       // handle by entity number; 0: never placed
	numbers map[ecs.Entity]int // and back, for all handles ever given
	systems []*ecs.System
	moment  ecs.Moment
	spawn   map[spawnKey]*spawner
	swap    map[swapKey]*exchanger
	queries map[string]*query
	saved   *ecs.Snapshot
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

// setKey is a set of kinds, bit by bit.
type setKey uint16

// spawnKey is a set of kinds, and whether all their values are always written.
type spawnKey struct {
	set  setKey
	full bool
}

type swapKey struct{ add, set, remove setKey }

// facts is what the model knows of one entity.
type facts struct {
	alive bool
	has   setKey
	value [16]uint64
}

func (f *facts) gain(s setKey) {
	for i := range 16 {
		if bit := setKey(1) << i; s&bit != 0 && f.has&bit == 0 {
			f.has |= bit
			f.value[i] = 0
		}
	}
}
