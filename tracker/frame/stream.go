package frame

import (
	"math/bits"

	"ecslab/ecs/driver"
)

var _ interface {
	driver.StateCodec
	driver.Forgetter
} = (*tracker)(nil)

// each visits all records, of components in their order and then of creation.
func (t *tracker) each(visit func(*records)) {
	for _, v := range t.values {
		visit(v.added)
		visit(v.changed)
	}
	visit(t.created)
}

// EncodeState implements driver.StateCodec: the clock, all records, the removals.
func (t *tracker) EncodeState(e *driver.Encoder, state any) {
	s := state.(*saved)
	e.Uint(s.clock.now)
	(&tracker{values: s.values, created: s.created}).each(func(r *records) { r.encode(e) })
	s.removals.Encode(e)
}

func (r *records) encode(e *driver.Encoder) {
	if r == nil {
		return
	}
	e.Uint(uint64(len(r.pages)))
	for _, p := range r.pages {
		some := uint64(0) // blocks that hold records; an empty page has none
		for b := range word {
			if p.holds(b) {
				some |= 1 << b
			}
		}
		e.Uint(some)
		if some == ^uint64(0) {
			driver.Words(e, p.stamps[:])
			driver.Words(e, p.generations[:])
			continue
		}
		for ; some != 0; some &= some - 1 {
			from := bits.TrailingZeros64(some) * word
			driver.Words(e, p.stamps[from:from+word])
			driver.Words(e, p.generations[from:from+word])
		}
	}
}

// holds reports whether a block of 64 has a record.
func (p *page) holds(block int) bool {
	for _, g := range p.generations[block*word:][:word] {
		if g != 0 {
			return true
		}
	}
	return false
}

// DecodeState implements driver.StateCodec.
func (t *tracker) DecodeState(d *driver.Decoder) any {
	s := &saved{clock: clock{now: d.Uint(), exact: t.clock.exact}, values: make([]values, len(t.values))}
	if d.Err() == nil && (s.clock.now == 0 || s.clock.now >= 1<<63) {
		d.Fail("a clock at %d", s.clock.now)
	}
	for i, v := range t.values {
		s.values[i] = values{v.added.decode(d, s.clock.now), v.changed.decode(d, s.clock.now)}
	}
	s.created = t.created.decode(d, s.clock.now)
	s.removals = t.removals.Decode(d, s.clock.now)
	return s
}

// decode reads records where r has some.
func (r *records) decode(d *driver.Decoder, now uint64) *records {
	if r == nil {
		return nil
	}
	read := new(records)
	for range d.Count("pages of records", driver.MaxIndices>>driver.RowBits) {
		p, some := empty, d.Uint()
		if some != 0 {
			p = new(page)
		}
		if some == ^uint64(0) {
			driver.ReadWords(d, p.stamps[:])
			driver.ReadWords(d, p.generations[:])
			some = 0
		}
		for ; some != 0; some &= some - 1 {
			from := bits.TrailingZeros64(some) * word
			driver.ReadWords(d, p.stamps[from:from+word])
			driver.ReadWords(d, p.generations[from:from+word])
		}
		if d.Err() != nil {
			break
		}
		read.pages = append(read.pages, p)
	}
	if err := read.validate(now); err != nil {
		d.Fail("%v", err)
	}
	return read
}

// Forget implements driver.Forgetter.
func (t *tracker) Forget(es []driver.Entity) {
	t.each(func(r *records) {
		if r == nil {
			return
		}
		for _, e := range es {
			if p := r.at(e.Index() >> driver.RowBits); p != empty {
				i := e.Index() & (driver.ChunkRows - 1)
				p.stamps[i], p.generations[i] = 0, 0
			}
		}
	})
	t.removals.Forget(es)
	t.check()
}

// Blank does nothing: nothing lies beside the values.
func (t *tracker) Blank(driver.ComponentID, *driver.Chunk, int) {}
