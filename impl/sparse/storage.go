package sparse

import (
	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// Storage implements driver.Storage.
type Storage struct {
	env        driver.Env
	dir        *driver.Directory
	sets       [driver.MaxComponents]*sparseset.Set // nil: the component was not met yet
	signatures signatures

	groups  []*group
	grouped driver.Mask // components that belong to a group

	cursors []*cursor // all that were prepared, for what they keep
	kept    int       // rows that they keep
	limits  limits

	// The sets that setsOf was asked for last, by word of a signature.
	lately [driver.MaxComponents / 64]struct {
		word uint64
		sets []*sparseset.Set
	}

	// Scratch of operations that were not prepared.
	spawner   spawner
	exchanger exchanger
}

// limits are sizes that tests make small.
type limits struct {
	chunk   int // matches of a chunk at most
	stretch int // rows from which a stretch is a chunk of its own
	block   int // rows that are looked up before a stretch is tried again, at first
	kept    int // rows that may be kept however small the world is
}

var usual = limits{chunk: driver.ChunkRows, stretch: 256, block: 256, kept: 1 << 16}

// New makes an empty storage.
func New(env driver.Env) driver.Storage { return newStorage(env, usual) }

// NewTiny makes one that hands out chunks of a few matches and keeps selections
// of a few rows, so that small tests meet every border.
func NewTiny(env driver.Env) driver.Storage {
	return newStorage(env, limits{chunk: 5, stretch: 2, block: 3, kept: 40})
}

func newStorage(env driver.Env, l limits) *Storage {
	s := &Storage{env: env, dir: env.Directory, limits: l}
	s.spawner.s, s.exchanger.s = s, s
	return s
}

// set is the set of a component, made when it is first asked for.
func (s *Storage) set(c driver.ComponentID) *sparseset.Set {
	if s.sets[c] == nil {
		s.sets[c] = sparseset.New(s.env.Schema.Of(c), s.env.Beside(c))
		s.signatures.reserve(c)
	}
	return s.sets[c]
}

// appendSets appends the sets of the components in ascending order.
func (s *Storage) appendSets(dst []*sparseset.Set, m *driver.Mask) []*sparseset.Set {
	for c, ok := m.Next(0); ok; c, ok = m.Next(int(c) + 1) {
		dst = append(dst, s.set(c))
	}
	return dst
}

// appendSlots is appendSets with the columns of chunks that have no others.
func (s *Storage) appendSlots(dst []sparseset.Slot, m *driver.Mask) []sparseset.Slot {
	for c, ok := m.Next(0); ok; c, ok = m.Next(int(c) + 1) {
		dst = append(dst, sparseset.Slot{Set: s.set(c), At: len(dst)})
	}
	return dst
}

// Locate implements driver.Storage.
func (s *Storage) Locate(e driver.Entity, c driver.ComponentID, at *driver.Cell) bool {
	return s.sets[c] != nil && s.sets[c].Locate(e, at)
}

// Components implements driver.Storage.
func (s *Storage) Components(e driver.Entity) driver.Mask { return s.signatures.of(e.Index()) }

// Lookup implements driver.Looker.
func (s *Storage) Lookup(c driver.ComponentID, l *driver.Lookup) { s.set(c).Watch(l) }

// Reset implements driver.Storage. Groups stay.
func (s *Storage) Reset() {
	for _, set := range s.sets {
		if set != nil {
			set.Clear()
		}
	}
	for _, g := range s.groups {
		g.n = 0
	}
	s.signatures.clear()
	s.check()
}

// Shrink implements driver.Shrinker.
func (s *Storage) Shrink() {
	for _, set := range s.sets {
		if set != nil {
			set.Shrink()
		}
	}
	s.signatures.shrink()
	for _, c := range s.cursors {
		c.forget()
	}
	s.check()
}

// Stats implements driver.Storage.
func (s *Storage) Stats() driver.Stats {
	st := driver.Stats{Entities: s.dir.Len(), MaskBytes: s.signatures.bytes()}
	for _, set := range s.sets {
		if set != nil {
			set.Stats(&st)
		}
	}
	for _, c := range s.cursors {
		st.OtherBytes += c.bytes()
	}
	return st
}
