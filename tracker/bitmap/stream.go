package bitmap

import (
	"math/bits"

	"ecslab/ecs/driver"
)

var _ interface {
	driver.StateCodec
	driver.Forgetter
} = (*tracker)(nil)

// EncodeState implements driver.StateCodec: the clock, then the blocks, each
// with its place, its summary and those of its words that are not zero.
func (t *tracker) EncodeState(e *driver.Encoder, saved any) {
	s := saved.(*state)
	e.Uint(s.cur)
	e.Uint(uint64(s.high))
	e.Uint(s.lastDeath)
	e.Uint(uint64(len(s.blocks)))
	for i := range s.blocks {
		b := &s.blocks[i]
		e.Uint(uint64(b.ring))
		e.Uint(uint64(b.age))
		e.Uint(uint64(b.chunk))
		e.Uint(b.bits.Summary)
		for w := b.bits.Summary; w != 0; w &= w - 1 {
			k := bits.TrailingZeros64(w)
			driver.Words(e, b.bits.Words[k:k+1])
		}
	}
}

// DecodeState implements driver.StateCodec.
func (t *tracker) DecodeState(d *driver.Decoder) any {
	s := &state{cur: d.Uint(), high: uint32(d.Count("indices", driver.MaxIndices)), lastDeath: d.Uint()}
	if d.Err() == nil && (s.cur == 0 || s.cur >= 1<<63 || s.lastDeath > s.cur+1) {
		d.Fail("a clock at %d with a death at %d", s.cur, s.lastDeath)
	}
	type place struct {
		ring, age int
		chunk     uint32
	}
	met := map[place]bool{}
	for left := d.Uint(); left > 0 && d.Err() == nil; left-- {
		b := savedBlock{
			ring:  d.Count("as a ring", uint64(len(t.rings)-1)),
			age:   d.Count("as an age", t.depth),
			chunk: uint32(d.Count("as an index chunk", driver.MaxIndices>>driver.RowBits-1)),
		}
		b.bits.Summary = d.Uint()
		for w := b.bits.Summary; w != 0; w &= w - 1 {
			k := bits.TrailingZeros64(w)
			driver.ReadWords(d, b.bits.Words[k:k+1])
		}
		if d.Err() != nil {
			return s
		}
		at := place{b.ring, b.age, b.chunk}
		switch r := t.rings[b.ring]; {
		case met[at]:
			d.Fail("ring %d has index chunk %d of age %d twice", b.ring, b.chunk, b.age)
		case r == t.again || r == t.died && b.age > 0:
			d.Fail("ring %d has bits of age %d", b.ring, b.age)
		case validateBlock(&b.bits) != nil:
			d.Fail("%v", validateBlock(&b.bits))
		}
		met[at] = true
		s.blocks = append(s.blocks, b)
	}
	return s
}

// Forget implements driver.Forgetter. It costs by the slots that hold something.
func (t *tracker) Forget(es []driver.Entity) {
	if len(es) == 0 {
		return
	}
	t.dropViews()
	for _, e := range es {
		t.high = max(t.high, e.Index()+1) // there may be bits from now on
		t.again.write.Set(e)
	}
	gone := t.again.slots[t.slot]
	for slot := range t.slots {
		t.eraseAt(slot, gone)
	}
	t.again.drop(t.slot)
	t.check()
}

// Blank does nothing: nothing lies beside the values.
func (t *tracker) Blank(driver.ComponentID, *driver.Chunk, int) {}
