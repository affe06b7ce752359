package hybrid

import (
	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// turner is the turns of an exchange.
type turner struct {
	s           *Storage
	add, remove driver.Mask // in sparse sets
	turns       []turn      // by signature
	kinds       []kind

	last     turn // the one that was used last …
	lastFrom uint32
}

// turn is what becomes of a signature.
type turn struct {
	to   uint32
	kind uint32 // which of kinds; 0: not met yet
}

// kind is what turns with the same gains and losses share.
type kind struct {
	gained, lost driver.Mask
	gain, lose   []*sparseset.Set
}

// idle is the kind of turns that change nothing.
const idle = 1

func makeTurner(s *Storage, add, remove *driver.Mask) turner {
	s.setsOf(add)
	s.setsOf(remove)
	return turner{s: s, add: *add, remove: *remove, kinds: make([]kind, idle+1), lastFrom: ^uint32(0)}
}

// from is the turn of a signature. See mover.From.
func (t *turner) from(signature uint32) turn {
	if signature != t.lastFrom {
		t.meet(signature)
	}
	return t.last
}

func (t *turner) meet(signature uint32) {
	for len(t.turns) <= int(signature) {
		t.turns = append(t.turns, turn{})
	}
	if t.turns[signature].kind == 0 {
		to := t.s.follow(signature, &t.add, &t.remove)
		a, b := t.s.signatures.set(signature), t.s.signatures.set(to)
		t.turns[signature] = turn{to, t.kindOf(b.AndNot(a), a.AndNot(b))}
	}
	t.last, t.lastFrom = t.turns[signature], signature
}

func (t *turner) kindOf(gained, lost driver.Mask) uint32 {
	for i := idle; i < len(t.kinds); i++ {
		if k := &t.kinds[i]; k.gained == gained && k.lost == lost {
			return uint32(i)
		}
	}
	t.kinds = append(t.kinds, kind{gained, lost, t.s.setsOf(&gained), t.s.setsOf(&lost)})
	return uint32(len(t.kinds) - 1)
}

// prefix is how many of es have a turn of the same kind, and the kind.
func (t *turner) prefix(es []driver.Entity) (n int, k uint32) {
	g := &t.s.signatures
	k = t.from(g.of(uint32(es[0]))).kind
	n = 1
	for n < len(es) && t.from(g.of(uint32(es[n]))).kind == k {
		n++
	}
	return n, k
}

// write gives a prefix of es their new signatures: as far as they have turns of
// a kind that is not idle. An entity that is named twice ends it.
func (t *turner) write(es []driver.Entity, k uint32) int {
	g := &t.s.signatures
	for i, e := range es {
		at := g.at(uint32(e))
		turn := t.from(*at)
		if turn.kind != k {
			return i
		}
		*at = turn.to
	}
	return len(es)
}

// turn gives a prefix of es their new signatures: all that have turns of one
// kind, which it returns.
func (t *turner) turn(es []driver.Entity) (n int, k uint32) {
	k = t.from(t.s.signatures.of(uint32(es[0]))).kind
	if k == idle {
		return t.prefix(es)
	}
	return t.write(es, k), k
}

// apply puts entities, whose signatures are written, into sets and takes them
// out. run says that their indices are consecutive.
func (k *kind) apply(es []driver.Entity, run bool) {
	sparseset.LeaveBatch(es, run, k.lose...)
	for _, set := range k.gain {
		if len(es) == 1 {
			set.Append(es[0])
		} else {
			set.AppendBatch(es, run, false)
		}
	}
}

// turnExchange is an exchange of components in sparse sets only.
type turnExchange struct {
	turner
	only    *sparseset.Set // of the only component that is added or removed; nil: there are more
	adds    bool           // it is added
	columns []sparseset.Slot
}

func (s *Storage) turnExchange(add, remove *driver.Mask) *turnExchange {
	x := &turnExchange{turner: makeTurner(s, add, remove), columns: s.setColumns(add, add)}
	both := add.Or(remove)
	if both.Len() == 1 {
		c, _ := both.Next(0)
		x.only, x.adds = s.set(c), !add.Empty()
	}
	return x
}

// Exchange implements driver.Exchanger.
func (x *turnExchange) Exchange(es []driver.Entity, ch *driver.Chunk) (int, error) {
	if len(es) == 1 && x.only != nil {
		x.exchangeOne(es, ch)
		x.s.check()
		return 1, nil
	}
	es = es[:min(len(es), x.s.limits.rows)]
	n, k := x.turn(es)
	es = es[:n]
	ch.N, ch.Entities = n, driver.EntityColumn{Base: &es[0]}
	ch.Run, ch.First = sparseset.IsRun(es), uint32(es[0])
	kind := &x.kinds[k]
	kind.apply(es, ch.Run)
	ch.Gained, ch.Lost = kind.gained, kind.lost
	for i := range x.columns {
		x.columns[i].Show(es, ch)
	}
	x.s.check()
	return n, nil
}

// exchangeOne is Exchange of one entity and one component.
func (x *turnExchange) exchangeOne(es []driver.Entity, ch *driver.Chunk) {
	e := es[0]
	k, row := x.toggle(e)
	kind := &x.kinds[k]
	ch.Gained, ch.Lost = kind.gained, kind.lost
	ch.N, ch.Run, ch.First = 1, true, uint32(e)
	ch.Entities.Base = &es[0]
	if ch.Entities.Rows != nil {
		ch.Entities.Rows = nil
	}
	if x.adds {
		if k == idle {
			row = int(x.only.Row(uint32(e)))
		}
		x.only.Stretch(&ch.Cols[0], row)
	}
}

// toggle adds or removes the only component, and says the kind of the turn and
// the row that was gained.
func (x *turnExchange) toggle(e driver.Entity) (k uint32, row int) {
	g := &x.s.signatures
	p := uint32(e) >> driver.RowBits
	if p >= uint32(len(g.pages)) || g.pages[p] == noPage {
		if !x.adds {
			return idle, 0
		}
		g.take(p)
	}
	at := &g.pages[p][e&(driver.ChunkRows-1)]
	if *at != x.lastFrom {
		x.meet(*at)
	}
	if x.last.kind == idle {
		return idle, 0
	}
	*at = x.last.to
	if x.adds {
		return x.last.kind, x.only.Append(e)
	}
	sparseset.Leave(e, x.only)
	return x.last.kind, 0
}

// Quiet implements driver.Exchanger.
func (x *turnExchange) Quiet(es []driver.Entity) error {
	if len(es) == 1 && x.only != nil {
		x.toggle(es[0])
		x.s.check()
		return nil
	}
	for len(es) > 0 {
		n, k := x.turn(es)
		x.kinds[k].apply(es[:n], sparseset.IsRun(es[:n]))
		es = es[n:]
	}
	x.s.check()
	return nil
}
