// Package naive is the smallest storage that meets the driver contract: every
// entity is a row of its own, with its values in little arrays. It is a stand-in
// for tests and the example to read before writing a backend. It has none of
// the fast paths, and its chunks hold one entity each.
package naive

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// Storage implements driver.Storage.
type Storage struct {
	env  driver.Env
	rows map[driver.Entity]*row
	list []driver.Entity // the living, in the order of their spawn but for swaps
}

type row struct {
	at     int // position in Storage.list
	handle driver.Entity
	set    driver.Mask
	cells  map[driver.ComponentID]*cell
}

type cell struct {
	value  unsafe.Pointer
	beside [2]uint32
}

// New makes an empty storage.
func New(env driver.Env) driver.Storage {
	return &Storage{env: env, rows: map[driver.Entity]*row{}}
}

// Spawn implements driver.Storage.
func (s *Storage) Spawn(es []driver.Entity, set *driver.Mask, ch *driver.Chunk) (int, error) {
	e := es[0]
	r := &row{at: len(s.list), handle: e, cells: map[driver.ComponentID]*cell{}}
	s.rows[e] = r
	s.list = append(s.list, e)
	s.env.Directory.SetPlace(e, e.Index())
	s.gain(r, set)
	s.fill(ch, r, set)
	return 1, nil
}

// Despawn implements driver.Storage.
func (s *Storage) Despawn(es []driver.Entity) {
	for i, e := range es {
		r := s.rows[e]
		if r == nil {
			continue // named twice
		}
		last := len(s.list) - 1
		s.list[r.at] = s.list[last]
		s.rows[s.list[r.at]].at = r.at
		s.list = s.list[:last]
		delete(s.rows, e)
		s.env.Directory.Release(es[i : i+1])
	}
}

// Exchange implements driver.Storage.
func (s *Storage) Exchange(es []driver.Entity, add, remove *driver.Mask, ch *driver.Chunk) (int, error) {
	r := s.rows[es[0]]
	ch.Gained, ch.Lost = add.AndNot(&r.set), remove.And(&r.set)
	s.gain(r, &ch.Gained)
	r.set = r.set.AndNot(&ch.Lost)
	for c, ok := ch.Lost.Next(0); ok; c, ok = ch.Lost.Next(int(c) + 1) {
		delete(r.cells, c)
	}
	s.fill(ch, r, add)
	return 1, nil
}

func (s *Storage) gain(r *row, set *driver.Mask) {
	r.set = r.set.Or(set)
	for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
		r.cells[c] = new(cell)
		if comp := s.env.Schema.Of(c); comp.Size > 0 {
			r.cells[c].value = comp.Make(1)
		}
	}
}

// fill makes ch the chunk of one row with the components of set as columns.
func (s *Storage) fill(ch *driver.Chunk, r *row, set *driver.Mask) {
	s.head(ch, r)
	slot := 0
	for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
		s.column(&ch.Cols[slot], r, c)
		slot++
	}
}

func (s *Storage) head(ch *driver.Chunk, r *row) {
	ch.N = 1
	ch.Entities = driver.EntityColumn{Base: &r.handle}
	ch.Run, ch.First = true, r.handle.Index()
}

func (s *Storage) column(col *driver.Column, r *row, c driver.ComponentID) {
	cell := r.cells[c]
	if cell == nil {
		*col = driver.Column{Absent: true}
		return
	}
	*col = driver.Column{Base: cell.value}
	for i := range s.env.Beside(c) {
		col.Beside[i] = unsafe.Pointer(&cell.beside[i])
	}
}

// Locate implements driver.Storage.
func (s *Storage) Locate(e driver.Entity, c driver.ComponentID, at *driver.Cell) bool {
	cell := s.rows[e].cells[c]
	if cell == nil {
		return false
	}
	*at = driver.Cell{Value: cell.value}
	for i := range s.env.Beside(c) {
		at.Beside[i] = unsafe.Pointer(&cell.beside[i])
	}
	return true
}

// Components implements driver.Storage.
func (s *Storage) Components(e driver.Entity) driver.Mask { return s.rows[e].set }

// Reset implements driver.Storage.
func (s *Storage) Reset() {
	clear(s.rows)
	s.list = s.list[:0]
}

// Stats implements driver.Storage.
func (s *Storage) Stats() driver.Stats {
	return driver.Stats{Entities: len(s.list), UsedRows: len(s.list), ReservedRows: len(s.list)}
}

// Query implements driver.Storage.
func (s *Storage) Query(q *driver.Query) (driver.Cursor, error) {
	return &cursor{storage: s, query: q}, nil
}

// cursor implements driver.Cursor: it looks at every entity.
type cursor struct {
	storage *Storage
	query   *driver.Query
	next    int
}

func (c *cursor) Rewind() { c.next = 0 }

func (c *cursor) Next(ch *driver.Chunk) bool {
	for c.next < len(c.storage.list) {
		r := c.storage.rows[c.storage.list[c.next]]
		c.next++
		if !c.query.Matches(&r.set) {
			continue
		}
		c.storage.head(ch, r)
		for i := range c.query.Columns {
			c.storage.column(&ch.Cols[i], r, c.query.Columns[i].Component)
		}
		return true
	}
	return false
}
