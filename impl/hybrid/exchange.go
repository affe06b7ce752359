package hybrid

import (
	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// PrepareExchange implements driver.ExchangePreparer.
func (s *Storage) PrepareExchange(add, remove *driver.Mask) driver.Exchanger {
	tableAdd, setAdd := s.split(add)
	tableRemove, setRemove := s.split(remove)
	if tableAdd.Empty() && tableRemove.Empty() && !(setAdd.Empty() && setRemove.Empty()) {
		return s.turnExchange(&setAdd, &setRemove)
	}
	m := mover{s: s, add: tableAdd, remove: tableRemove, shown: *add}
	if setAdd.Empty() && setRemove.Empty() {
		return &moveExchange{m}
	}
	return &mixedExchange{m, makeTurner(s, &setAdd, &setRemove), s.setColumns(add, &setAdd)}
}

// Exchange implements driver.Storage.
func (s *Storage) Exchange(es []driver.Entity, add, remove *driver.Mask, ch *driver.Chunk) (int, error) {
	key := [2]driver.Mask{*add, *remove}
	x := s.exchanges[key]
	if x == nil {
		x = s.PrepareExchange(add, remove)
		s.exchanges[key] = x
	}
	return x.Exchange(es, ch)
}

// mixedExchange is an exchange of components of both kinds.
type mixedExchange struct {
	mover
	turner
	columns []sparseset.Slot
}

// Exchange implements driver.Exchanger.
func (x *mixedExchange) Exchange(es []driver.Entity, ch *driver.Chunk) (int, error) {
	s := x.mover.s
	s.moves++
	// The move comes first, for it may fail. Where it is none, it may show an
	// entity that is named twice, and the turn ends before that.
	n, k := x.prefix(es)
	c, row := s.store.Find(es[0])
	n, err := s.store.Exchange(x.mover.From(c.Table()), c, row, es[:n], ch)
	if err != nil {
		return 0, err
	}
	if k != idle {
		n = x.write(es[:n], k)
		cut(ch, n)
		kind := &x.kinds[k]
		kind.apply(es[:n], ch.Run)
		ch.Gained, ch.Lost = ch.Gained.Or(&kind.gained), ch.Lost.Or(&kind.lost)
	}
	for i := range x.columns {
		x.columns[i].Show(es[:n], ch)
	}
	s.check()
	return n, nil
}

// cut makes a chunk one of its first n matches.
func cut(ch *driver.Chunk, n int) {
	if n == ch.N {
		return
	}
	ch.N = n
	if ch.Entities.Rows != nil {
		ch.Entities.Rows = ch.Entities.Rows[:n]
	}
	for i := range ch.Cols {
		if col := &ch.Cols[i]; col.Rows != nil {
			col.Rows = col.Rows[:n]
		}
	}
}

// Quiet implements driver.Exchanger.
func (x *mixedExchange) Quiet(es []driver.Entity) error {
	s := x.mover.s
	s.moves++
	for len(es) > 0 {
		n, k := x.prefix(es)
		c, row := s.store.Find(es[0])
		n, err := s.store.Quiet(x.mover.From(c.Table()), c, row, es[:n])
		if err != nil {
			return err
		}
		if k != idle {
			n = x.write(es[:n], k)
			x.kinds[k].apply(es[:n], false)
		}
		es = es[n:]
	}
	s.check()
	return nil
}
