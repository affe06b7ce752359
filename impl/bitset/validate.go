package bitset

import (
	"bytes"
	"fmt"

	"ecslab/ecs/driver"
)

// check panics under the invariants tag if the storage is not as it should be.
func (s *Storage) check() {
	if invariants {
		if err := s.validate(); err != nil {
			panic(err)
		}
	}
}

// validate checks every invariant of the package.
func (s *Storage) validate() error {
	if err := s.alive.validate(nil); err != nil {
		return fmt.Errorf("the living: %w", err)
	}
	if err := s.validateLiving(); err != nil {
		return err
	}
	want := make([][segments]driver.Mask, len(s.chunks))
	for _, c := range s.columns {
		if c == nil {
			continue
		}
		if err := c.validate(s.dir); err != nil {
			return fmt.Errorf("component %s: %w", c.comp.Name, err)
		}
		for chunk, b := range c.blocks {
			if b == nil {
				continue
			}
			r := s.chunks[chunk]
			if r == nil || r.blocks[c.id] != b || r.living != s.alive.at(chunk) {
				return fmt.Errorf("component %s: index chunk %d: the region has another block", c.comp.Name, chunk)
			}
			for w, x := range b.words {
				if x == 0 {
					continue
				}
				if x&^r.living.words[w] != 0 {
					return fmt.Errorf("component %s: index chunk %d, word %d: has %x, which do not all live", c.comp.Name, chunk, w, x)
				}
				want[chunk][w/segmentStep].Set(c.comp.ID)
			}
		}
	}
	for chunk, r := range s.chunks {
		if r == nil {
			continue
		}
		if r.has != want[chunk] {
			return fmt.Errorf("index chunk %d: its segments' components are told as %x, and are %x", chunk, r.has, want[chunk])
		}
		for id, b := range r.blocks {
			if b != s.columns[id].at(chunk) {
				return fmt.Errorf("index chunk %d: the region has another block of component %d", chunk, id)
			}
		}
	}
	return nil
}

// validateLiving compares the living with the directory.
func (s *Storage) validateLiving() error {
	for index := range s.dir.Span() {
		chunk, k := place(index)
		e := s.dir.Handle(index)
		if s.alive.has(chunk, k) != (e != 0) {
			return fmt.Errorf("index %d: directory says %v, the living %t", index, e, e == 0)
		}
		if e != 0 && s.dir.Place(e) != index {
			return fmt.Errorf("index %d: place is %d", index, s.dir.Place(e))
		}
	}
	return nil
}

func (c *column) validate(dir *driver.Directory) error {
	for chunk, b := range c.blocks {
		top := c.top.word(chunk>>6)>>(chunk&63)&1 != 0
		if top != (b != nil && b.summary != 0) {
			return fmt.Errorf("index chunk %d: top is %t", chunk, top)
		}
		if b == nil {
			continue
		}
		if err := b.presence.validate(); err != nil {
			return fmt.Errorf("index chunk %d: %w", chunk, err)
		}
		if c.comp != nil {
			if err := c.validateRows(b); err != nil {
				return fmt.Errorf("index chunk %d: %w", chunk, err)
			}
		}
	}
	if last := len(c.top) << 6; last > 0 {
		for chunk := len(c.blocks); chunk < last; chunk++ {
			if c.top.word(chunk>>6)>>(chunk&63)&1 != 0 {
				return fmt.Errorf("index chunk %d: top without a block", chunk)
			}
		}
	}
	if c.lookup != nil {
		return c.validateLookup(dir)
	}
	return nil
}

func (p *presence) validate() error {
	for w, x := range p.words {
		if (x != 0) != (p.summary>>w&1 != 0) || (x == ones) != (p.full>>w&1 != 0) {
			return fmt.Errorf("word %d is %x, its summaries %d and %d", w, x, p.summary>>w&1, p.full>>w&1)
		}
	}
	return nil
}

func (c *column) validateRows(b *block) error {
	for k := 0; k < chunkRows; {
		has, n := b.alike(k, chunkRows-k)
		if has && (k+n > b.clean || c.takesRows() && k+n > b.rows) {
			return fmt.Errorf("rows %d to %d of %d, %d of them used", k, k+n, b.rows, b.clean)
		}
		first := k // of those that nobody has and that are zero
		k += n
		if has || c.size == 0 {
			continue
		}
		if !c.pointers {
			first = max(first, b.clean)
		}
		if n := min(k, b.rows) - first; n > 0 && !zero(c.bytesOf(b, first, n)) {
			return fmt.Errorf("rows %d to %d hold a value that nobody has", first, first+n)
		}
	}
	if (b.values == nil) != (c.size == 0 || b.rows == 0) {
		return fmt.Errorf("values at %p", b.values)
	}
	return nil
}

var zeros [4096]byte

func zero(p []byte) bool {
	for len(p) > len(zeros) {
		if !bytes.Equal(p[:len(zeros)], zeros[:]) {
			return false
		}
		p = p[len(zeros):]
	}
	return bytes.Equal(p, zeros[:len(p)])
}

func (c *column) validateLookup(dir *driver.Directory) error {
	l := c.lookup
	if l.Presence == nil || len(l.Pages) != len(dir.Pages()) || len(l.Bases) != len(l.Presence) {
		return fmt.Errorf("lookup of %d, %d, %d", len(l.Presence), len(l.Pages), len(l.Bases))
	}
	for chunk := range max(len(l.Presence), len(c.blocks)) {
		b := c.at(chunk)
		if chunk >= len(l.Presence) {
			if b != nil {
				return fmt.Errorf("lookup: index chunk %d is missing", chunk)
			}
			continue
		}
		if (b == nil) != (l.Presence[chunk] == nil) {
			return fmt.Errorf("lookup: index chunk %d", chunk)
		}
		if b == nil {
			if l.Bases[chunk] != nil {
				return fmt.Errorf("lookup: index chunk %d has a base", chunk)
			}
			continue
		}
		if l.Presence[chunk] != &b.words || l.Bases[chunk] != b.values {
			return fmt.Errorf("lookup: index chunk %d has another block", chunk)
		}
		for i := range c.stamps {
			if l.Beside[i][chunk] != b.beside[i] {
				return fmt.Errorf("lookup: index chunk %d has another tracker column", chunk)
			}
		}
	}
	return nil
}
