package ticks

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// created is the tick at which each entity came to be, by index. A stamp may
// be left from an entity that is dead; the next birth on its index writes it.
//
//	index ──▶ pages[index>>12][index&4095] = stamp
type created struct {
	pages []*page // nil: no entity of the index chunk was ever born
}

type page [driver.ChunkRows]uint32

// Born implements driver.Tracker.
func (t *tracker) Born(es []driver.Entity) {
	if t.tracks {
		t.created.mark(es, t.clock.stamp, t.clock.never())
	}
}

// mark stamps entities; never is the stamp of the indices around them.
func (c *created) mark(es []driver.Entity, stamp, never uint32) {
	var p *page
	last := ^uint32(0) // the index chunk of p
	for _, e := range es {
		if chunk := e.Index() >> driver.RowBits; chunk != last {
			p, last = c.take(chunk, never), chunk
		}
		p[e.Index()&(driver.ChunkRows-1)] = stamp
	}
}

// take is the page of an index chunk, for writing.
func (c *created) take(chunk, never uint32) *page {
	for int(chunk) >= len(c.pages) {
		c.pages = append(c.pages, nil)
	}
	p := c.pages[chunk]
	if p == nil {
		p = new(page)
		driver.Fill(p[:], never)
		c.pages[chunk] = p
	}
	return p
}

// filter puts the matches that were created in the window into out.
func (c *created) filter(w window, ch *driver.Chunk, out *driver.Bits) {
	if ch.Run {
		c.filterRun(w, ch.First, ch.N, out)
		return
	}
	for from := 0; from < ch.N; from += word {
		n := min(word, ch.N-from)
		x := uint64(0)
		for k := range n {
			x >>= 1
			index := ch.Entities.At(from + k).Index()
			if p := c.page(index >> driver.RowBits); p != nil {
				x |= w.sign(p[index&(driver.ChunkRows-1)])
			}
		}
		out[from>>6] = x >> (word - n)
	}
}

// filterRun is filter for n consecutive indices: they lie in one page or two.
func (c *created) filterRun(w window, first uint32, n int, out *driver.Bits) {
	from := int(first & (driver.ChunkRows - 1))
	here := min(n, driver.ChunkRows-from)
	chunk := first >> driver.RowBits
	clear(out[:(n+63)>>6])
	if p := c.page(chunk); p != nil {
		w.scan(p[from:from+here], out)
	}
	if here == n {
		return
	}
	p := c.page(chunk + 1)
	if p == nil {
		return
	}
	var rest driver.Bits
	w.scan(p[:n-here], &rest)
	shift := here & 63
	for i, x := range rest[:(n-here+63)>>6] {
		at := here>>6 + i
		out[at] |= x << shift
		if shift != 0 && at+1 < len(out) {
			out[at+1] |= x >> (64 - shift)
		}
	}
}

func (c *created) page(chunk uint32) *page {
	if int(chunk) >= len(c.pages) {
		return nil
	}
	return c.pages[chunk]
}

func (c *created) each(visit func(stamps []uint32)) {
	for _, p := range c.pages {
		if p != nil {
			visit(p[:])
		}
	}
}

// copy makes c the same as other, in the pages that it has: fresh ones would
// cost several times the copy.
func (c *created) copy(other *created) {
	c.pages = append(c.pages, make([]*page, max(0, len(other.pages)-len(c.pages)))...)
	clear(c.pages[len(other.pages):])
	c.pages = c.pages[:len(other.pages)]
	for i, from := range other.pages {
		switch {
		case from == nil:
			c.pages[i] = nil
			continue
		case c.pages[i] == nil:
			c.pages[i] = new(page)
		}
		*c.pages[i] = *from
	}
}

func (c *created) bytes() int {
	bytes := cap(c.pages) * int(unsafe.Sizeof(c.pages[0]))
	for _, p := range c.pages {
		if p != nil {
			bytes += int(unsafe.Sizeof(*p))
		}
	}
	return bytes
}
