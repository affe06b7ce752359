package table

import (
	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
)

// exchange is an exchange of fixed sets, with the moves that it came to.
type exchange struct {
	s           *Storage
	add, remove driver.Mask
	moves       []*archetype.Move // by source table; nil: not met yet
}

// PrepareExchange implements driver.ExchangePreparer.
func (s *Storage) PrepareExchange(add, remove *driver.Mask) driver.Exchanger {
	return &exchange{s: s, add: *add, remove: *remove}
}

// from is the move that begins in a table.
func (x *exchange) from(t *archetype.Table) *archetype.Move {
	if int(t.ID) < len(x.moves) {
		if m := x.moves[t.ID]; m != nil {
			return m
		}
	}
	return x.meet(t)
}

func (x *exchange) meet(t *archetype.Table) *archetype.Move {
	to := x.s.table(x.s.graph.Follow(archetype.SetID(t.ID), &x.add, &x.remove))
	for len(x.moves) <= int(t.ID) {
		x.moves = append(x.moves, nil)
	}
	x.moves[t.ID] = archetype.NewMove(t, to, &x.add)
	return x.moves[t.ID]
}

// Exchange implements driver.Exchanger.
func (x *exchange) Exchange(es []driver.Entity, ch *driver.Chunk) (int, error) {
	store := x.s.store
	c, row := store.Find(es[0])
	return store.Exchange(x.from(c.Table()), c, row, es, ch)
}

// Quiet implements driver.Exchanger.
func (x *exchange) Quiet(es []driver.Entity) error {
	store := x.s.store
	if len(es) == 1 {
		c, row := store.Find(es[0])
		t := c.Table()
		if uint(t.ID) >= uint(len(x.moves)) || x.moves[t.ID] == nil {
			x.meet(t)
		}
		m := x.moves[t.ID]
		if m.Same() {
			return nil
		}
		_, _, err := store.MoveRow(&m.Plan, c, row)
		return err
	}
	for len(es) > 0 {
		c, row := store.Find(es[0])
		n, err := store.Quiet(x.from(c.Table()), c, row, es)
		if err != nil {
			return err
		}
		es = es[n:]
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
