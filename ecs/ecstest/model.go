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

// source is where a sequence's choices come from: a seeded generator, or the
// bytes of a fuzz input.
type source interface {
	intn(n int) int
	done() bool
}

// bytesSource reads choices from a fuzz input, two bytes each.
type bytesSource struct{ rest []byte }

func (b *bytesSource) intn(n int) int {
	if len(b.rest) < 2 {
		b.rest = nil
		return 0
	}
	v := int(b.rest[0]) | int(b.rest[1])<<8
	b.rest = b.rest[2:]
	return v % n
}

func (b *bytesSource) done() bool { return len(b.rest) < 2 }

// seedSource makes choices from a seed, for a number of steps.
type seedSource struct {
	state uint64
	steps int
}

func (s *seedSource) intn(n int) int {
	s.state += 0x9E3779B97F4A7C15
	z := s.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return int((z ^ z>>31) >> 1 % uint64(n))
}

func (s *seedSource) done() bool {
	s.steps--
	return s.steps < 0
}
