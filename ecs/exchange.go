package ecs

import (
	"fmt"

	"ecslab/ecs/driver"
)

// Exchange is a prepared change of the components of entities: some are added,
// some are set, some are removed, in one move.
//
//	added    absent: there now, zero, marked added and changed; present: nothing at all
//	set      absent: as added; present: marked changed; the caller writes the value
//	removed  present: gone, marked removed; absent: nothing at all
//
// Its views write the values of what is added or set, in the chunks that it
// hands out.
type Exchange struct {
	w       *World
	add     Mask // added or set
	set     Mask // set
	remove  Mask
	driver  driver.Exchanger       // nil: through the storage
	whole   driver.MatchExchanger  // the driver, where it is one
	living  driver.LivingExchanger // likewise
	chunk   Chunk
	tracks  bool        // something of it is tracked
	marks   []valueMark // columns of add that are tracked for added or changed
	one     [1]Entity
	written bool // has columns to write
}

// ExchangeTerm is a part of an exchange.
type ExchangeTerm struct {
	what  byte
	terms []Term
	cs    []Component
}

// Adding adds components that are absent and leaves present ones alone.
func Adding(cs ...Component) ExchangeTerm { return ExchangeTerm{what: 'a', cs: cs} }

// Setting adds or overwrites the components of the views.
func Setting(views ...Term) ExchangeTerm { return ExchangeTerm{what: 's', terms: views} }

// Removing removes components that are present.
func Removing(cs ...Component) ExchangeTerm { return ExchangeTerm{what: 'r', cs: cs} }

// Exchange prepares an exchange. A component stands in one of its terms only.
func (w *World) Exchange(terms ...ExchangeTerm) (*Exchange, error) {
	x := &Exchange{w: w}
	b := &binding{w: w, owner: x, sinces: []*Moment{nil}}
	for _, t := range terms {
		set, err := w.resolveMask(t.cs)
		if err != nil {
			return nil, fmt.Errorf("exchange: %w", err)
		}
		switch t.what {
		case 'a':
			x.add = x.add.Or(&set)
		case 'r':
			x.remove = x.remove.Or(&set)
		default:
			if err := b.bindAll(t.terms); err != nil {
				return nil, fmt.Errorf("exchange: %w", err)
			}
		}
	}
	if b.conditional() || !b.q.None.Empty() {
		return nil, fmt.Errorf("exchange: %w: it sets by views and All terms", ErrTerm)
	}
	x.set = b.q.All
	if x.set.Intersects(&x.add) || x.set.Intersects(&x.remove) || x.add.Intersects(&x.remove) {
		return nil, fmt.Errorf("exchange: %w: a component stands in two", ErrTerm)
	}
	x.add = x.add.Or(&x.set)
	x.chunk.Cols = make([]driver.Column, x.add.Len())
	b.rank(&x.add)
	b.settle()
	x.written = len(b.claims) > 0
	x.marks = w.valueMarks(&x.add)
	x.tracks = len(x.marks) > 0 || w.tracked.removed.Intersects(&x.remove) ||
		w.tracker != nil && w.tracker.Buries() && (w.tracked.added.Intersects(&x.remove) || w.tracked.changed.Intersects(&x.remove))
	if p, ok := w.storage.(driver.ExchangePreparer); ok && !w.options.Plain {
		x.driver = p.PrepareExchange(&x.add, &x.remove)
		x.whole, _ = x.driver.(driver.MatchExchanger)
		x.living, _ = x.driver.(driver.LivingExchanger)
	}
	return x, nil
}

// One exchanges one entity. The chunk has it as its only match, until the
// exchange is used again or the structure changes; for an exchange without
// views there is nothing to look at in it.
func (x *Exchange) One(e Entity) (*Chunk, error) {
	if err := x.w.mayChange(); err != nil {
		return nil, err
	}
	if !x.w.dir.Alive(e) {
		return nil, ErrDead
	}
	x.one[0] = e
	if x.w.watch != nil {
		x.tell(x.one[:])
	}
	if x.driver != nil && !x.tracks && !x.written {
		x.w.structure++
		return &x.chunk, x.driver.Quiet(x.one[:])
	}
	if _, err := x.some(x.one[:]); err != nil {
		return nil, err
	}
	x.chunk.Dense = isDense(&x.chunk)
	return &x.chunk, nil
}

// Batch exchanges entities and hands them to fill, which may be nil, chunk by
// chunk; all of a chunk gained and lost the same. Either all of es live, or
// nothing changes and the error is ErrDead; where the storage itself is full
// (ErrFull), some may have changed. As in a spawner's batch, the structure stands
// still while a fill runs, which must also leave es alone. If it panics, the
// entities that it has not been handed stay as they are.
func (x *Exchange) Batch(es []Entity, fill func(*Chunk)) error {
	if err := x.w.mayChange(); err != nil {
		return err
	}
	if x.living != nil && fill == nil && !x.tracks && x.w.watch == nil {
		x.w.structure++
		alive, err := x.living.QuietLiving(es)
		if !alive {
			return ErrDead
		}
		return err
	}
	if !x.w.allLive(es) {
		return ErrDead
	}
	return x.all(es, fill)
}

// all is Batch for entities that live.
func (x *Exchange) all(es []Entity, fill func(*Chunk)) error {
	if x.w.watch != nil {
		x.tell(es)
	}
	if x.driver != nil && !x.tracks && fill == nil {
		x.w.structure++
		return x.driver.Quiet(es)
	}
	for len(es) > 0 {
		if x.w.open > 0 { // fill has left a pass open
			return ErrOpen
		}
		n, err := x.some(es)
		if err != nil {
			return err
		}
		if n < 1 {
			panic("ecs: the storage has exchanged none of a batch")
		}
		es = es[n:]
		if fill != nil {
			x.chunk.Dense = isDense(&x.chunk)
			x.w.hand(fill, &x.chunk, es)
		}
	}
	return nil
}

// tell tells the watcher what is about to happen.
func (x *Exchange) tell(es []Entity) {
	add := x.add.AndNot(&x.set)
	x.w.watch.Exchanging(es, &add, &x.set, &x.remove)
}

// put exchanges a prefix of es and tells nobody.
func (x *Exchange) put(es []Entity) (n int, err error) {
	x.w.structure++
	if x.driver != nil {
		return x.driver.Exchange(es, &x.chunk)
	}
	return x.w.storage.Exchange(es, &x.add, &x.remove, &x.chunk)
}

// some exchanges a prefix of es and marks it.
func (x *Exchange) some(es []Entity) (n int, err error) {
	n, err = x.put(es)
	if err != nil || !Tracking || !x.tracks {
		return n, err
	}
	t, ch := x.w.tracker, &x.chunk
	for i := range x.marks {
		m := &x.marks[i]
		switch {
		case ch.Gained.Has(m.component):
			x.w.markValue(m, Added|Changed, ch, es[0])
		case x.set.Has(m.component):
			x.w.markValue(m, Changed, ch, es[0])
		}
	}
	for c, ok := ch.Lost.Next(0); ok; c, ok = ch.Lost.Next(int(c) + 1) {
		t.Lost(c, es[:n])
	}
	return n, nil
}
