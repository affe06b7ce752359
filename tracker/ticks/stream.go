package ticks

import "ecslab/ecs/driver"

var _ interface {
	driver.StateCodec
	driver.Forgetter
} = (*tracker)(nil)

// EncodeState implements driver.StateCodec: the clock, the pages of creation
// that there are, the removals.
func (t *tracker) EncodeState(e *driver.Encoder, state any) {
	s := state.(*saved)
	e.Uint(s.clock.w)
	e.Uint(s.clock.first)
	e.Uint(s.clock.scan)
	e.Uint(uint64(len(s.created.pages)))
	for _, p := range s.created.pages {
		e.Bool(p != nil)
		if p != nil {
			p.encode(e)
		}
	}
	s.removals.Encode(e)
}

// DecodeState implements driver.StateCodec.
func (t *tracker) DecodeState(d *driver.Decoder) any {
	s := &saved{clock: clock{w: d.Uint(), first: d.Uint(), scan: d.Uint()}}
	c := &s.clock
	c.stamp = uint32(c.w)
	if d.Err() != nil {
		return s
	}
	if c.first < base || c.first > c.w || c.w >= 1<<63 || c.scan < c.first || c.scan > c.w+scanPeriod || c.validate() != nil {
		d.Fail("a clock from %d at %d that scans at %d", c.first, c.w, c.scan)
		return s
	}
	most := uint64(driver.MaxIndices >> driver.RowBits)
	if !t.tracks {
		most = 0
	}
	for range d.Count("pages of creation", most) {
		var p *page
		if d.Bool() {
			p = new(page)
			p.decode(d)
		}
		if d.Err() != nil {
			return s
		}
		s.created.pages = append(s.created.pages, p)
	}
	s.removals = t.removals.Decode(d, c.w)
	return s
}

// encode writes a page: of blocks of 64 stamps that are alike, as those of a
// batch are or of indices without an entity, one stamp.
func (p *page) encode(e *driver.Encoder) {
	mixed := uint64(0)
	for b := range word {
		block := p[b*word:][:word]
		for _, stamp := range block {
			if stamp != block[0] {
				mixed |= 1 << b
				break
			}
		}
	}
	e.Uint(mixed)
	for b := range word {
		if block := p[b*word:][:word]; mixed>>b&1 != 0 {
			driver.Words(e, block)
		} else {
			driver.Words(e, block[:1])
		}
	}
}

func (p *page) decode(d *driver.Decoder) {
	mixed := d.Uint()
	for b := range word {
		if block := p[b*word:][:word]; mixed>>b&1 != 0 {
			driver.ReadWords(d, block)
		} else {
			driver.ReadWords(d, block[:1])
			driver.Fill(block, block[0])
		}
	}
}

// Forget implements driver.Forgetter.
func (t *tracker) Forget(es []driver.Entity) {
	never := t.clock.never()
	for _, e := range es {
		if p := t.created.page(e.Index() >> driver.RowBits); p != nil {
			p[e.Index()&(driver.ChunkRows-1)] = never
		}
	}
	t.removals.Forget(es)
	t.check()
}

// Blank implements driver.Forgetter.
func (t *tracker) Blank(c driver.ComponentID, ch *driver.Chunk, col int) {
	for _, column := range ch.Cols[col].Beside[:t.Beside(c)] {
		mark(column, ch.Cols[col].Rows, ch.N, t.clock.never())
	}
}
