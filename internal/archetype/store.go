package archetype

import (
	"unsafe"

	"ecslab/ecs/driver"
)

const (
	// firstRows is how many rows a table's first chunk has memory for: with 4 an
	// archetype of one entity takes 0.9 KiB, with 64 it would be 7.6. With 8 it
	// takes a quarter longer to make one of seven columns.
	firstRows = 4
	// growth is the factor by which it grows while it is short. Longer ones
	// double: a batch that makes a table would clear twice what it needs.
	growth    = 4
	shortRows = 256
	// classes is how many lengths arrays have: 4, 16, 64, 256, 512, 1024, 2048, 4096.
	classes = 8
	// maxChunks leaves the last chunk id to driver.NoPlace.
	maxChunks = 1<<(32-driver.RowBits) - 1
	// fewRows is from how many rows on a chunk changes its table instead of being
	// copied. That costs the same whatever it holds: of 8 rows with one component to
	// keep 0.75 of copying them, of 200 0.2, and with ten to keep 0.45 and 0.07.
	fewRows = 8
	// wholeRows is the same where others have to be copied for it.
	wholeRows = 256
	// longRows is from how many rows on, on average, stretches of rows move
	// together. Shorter ones would not pay for being put in order.
	longRows = 64
	// sharedBytes is how long arrays of one chunk may be together to share a
	// block with those of others.
	sharedBytes = 1024
)

// Store is all tables of a world and the chunks that they are made of.
type Store struct {
	env    driver.Env
	dir    *driver.Directory
	rows   uint32          // of a full chunk
	caps   [classes]uint32 // the lengths that arrays have, up to rows
	few    uint32          // fewRows, or rows where that is less, but 2 at least
	whole  uint32          // wholeRows, likewise
	long   int             // longRows, or less where chunks are short
	limit  uint32          // chunk ids that may be given out
	shape  uint64          // see invariant 5
	tables []*Table
	parts  parts

	chunks  []*Chunk // by id; nil: the id is free
	freeIDs []uint32
	shells  []*Chunk // chunks without rows, columns and id, for reuse

	columns [][3]*Column // by component: values, tracker's columns; nil: has none
	met     driver.Mask  // components with an entry in columns
	spares  entityArrays // free arrays of handles

	before  *Table // of the last single removal
	lookups []lookup
	scratch []unsafe.Pointer // of hand and resize; all nil between its uses

	stretches []Stretch // scratch of stretchesOf
	holes     []Stretch // and of holesOf
}

// parts are what tables and their first chunks are made of.
type parts struct {
	tables  arena[Table]
	columns arena[*Column]
	pairs   arena[pair]
	slots   arena[Slot]
	chunks  arena[Chunk]
	bases   arena[unsafe.Pointer]
	rows    arena[uint64] // short arrays of entities and pointer-free values
}

// left is how many bytes wait to be taken.
func (p *parts) left() int {
	return p.tables.left() + p.columns.left() + p.pairs.left() + p.slots.left() +
		p.chunks.left() + p.bases.left() + p.rows.left()
}

// NewStore returns a store without tables whose full chunks have the given
// number of rows, up to driver.ChunkRows.
func NewStore(env driver.Env, rows int) *Store {
	s := &Store{env: env, dir: env.Directory, limit: maxChunks}
	s.rows = uint32(min(max(rows, 1), driver.ChunkRows))
	s.few, s.whole = max(min(fewRows, s.rows), 2), max(min(wholeRows, s.rows), 2)
	s.long = min(longRows, int(s.rows)/8)
	for i, n := 0, uint32(firstRows); i < classes; i++ {
		s.caps[i] = min(n, s.rows)
		if n < shortRows {
			n *= growth
		} else {
			n *= 2
		}
	}
	return s
}

// Limit makes the store full (driver.ErrFull) with so many chunks, for tests.
func (s *Store) Limit(chunks int) { s.limit = uint32(chunks) }

// Tables are the tables by number.
func (s *Store) Tables() []*Table { return s.tables }

// Shape is a number that changes with the list of chunks that have rows.
func (s *Store) Shape() uint64 { return s.shape }

// At is the chunk and the row of a place.
func (s *Store) At(place uint32) (*Chunk, uint32) {
	return s.chunks[place>>driver.RowBits], place & (driver.ChunkRows - 1)
}

// Find is the chunk and the row of an entity that lives.
func (s *Store) Find(e driver.Entity) (*Chunk, uint32) { return s.At(s.dir.Place(e)) }

// columnsOf are the columns of a component.
func (s *Store) columnsOf(c driver.ComponentID) *[3]*Column {
	if !s.met.Has(c) {
		for len(s.columns) <= int(c) {
			s.columns = append(s.columns, [3]*Column{})
		}
		comp := s.env.Schema.Of(c)
		if comp.Size > 0 {
			s.columns[c][0] = newColumn(comp, 0)
		}
		for part := range s.env.Beside(c) {
			s.columns[c][1+part] = newColumn(comp, 1+part)
		}
		s.met.Set(c)
	}
	return &s.columns[c]
}

// classFor is the class of arrays that hold n rows, or of the longest.
func (s *Store) classFor(n uint32) uint8 {
	class := uint8(0)
	for s.caps[class] < n && s.caps[class] < s.rows {
		class++
	}
	return class
}
