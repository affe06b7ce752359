package flat

import "ecslab/ecs/driver"

// Storage implements driver.Storage.
type Storage struct {
	env     driver.Env
	of      []uint32        // number of the entity's component set, by index; 0: nobody lives
	handles []driver.Entity // by index; what stands there is stale where nobody lives
	columns []*column       // by component; nil, or beyond the end: never met

	sets    []driver.Mask // by number; 0 is nobody's
	numbers map[driver.Mask]uint32

	dead []driver.Entity // scratch of Despawn
}

// New makes an empty storage.
func New(env driver.Env) driver.Storage {
	return &Storage{env: env, sets: make([]driver.Mask, 1), numbers: map[driver.Mask]uint32{}}
}

// number is the number of a set, given when it is first met.
func (s *Storage) number(set *driver.Mask) uint32 {
	n, ok := s.numbers[*set]
	if !ok {
		n = uint32(len(s.sets))
		s.sets = append(s.sets, *set)
		s.numbers[*set] = n
	}
	return n
}

// Spawn implements driver.Storage. Chunks of new entities are dense, so it places
// those at the beginning of es whose indices are consecutive.
func (s *Storage) Spawn(es []driver.Entity, set *driver.Mask, ch *driver.Chunk) (int, error) {
	es = es[:consecutive(es[:min(len(es), driver.ChunkRows)])]
	n := s.number(set)
	s.grow(highest(es) + 1)
	for _, e := range es {
		s.of[e.Index()], s.handles[e.Index()] = n, e
		s.env.Directory.SetPlace(e, e.Index())
	}
	s.gain(es, set)
	s.fill(ch, es, set)
	return len(es), nil
}

// Despawn implements driver.Storage.
func (s *Storage) Despawn(es []driver.Entity) {
	s.dead = s.dead[:0]
	for _, e := range es {
		n := s.of[e.Index()]
		if n == 0 {
			continue // named twice
		}
		s.of[e.Index()] = 0
		s.lose(e.Index(), &s.sets[n])
		s.dead = append(s.dead, e)
	}
	s.env.Directory.Release(s.dead)
}

// Exchange implements driver.Storage. It serves the entities that have the same
// set as the first. One that is named again has another set by then, or nothing
// is to be done for it.
func (s *Storage) Exchange(es []driver.Entity, add, remove *driver.Mask, ch *driver.Chunk) (int, error) {
	from := s.of[es[0].Index()]
	set := s.sets[from]
	ch.Gained, ch.Lost = add.AndNot(&set), remove.And(&set)
	set = set.Or(add)
	to := s.number(new(set.AndNot(remove)))
	n := 0
	for n < len(es) && n < driver.ChunkRows && s.of[es[n].Index()] == from {
		s.of[es[n].Index()] = to
		n++
	}
	es = es[:n]
	s.gain(es, &ch.Gained)
	if !ch.Lost.Empty() {
		for _, e := range es {
			s.lose(e.Index(), &ch.Lost)
		}
	}
	s.fill(ch, es, add)
	return n, nil
}

// Locate implements driver.Storage.
func (s *Storage) Locate(e driver.Entity, c driver.ComponentID, at *driver.Cell) bool {
	if !s.sets[s.of[e.Index()]].Has(c) {
		return false
	}
	view := s.columns[c].from(e.Index())
	*at = driver.Cell{Value: view.Base, Beside: view.Beside}
	return true
}

// Components implements driver.Storage.
func (s *Storage) Components(e driver.Entity) driver.Mask { return s.sets[s.of[e.Index()]] }

// Reset implements driver.Storage.
func (s *Storage) Reset() {
	s.of, s.handles = s.of[:0], s.handles[:0]
	for _, col := range s.columns {
		if col != nil {
			col.zero(0, col.rows)
		}
	}
}

// Stats implements driver.Storage.
func (s *Storage) Stats() driver.Stats {
	stats := driver.Stats{
		Archetypes:  len(s.sets) - 1,
		EntityBytes: 8 * cap(s.handles),
		MaskBytes:   4*cap(s.of) + len(s.sets)*len(driver.Mask{})*8,
	}
	for _, col := range s.columns {
		if col != nil {
			stats.Chunks++
			stats.ValueBytes += int(col.rows) * int(col.comp.Size)
			stats.BesideBytes += 4 * (len(col.beside[0]) + len(col.beside[1]))
			stats.ReservedRows += int(col.rows)
		}
	}
	for _, n := range s.of {
		if n != 0 {
			stats.Entities++
			stats.UsedRows += s.sets[n].Len()
		}
	}
	return stats
}

// grow makes room for the indices below span.
func (s *Storage) grow(span uint32) {
	if missing := int(span) - len(s.of); missing > 0 {
		s.of = append(s.of, make([]uint32, missing)...)
		s.handles = append(s.handles, make([]driver.Entity, missing)...)
	}
}

// gain makes zero rows of the components for entities that did not have them.
func (s *Storage) gain(es []driver.Entity, set *driver.Mask) {
	for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
		col := s.column(c)
		col.grow(highest(es) + 1)
		for rest := es; len(rest) > 0; {
			n := consecutive(rest)
			col.zero(rest[0].Index(), uint32(n))
			rest = rest[n:]
		}
	}
}

// lose drops what the rows of an index hold that the collector would follow;
// other rows are cleared when somebody gains them.
func (s *Storage) lose(index uint32, set *driver.Mask) {
	for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
		if col := s.columns[c]; col.comp.Pointers {
			col.zero(index, 1)
		}
	}
}

func (s *Storage) column(c driver.ComponentID) *column {
	for len(s.columns) <= int(c) {
		s.columns = append(s.columns, nil)
	}
	if s.columns[c] == nil {
		s.columns[c] = &column{comp: s.env.Schema.Of(c), stamps: s.env.Beside(c)}
	}
	return s.columns[c]
}

func highest(es []driver.Entity) uint32 {
	high := uint32(0)
	for _, e := range es {
		high = max(high, e.Index())
	}
	return high
}

// consecutive is how many of es, from the first on, have consecutive indices.
func consecutive(es []driver.Entity) int {
	n := 1
	for n < len(es) && es[n].Index() == es[0].Index()+uint32(n) {
		n++
	}
	return n
}
