package hybrid

import (
	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
	"ecslab/internal/sparseset"
)

// Storage implements driver.Storage.
type Storage struct {
	env   driver.Env
	dir   *driver.Directory
	store *archetype.Store
	graph archetype.Graph // of the tables' sets
	moves uint64          // see invariant 4

	signatures signatures
	sets       [driver.MaxComponents]*sparseset.Set // nil: lies in tables, or was not met yet
	sparse     driver.Mask                          // the components in sparse sets …
	asked      int                                  // … among those below this number

	// What signed was asked for last.
	lately struct {
		signature uint32
		sets      []*sparseset.Set
	}

	// What nothing was prepared for.
	spawners  map[driver.Mask]*spawner
	exchanges map[[2]driver.Mask]driver.Exchanger

	cursors []*cursor // all that keep something
	kept    int       // rows that they keep
	limits  limits
}

// limits are what tests make small, or otherwise than usual.
type limits struct {
	rows    int                          // of a chunk at most
	stretch int                          // rows in order from which they are a chunk of their own
	block   int                          // rows that are looked up before order is tried again, at first
	kept    int                          // rows that may be kept however small the world is
	lies    func(*driver.Component) bool // whether a component lies in a sparse set
}

func declared(c *driver.Component) bool { return c.Sparse }

var usual = limits{rows: driver.ChunkRows, stretch: 256, block: 256, kept: 1 << 16, lies: declared}

// New makes an empty storage.
func New(env driver.Env) driver.Storage {
	return newStorage(env, usual)
}

// NewTiny makes one with chunks of a few rows that keeps little, so that small
// tests meet every border.
func NewTiny(env driver.Env) driver.Storage {
	return newStorage(env, limits{rows: 5, stretch: 2, block: 1, kept: 40, lies: declared})
}

func newStorage(env driver.Env, l limits) *Storage {
	return &Storage{
		env: env, dir: env.Directory, limits: l,
		store:      archetype.NewStore(env, l.rows),
		signatures: newSignatures(),
		spawners:   map[driver.Mask]*spawner{},
		exchanges:  map[[2]driver.Mask]driver.Exchanger{},
	}
}

// split is the components of a set that lie in tables, and those that do not.
func (s *Storage) split(set *driver.Mask) (tables, sparse driver.Mask) {
	for _, c := range s.env.Schema.Components[s.asked:] {
		if s.limits.lies(c) {
			s.sparse.Set(c.ID)
		}
		s.asked++
	}
	return set.AndNot(&s.sparse), set.And(&s.sparse)
}

// set is the sparse set of a component, made when it is first asked for.
func (s *Storage) set(c driver.ComponentID) *sparseset.Set {
	if s.sets[c] == nil {
		s.sets[c] = sparseset.New(s.env.Schema.Of(c), s.env.Beside(c))
	}
	return s.sets[c]
}

// setsOf are the sparse sets of components in ascending order.
func (s *Storage) setsOf(m *driver.Mask) []*sparseset.Set {
	var list []*sparseset.Set
	for c, ok := m.Next(0); ok; c, ok = m.Next(int(c) + 1) {
		list = append(list, s.set(c))
	}
	return list
}

// tableOf is the table of a set.
func (s *Storage) tableOf(set *driver.Mask) *archetype.Table {
	id, made := s.graph.Find(set)
	return s.table(id, made)
}

func (s *Storage) table(id archetype.SetID, made bool) *archetype.Table {
	if made {
		return s.store.Table(s.graph.Set(id))
	}
	return s.store.Tables()[id]
}

// Locate implements driver.Storage.
func (s *Storage) Locate(e driver.Entity, c driver.ComponentID, at *driver.Cell) bool {
	if set := s.sets[c]; set != nil {
		return set.Locate(e, at)
	}
	chunk, row := s.store.Find(e)
	slot, ok := chunk.Table().Slot(c)
	if ok {
		chunk.Cell(at, &slot, row)
	}
	return ok
}

// Components implements driver.Storage.
func (s *Storage) Components(e driver.Entity) driver.Mask {
	chunk, _ := s.store.Find(e)
	return chunk.Table().Set.Or(s.signatures.set(s.signatures.of(uint32(e))))
}

// Lookup implements driver.Looker.
func (s *Storage) Lookup(c driver.ComponentID, l *driver.Lookup) {
	one := driver.MaskOf(c)
	if _, sparse := s.split(&one); sparse.Empty() {
		s.store.Lookup(c, l)
	} else {
		s.set(c).Watch(l)
	}
}

// Reset implements driver.Storage.
func (s *Storage) Reset() {
	s.moves++
	s.store.Reset()
	for _, set := range s.sets {
		if set != nil {
			set.Clear()
		}
	}
	s.signatures.clear()
	s.forget()
}

// Shrink implements driver.Shrinker.
func (s *Storage) Shrink() {
	s.store.Shrink()
	for _, set := range s.sets {
		if set != nil {
			set.Shrink()
		}
	}
	s.signatures.shrink()
	s.forget()
	s.check()
}

// forget gives back what cursors have kept.
func (s *Storage) forget() {
	for _, c := range s.cursors {
		c.kept.forget()
	}
	s.kept = 0
}
