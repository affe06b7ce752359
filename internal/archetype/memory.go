package archetype

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// entityArrays are free arrays of handles by class.
type entityArrays [classes][]unsafe.Pointer

// alignment says where in a page an array of n rows of size bytes begins:
// short ones right behind each other, long ones at their column's shift.
func alignment(at uintptr, shift uintptr, n uint32, size uintptr) uintptr {
	at = (at + 7) &^ 7
	if uintptr(n)*size < 4096 {
		return at
	}
	return at + (shift-at)&4095
}

// newChunk makes an empty chunk with memory for a class of rows.
func (s *Store) newChunk(t *Table, class uint8) (*Chunk, error) {
	id, ok := s.takeID()
	if !ok {
		return nil, driver.ErrFull
	}
	var c *Chunk
	if n := len(s.shells); n > 0 {
		c, s.shells = s.shells[n-1], s.shells[:n-1]
	} else {
		c = s.parts.chunks.one()
		c.bases = s.parts.bases.take(len(t.columns))
	}
	c.id, c.n, c.table = id, 0, t
	s.chunks[id] = c
	s.allot(c, t, class)
	s.addLookups(c, t)
	return c, nil
}

func (s *Store) takeID() (uint32, bool) {
	if n := len(s.freeIDs); n > 0 {
		id := s.freeIDs[n-1]
		s.freeIDs = s.freeIDs[:n-1]
		return id, true
	}
	id := uint32(len(s.chunks))
	if id >= s.limit {
		return 0, false
	}
	s.chunks = push(s.chunks, nil)
	return id, true
}

// allot gives a chunk arrays for the columns of t, which may differ from those
// of the table that it belongs to. Free arrays come first; the pointer-free
// rest is cut from one allocation, which the collector does not scan.
func (s *Store) allot(c *Chunk, t *Table, class uint8) {
	n := s.caps[class]
	c.class, c.cap, c.clean = class, n, 0
	c.bases = resizeList(c.bases, len(t.columns))
	c.entities = s.spares.take(class)
	total := uintptr(0)
	if c.entities == nil {
		total = uintptr(n) * 8
	}
	for i, col := range t.columns {
		c.bases[i] = col.take(class)
		switch {
		case c.bases[i] != nil:
			if col.cleared() {
				c.clean = n // what was there before is there still
			}
		case col.care == scanned:
			c.bases[i] = col.make(n)
		default:
			total = alignment(total, col.shift, n, col.size) + uintptr(n)*col.size
		}
	}
	if total == 0 {
		return
	}
	slab := s.unscanned(total)
	at := uintptr(0)
	if c.entities == nil {
		c.entities, at = slab, uintptr(n)*8
	}
	for i, col := range t.columns {
		if c.bases[i] != nil {
			continue
		}
		at = alignment(at, col.shift, n, col.size)
		c.bases[i] = unsafe.Add(slab, at)
		at += uintptr(n) * col.size
	}
}

// unscanned is zero memory that the collector does not look into. Short arrays
// share a block with those of other chunks: most archetypes have few entities.
func (s *Store) unscanned(bytes uintptr) unsafe.Pointer {
	if bytes > sharedBytes {
		return unscanned(bytes)
	}
	return unsafe.Pointer(unsafe.SliceData(s.parts.rows.take(int(bytes+7) / 8)))
}

// unscanned is a block of such memory for one chunk alone. Long ones
// begin at a page, which the shifts count from: the allocator's sizes do so
// from 32 KiB on, and below that where they are whole pages of its own.
func unscanned(bytes uintptr) unsafe.Pointer {
	const page = 8192
	if bytes >= 2*page {
		bytes = (bytes + page - 1) &^ (page - 1)
	}
	return unsafe.Pointer(unsafe.SliceData(make([]uint64, (bytes+7)/8)))
}

// make is an array of n zero values with pointers.
func (c *Column) make(n uint32) unsafe.Pointer {
	if uintptr(n)*c.size < 4096 || c.size >= 4096 {
		return c.comp.Make(int(n))
	}
	// An array of Go values can only begin at a whole value.
	skip := uint32((c.shift + c.size - 1) / c.size)
	return c.at(c.comp.Make(int(n+skip)), skip)
}

// take is a free array, nil if there is none.
func (c *Column) take(class uint8) unsafe.Pointer { return take(&c.free[class]) }

func (a *entityArrays) take(class uint8) unsafe.Pointer { return take(&a[class]) }

func take(list *[]unsafe.Pointer) unsafe.Pointer {
	n := len(*list)
	if n == 0 {
		return nil
	}
	p := (*list)[n-1]
	(*list)[n-1] = nil
	*list = (*list)[:n-1]
	return p
}

// release takes an empty chunk out of the store. Its arrays are kept for reuse.
func (s *Store) release(c *Chunk) {
	s.dropLookups(c, c.table)
	s.freeArrays(c)
	clear(c.bases)
	s.chunks[c.id] = nil
	s.freeIDs = append(s.freeIDs, c.id)
	c.table, c.entities, c.bases = nil, nil, c.bases[:0]
	s.shells = append(s.shells, c)
}

// freeArrays keeps the arrays of a chunk, short ones too: a table that hands its
// chunks over in one batch and gets single rows back begins anew each time.
func (s *Store) freeArrays(c *Chunk) {
	for i, col := range c.table.columns {
		col.free[c.class] = append(col.free[c.class], c.bases[i])
	}
	s.spares[c.class] = append(s.spares[c.class], c.entities)
}

// resize gives a table's tail longer arrays and copies its rows.
func (s *Store) resize(c *Chunk, class uint8) {
	t, old := c.table, *c
	old.bases = append(s.scratch[:0], c.bases...)
	s.scratch = old.bases
	s.allot(c, t, class)
	copy(c.Entities(0, c.n), old.Entities(0, c.n))
	for i, col := range t.columns {
		if c.n > 0 {
			col.copyRows(c.bases[i], old.bases[i], c.n)
		}
	}
	c.clean = max(c.clean, c.n)
	old.clearScanned(0, old.n)
	s.freeArrays(&old)
	clear(s.scratch)
	s.addLookups(c, t)
}

// room makes place at the end of a table for at least one of n more rows, and
// for all of them as far as one chunk goes, and returns the tail.
func (s *Store) room(t *Table, n int) (*Chunk, error) {
	want := uint32(min(n, int(s.rows)))
	if c := t.tail; c != nil && c.n < s.rows {
		if c.n+want > c.cap && c.cap < s.rows {
			s.resize(c, s.classFor(c.n+want))
		}
		return c, nil
	}
	c := t.spare
	t.spare = nil
	if c == nil {
		class := uint8(classes - 1)
		if t.tail == nil {
			class = s.classFor(want)
		}
		var err error
		if c, err = s.newChunk(t, class); err != nil {
			return nil, err
		}
	}
	s.link(t, c)
	return c, nil
}

// emptied is called when the last row of a table's tail went.
func (s *Store) emptied(c *Chunk) {
	s.shape++
	t := c.table
	if len(t.chunks) > 1 {
		t.unlink(c)
		s.rest(t, c)
	}
}

// rest keeps an empty chunk as its table's spare, or releases it.
func (s *Store) rest(t *Table, c *Chunk) {
	if t.spare == nil && c.cap == s.rows {
		t.spare = c
		return
	}
	s.release(c)
}

// resizeList is list with n zero elements.
func resizeList(list []unsafe.Pointer, n int) []unsafe.Pointer {
	if cap(list) < n {
		return make([]unsafe.Pointer, n)
	}
	list = list[:n]
	clear(list)
	return list
}
