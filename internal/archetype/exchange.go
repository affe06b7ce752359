package archetype

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// Move is a plan of a prepared exchange, with the columns that it shows.
type Move struct {
	Plan
	slots []Slot // of the exchange's added components, in To
}

// Moves makes the moves of one prepared exchange, which keeps them.
type Moves struct {
	moves arena[Move]
	pairs arena[pair]
	slots arena[Slot]
	edges arena[edges]
	pages []*edges // by the number of the source table; nil: no move begins there
}

// edges are the moves from a few tables; nil: not met yet. Short pages are
// right for exchanges that meet one table in many, and a list of all tables
// would be copied again and again while tables are made.
type edges [16]*Move

// From is the move that begins in a table, nil if there is none yet.
func (a *Moves) From(t *Table) *Move {
	if p := int(t.ID) / len(edges{}); p < len(a.pages) && a.pages[p] != nil {
		return a.pages[p][int(t.ID)%len(edges{})]
	}
	return nil
}

// All is every move by the table where it begins.
func (a *Moves) All(yield func(TableID, *Move) bool) {
	for p, page := range a.pages {
		if page == nil {
			continue
		}
		for i, m := range page {
			if m != nil && !yield(TableID(p*len(page)+i), m) {
				return
			}
		}
	}
}

// Bytes is the memory of what finds the moves.
func (a *Moves) Bytes() int {
	n := 8 * cap(a.pages)
	for _, page := range a.pages {
		if page != nil {
			n += int(unsafe.Sizeof(*page))
		}
	}
	return n
}

// New prepares a move of an exchange that adds the components of add.
func (a *Moves) New(from, to *Table, add *driver.Mask) *Move {
	m := a.moves.one()
	m.Plan = makePlan(from, to, &a.pairs)
	m.slots = to.Slots(a.slots.take(add.Len())[:0], add)

	p := int(from.ID) / len(edges{})
	if n := len(a.pages); n <= p {
		a.pages = append(a.pages, make([]*edges, max(p+1, 2*n)-n)...)
	}
	if a.pages[p] == nil {
		a.pages[p] = a.edges.one()
	}
	a.pages[p][int(from.ID)%len(edges{})] = m
	return m
}

// Exchange moves a prefix of es, of which the first stands in row of c, and
// shows it, as driver.Exchanger does. The move begins in the table of c.
func (s *Store) Exchange(m *Move, c *Chunk, row uint32, es []driver.Entity, ch *driver.Chunk) (int, error) {
	m.show(ch)
	if m.Same() {
		return s.stay(m, c, row, es, ch), nil
	}
	n := uint32(1)
	if len(es) > 1 {
		if n = c.stretch(row, es); n == c.n && s.Whole(&m.Plan, c) {
			run := c.run // before others come in behind
			s.MoveChunk(&m.Plan, c)
			c.View(ch, m.slots, 0, n)
			ch.Run = run
			return int(n), nil
		}
		if _, err := s.room(m.To, min(len(es), s.Rows(m.From))); err != nil {
			return 0, err
		}
	}
	dst, at, total, err := s.move(&m.Plan, c, row, n)
	if err != nil {
		return 0, err
	}
	// What follows in es and comes to stand right behind is shown with it.
	for int(total) < len(es) && dst.n < dst.cap {
		e := es[total]
		if c, row = s.Find(e); c.table != m.From {
			break
		}
		if n = c.stretch(row, es[total:]); n == c.n && n > 1 && s.Whole(&m.Plan, c) {
			break
		}
		if _, _, n, err = s.move(&m.Plan, c, row, min(n, dst.cap-dst.n)); err != nil {
			return 0, err
		}
		total += n
	}
	dst.View(ch, m.slots, at, total)
	if total == 1 && !ch.Run {
		ch.Run, ch.First = true, es[0].Index()
	}
	return int(total), nil
}

// move moves n rows, or as many as there is memory for.
func (s *Store) move(p *Plan, c *Chunk, row, n uint32) (dst *Chunk, at, moved uint32, err error) {
	if n == 1 {
		dst, at, err = s.MoveRow(p, c, row)
		return dst, at, 1, err
	}
	return s.MoveRange(p, c, row, n)
}

// Quiet moves a prefix of es and shows nothing.
func (s *Store) Quiet(m *Move, c *Chunk, row uint32, es []driver.Entity) (int, error) {
	return s.quiet(m, c, row, c.stretch(row, es))
}

// quiet moves n rows, or as many as there is room for.
func (s *Store) quiet(m *Move, c *Chunk, row, n uint32) (int, error) {
	switch {
	case m.Same():
	case s.moveMost(&m.Plan, c, row, n):
	default:
		_, _, moved, err := s.move(&m.Plan, c, row, n)
		return int(moved), err
	}
	return int(n), nil
}

// longStretch is from how many consecutive rows on entities that stay where
// they are come as a stretch of rows and not in a list.
const longStretch = 64

// stay shows entities that neither gain nor lose anything: those of es that
// follow each other in one chunk.
func (s *Store) stay(m *Move, c *Chunk, row uint32, es []driver.Entity, ch *driver.Chunk) int {
	n := c.stretch(row, es)
	if int(n) == len(es) || n >= longStretch {
		c.View(ch, m.slots, row, n)
		return int(n)
	}
	rows := ch.Scratch(0)
	total := 0
	for total < len(rows) && total < len(es) {
		other, row := s.Find(es[total])
		if other != c {
			break
		}
		rows[total] = row
		total++
	}
	if total == int(n) {
		c.View(ch, m.slots, row, n)
		return total
	}
	c.ViewRows(ch, m.slots, rows[:total])
	return total
}
