package hybrid

import (
	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
)

// mover is the moves of an exchange.
type mover struct {
	s           *Storage
	add, remove driver.Mask // in tables
	shown       driver.Mask // all that is added: the columns of a chunk
	moves       archetype.Moves

	// The move that was used last, and the table that it begins in. Comparing
	// with it, instead of looking the move up, lets the processor guess it.
	last     *archetype.Move
	lastFrom *archetype.Table
}

// From implements archetype.Router.
func (m *mover) From(t *archetype.Table) *archetype.Move {
	if t != m.lastFrom {
		m.meet(t)
	}
	return m.last
}

// meet makes the move from a table the last one.
func (m *mover) meet(t *archetype.Table) {
	move := m.moves.From(t)
	if move == nil {
		to := m.s.table(m.s.graph.Follow(archetype.SetID(t.ID), &m.add, &m.remove))
		move = m.moves.New(t, to, &m.shown)
	}
	m.last, m.lastFrom = move, t
}

// moveExchange is an exchange of components in tables only.
type moveExchange struct{ mover }

// Exchange implements driver.Exchanger.
func (x *moveExchange) Exchange(es []driver.Entity, ch *driver.Chunk) (int, error) {
	s := x.s
	s.moves++
	c, row := s.store.Find(es[0])
	n, err := s.store.Exchange(x.From(c.Table()), c, row, es, ch)
	s.check()
	return n, err
}

// Quiet implements driver.Exchanger.
func (x *moveExchange) Quiet(es []driver.Entity) error {
	s := x.s
	s.moves++
	if len(es) == 1 {
		c, row := s.store.Find(es[0])
		m := x.From(c.Table())
		if m.Same() {
			return nil
		}
		_, _, err := s.store.MoveRow(&m.Plan, c, row)
		s.check()
		return err
	}
	for len(es) > 0 {
		c, row := s.store.Find(es[0])
		n, err := s.store.Quiet(x.From(c.Table()), c, row, es)
		if err != nil {
			return err
		}
		es = es[n:]
	}
	s.check()
	return nil
}

// QuietLiving implements driver.LivingExchanger. Exchanges of components in sets do
// not: they look for no rows, so that they would check handles by themselves, too.
func (x *moveExchange) QuietLiving(es []driver.Entity) (alive bool, err error) {
	x.s.moves++
	n, alive, err := x.s.store.QuietLiving(x, es)
	if !alive || err != nil {
		return alive, err
	}
	return true, x.Quiet(es[n:])
}
