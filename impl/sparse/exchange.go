package sparse

import (
	"math/bits"

	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// exchanger implements driver.Exchanger.
type exchanger struct {
	s     *Storage
	both  driver.Mask      // added or removed
	words []wordChange     // those words of a signature that may change
	slots []sparseset.Slot // of what is added, in ascending order
	only  *sparseset.Set   // of the only component that is added or removed; nil: there are more
}

// wordChange is an exchange as it concerns one word of a signature.
type wordChange struct {
	word        int
	add, remove uint64
	gain, lose  uint64 // what the entities at hand gain and lose
}

// PrepareExchange implements driver.ExchangePreparer.
func (s *Storage) PrepareExchange(add, remove *driver.Mask) driver.Exchanger {
	x := &exchanger{s: s}
	x.prepare(add, remove)
	return x
}

func (x *exchanger) prepare(add, remove *driver.Mask) {
	x.both = add.Or(remove)
	x.slots = x.s.appendSlots(x.slots[:0], add)
	for c, ok := remove.Next(0); ok; c, ok = remove.Next(int(c) + 1) {
		x.s.set(c)
	}
	x.words = x.words[:0]
	for w := range add {
		if add[w]|remove[w] != 0 {
			x.words = append(x.words, wordChange{word: w, add: add[w], remove: remove[w]})
		}
	}
	x.only = nil
	if x.both.Len() == 1 {
		c, _ := x.both.Next(0)
		x.only = x.s.set(c)
	}
}

// Exchange implements driver.Storage.
func (s *Storage) Exchange(es []driver.Entity, add, remove *driver.Mask, ch *driver.Chunk) (int, error) {
	s.exchanger.prepare(add, remove)
	return s.exchanger.Exchange(es, ch)
}

// Exchange implements driver.Exchanger.
func (x *exchanger) Exchange(es []driver.Entity, ch *driver.Chunk) (int, error) {
	ch.Gained, ch.Lost = driver.Mask{}, driver.Mask{}
	if len(es) == 1 && x.only != nil && x.s.groups == nil {
		x.exchangeOne(es, ch)
		x.s.check()
		return 1, nil
	}
	n := x.some(es[:min(len(es), x.s.limits.chunk)])
	es = es[:n]
	ch.N, ch.Entities = n, driver.EntityColumn{Base: &es[0]}
	ch.Run, ch.First = n == 1, uint32(es[0])
	for i := range x.words {
		w := &x.words[i]
		ch.Gained[w.word], ch.Lost[w.word] = w.gain, w.lose
	}
	for i := range x.slots {
		x.slots[i].Show(es, ch)
	}
	x.s.check()
	return n, nil
}

// exchangeOne is Exchange of one entity and one component, without groups.
func (x *exchanger) exchangeOne(es []driver.Entity, ch *driver.Chunk) {
	w := x.words[0].word
	ch.Gained[w], ch.Lost[w] = x.toggle(es[0])
	ch.N, ch.Run, ch.First = 1, true, uint32(es[0])
	ch.Entities.Base, ch.Entities.Rows = &es[0], nil
	if len(x.slots) > 0 {
		x.only.Stretch(&ch.Cols[0], int(x.only.Row(uint32(es[0]))))
	}
}

// Quiet implements driver.Exchanger.
func (x *exchanger) Quiet(es []driver.Entity) error {
	if len(es) == 1 && x.only != nil && x.s.groups == nil {
		x.toggle(es[0])
		x.s.check()
		return nil
	}
	for len(es) > 0 {
		es = es[x.some(es):]
	}
	x.s.check()
	return nil
}

// toggle adds or removes the only component, and reports whether e gained it
// or lost it.
func (x *exchanger) toggle(e driver.Entity) (gained, lost uint64) {
	w, g := &x.words[0], &x.s.signatures
	block := g.block(w.word, uint32(e))
	p := &block[e&(driver.ChunkRows-1)]
	if block == noBlock {
		p = g.at(w.word, uint32(e))
	}
	if gained = w.add &^ *p; gained != 0 {
		*p |= gained
		x.only.Append(e)
	} else if lost = w.remove & *p; lost != 0 {
		*p &^= lost
		sparseset.Leave(e, x.only)
	}
	return gained, lost
}

// some exchanges the longest prefix of es whose entities gain and lose the same.
func (x *exchanger) some(es []driver.Entity) int {
	n := 1
	for i := range x.words {
		w := &x.words[i]
		p := x.s.signatures.at(w.word, uint32(es[0]))
		w.gain, w.lose = w.add&^*p, w.remove&*p
		*p ^= w.gain | w.lose
	}
	// Signatures are written at once, so that an entity that is named twice ends
	// the prefix, unless there was nothing to do.
	if len(x.words) == 1 {
		n = x.prefix(es)
	} else {
		for n < len(es) && x.follows(es[n]) {
			n++
		}
	}
	es = es[:n]
	switch {
	case x.s.grouped.Intersects(&x.both):
		for _, e := range es {
			x.applyGrouped(e)
		}
	case n == 1:
		x.apply(es[0])
	default:
		x.applyBatch(es)
	}
	return n
}

// prefix is for how many entities follows holds, in one word, counting the
// first one.
func (x *exchanger) prefix(es []driver.Entity) int {
	w, g := x.words[0], &x.s.signatures
	both, mask := w.gain|w.lose, w.add|w.remove
	want := w.add&^w.gain | w.lose // of mask, before the exchange
	n := 1
	for n < len(es) {
		m, run := x.s.piece(es[n:])
		if !run {
			for _, e := range es[n : n+m] {
				word := g.at(w.word, uint32(e))
				if (*word^want)&mask != 0 {
					return n
				}
				*word ^= both
				n++
			}
			continue
		}
		p, k := uint32(es[n])>>driver.RowBits, int(es[n]&(driver.ChunkRows-1))
		g.at(w.word, uint32(es[n]))
		words := g.words[w.word][p][k : k+m]
		for i, word := range words {
			if (word^want)&mask != 0 {
				return n + i
			}
			words[i] = word ^ both
		}
		n += m
	}
	return n
}

// follows reports whether e gains and loses the same as the entities before
// it, and if so writes its signature.
func (x *exchanger) follows(e driver.Entity) bool {
	for i := range x.words {
		w := &x.words[i]
		have := x.s.signatures.word(w.word, uint32(e))
		if w.add&^have != w.gain || w.remove&have != w.lose {
			return false
		}
	}
	for i := range x.words {
		if w := &x.words[i]; w.gain|w.lose != 0 {
			*x.s.signatures.at(w.word, uint32(e)) ^= w.gain | w.lose
		}
	}
	return true
}

func (x *exchanger) apply(e driver.Entity) {
	for i := range x.words {
		w := &x.words[i]
		sets := x.s.sets[w.word<<6:][:64]
		for rest := w.lose; rest != 0; rest &= rest - 1 {
			sparseset.Leave(e, sets[bits.TrailingZeros64(rest)&63])
		}
		for rest := w.gain; rest != 0; rest &= rest - 1 {
			sets[bits.TrailingZeros64(rest)&63].Append(e)
		}
	}
}

func (x *exchanger) applyBatch(es []driver.Entity) {
	run := sparseset.IsRun(es)
	for i := range x.words {
		w := &x.words[i]
		sets := x.s.sets[w.word<<6:][:64]
		for rest := w.lose; rest != 0; rest &= rest - 1 {
			sets[bits.TrailingZeros64(rest)&63].RemoveBatch(es, run)
		}
		for rest := w.gain; rest != 0; rest &= rest - 1 {
			sets[bits.TrailingZeros64(rest)&63].AppendBatch(es, run, false)
		}
	}
}

// applyGrouped is apply where groups may gain or lose e.
func (x *exchanger) applyGrouped(e driver.Entity) {
	after := x.s.Components(e)
	before := after
	for i := range x.words {
		w := &x.words[i]
		before[w.word] ^= w.gain | w.lose
	}
	for _, g := range x.s.groups {
		if before.Contains(&g.mask) && !after.Contains(&g.mask) {
			g.leave(e)
		}
	}
	x.apply(e)
	for _, g := range x.s.groups {
		if after.Contains(&g.mask) && !before.Contains(&g.mask) {
			g.enter(e)
		}
	}
}
