package table

import (
	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
)

// exchange is an exchange of fixed sets, with the moves that it came to.
type exchange struct {
	s           *Storage
	add, remove driver.Mask
	moves       archetype.Moves

	// The move that was used last, and the table that it begins in. See From.
	last     *archetype.Move
	lastFrom *archetype.Table
}

// PrepareExchange implements driver.ExchangePreparer.
func (s *Storage) PrepareExchange(add, remove *driver.Mask) driver.Exchanger {
	return &exchange{s: s, add: *add, remove: *remove}
}

// From implements archetype.Router. To compare the table with the one before
// lets the processor guess the move; to look it up makes all addresses of this
// move wait for the entity's place, and the next entity's place, which might be
// at one of them, wait for those: 26 ns a move instead of 16.
func (x *exchange) From(t *archetype.Table) *archetype.Move {
	if t != x.lastFrom {
		x.meet(t)
	}
	return x.last
}

// meet makes the move from a table the last one.
func (x *exchange) meet(t *archetype.Table) {
	m := x.moves.From(t)
	if m == nil {
		to := x.s.table(x.s.graph.Follow(archetype.SetID(t.ID), &x.add, &x.remove))
		m = x.moves.New(t, to, &x.add)
	}
	x.last, x.lastFrom = m, t
}

// Exchange implements driver.Exchanger.
func (x *exchange) Exchange(es []driver.Entity, ch *driver.Chunk) (int, error) {
	store := x.s.store
	c, row := store.Find(es[0])
	n, err := store.Exchange(x.From(c.Table()), c, row, es, ch)
	x.s.check()
	return n, err
}

// Quiet implements driver.Exchanger.
func (x *exchange) Quiet(es []driver.Entity) error {
	store := x.s.store
	if len(es) == 1 {
		c, row := store.Find(es[0])
		m := x.From(c.Table())
		if m.Same() {
			return nil
		}
		_, _, err := store.MoveRow(&m.Plan, c, row)
		x.s.check()
		return err
	}
	for len(es) > 0 {
		c, row := store.Find(es[0])
		n, err := store.Quiet(x.From(c.Table()), c, row, es)
		if err != nil {
			return err
		}
		x.s.check()
		es = es[n:]
	}
	return nil
}

// QuietLiving implements driver.LivingExchanger.
func (x *exchange) QuietLiving(es []driver.Entity) (alive bool, err error) {
	n, alive, err := x.s.store.QuietLiving(x, es)
	x.s.check()
	if !alive || err != nil {
		return alive, err
	}
	return true, x.Quiet(es[n:])
}

// QuietMatches implements driver.MatchExchanger. To exchange what was exchanged
// before does nothing, so the tables may come in any order, also if one of them
// gets the rows of another.
func (x *exchange) QuietMatches(q driver.Cursor) error {
	c := q.(*cursor)
	c.meet()
	for i := range c.Len() {
		m := x.From(c.Table(i))
		if m.Same() {
			continue
		}
		if err := x.s.store.MoveAll(&m.Plan); err != nil {
			return err
		}
		x.s.check()
	}
	return nil
}

// Exchange implements driver.Storage.
func (s *Storage) Exchange(es []driver.Entity, add, remove *driver.Mask, ch *driver.Chunk) (int, error) {
	key := [2]driver.Mask{*add, *remove}
	x := s.exchanges[key]
	if x == nil {
		x = &exchange{s: s, add: *add, remove: *remove}
		s.exchanges[key] = x
	}
	return x.Exchange(es, ch)
}
