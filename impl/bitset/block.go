package bitset

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// block is what one index chunk holds of a component: who has it, and the
// values and the tracker's columns, in which the entity's index in the chunk
// is the row. The memory for values begins with the first rows and grows to
// the whole chunk, so that a small world, or the last chunk of a large one,
// does not pay for 4096.
type block struct {
	presence
	column *column
	values unsafe.Pointer    // row 0; nil for a tag
	beside [2]unsafe.Pointer // row 0 of the tracker's columns
	rows   int               // rows that values and beside have room for
	clean  int               // rows from here on were never given out, and are zero
}

// firstRows, growth: 64, 256, 1024, 4096 rows. What is copied while an index
// chunk fills up is a third of its rows.
const (
	firstRows = 64
	growth    = 4
)

// stagger is by how many rows the values of a large page are shifted against
// its allocation. Long arrays begin at addresses that are equal modulo the
// size of a memory page, and two such columns that are walked side by side
// evict each other from the cache (1.36 × in pos += vel); a cache line each
// tells them apart.
func stagger(id int, size uintptr) int {
	if size == 0 || size > 256 {
		return 0
	}
	line := int((63 + size) / size) // rows of a cache line
	return id & 15 * line
}

// grow makes room for rows below need.
func (c *column) grow(b *block, need int) {
	rows := max(b.rows, firstRows)
	for rows < need {
		rows *= growth
	}
	fresh := func(size uintptr, id int, alloc func(int) unsafe.Pointer) unsafe.Pointer {
		skip := 0
		if rows >= chunkRows/growth {
			skip = stagger(id, size)
		}
		// skip rows into an allocation of rows+skip.
		return unsafe.Add(alloc(rows+skip), uintptr(skip)*size)
	}
	if c.size > 0 {
		values := fresh(c.size, c.id, c.comp.Make)
		if b.clean > 0 {
			c.comp.Copy(values, b.values, b.clean)
		}
		b.values = values
	}
	for i := range c.stamps {
		stamps := fresh(4, c.id+5*(i+1), makeStamps)
		if b.clean > 0 {
			copy(driver.Stamps(stamps, 0, b.clean), driver.Stamps(b.beside[i], 0, b.clean))
		}
		b.beside[i] = stamps
	}
	b.rows = rows
}

func makeStamps(n int) unsafe.Pointer {
	return unsafe.Pointer(unsafe.SliceData(make([]uint32, n)))
}

// value is the address of a row, nil for a tag.
func (c *column) value(b *block, k int) unsafe.Pointer {
	if b.values == nil {
		return nil
	}
	return unsafe.Add(b.values, uintptr(k)*c.size)
}

// fill makes col the rows of b from k on.
func (c *column) fill(col *driver.Column, b *block, k int) {
	// A column mostly is as it is to be, and to look is cheaper than to write pointers.
	if col.Rows != nil || col.Absent || c.stamps < 2 && col.Beside[c.stamps&1] != nil {
		*col = driver.Column{}
	}
	col.Base = c.value(b, k)
	for i := range c.stamps {
		col.Beside[i&1] = unsafe.Add(b.beside[i&1], k*4)
	}
}

// cell makes at the place of row k.
func (c *column) cell(at *driver.Cell, b *block, k int) {
	*at = driver.Cell{Value: c.value(b, k)}
	for i := range c.stamps {
		at.Beside[i] = unsafe.Add(b.beside[i], k*4)
	}
}

// wipe is how a value is zeroed when it is gained.
type wipe uint8

const (
	wipeNothing wipe = iota // a tag; values with pointers are cleared when lost, for the collector
	wipe8
	wipe16
	wipe24
	wipeAny
)

func wipeOf(size uintptr, pointers bool) wipe {
	switch {
	case size == 0 || pointers:
		return wipeNothing
	case size == 8:
		return wipe8
	case size == 16:
		return wipe16
	case size == 24:
		return wipe24
	}
	return wipeAny
}

// fresh zeroes row k, which is below clean. The size of a pair of floats is
// inlined: a nanosecond of ten for a spawn of two.
func (c *column) fresh(b *block, k int) {
	if c.wipe == wipe16 {
		*(*[16]byte)(unsafe.Add(b.values, k*16)) = [16]byte{}
	} else {
		c.freshOne(b, k)
	}
}

func (c *column) freshOne(b *block, k int) {
	switch p := unsafe.Add(b.values, uintptr(k)*c.size); c.wipe {
	case wipe8:
		*(*[8]byte)(p) = [8]byte{}
	case wipe16:
		*(*[16]byte)(p) = [16]byte{}
	case wipe24:
		*(*[24]byte)(p) = [24]byte{}
	case wipeAny:
		c.comp.Zero(p, 1)
	}
}

// freshRange is freshOne for n rows.
func (c *column) freshRange(b *block, k, n int) {
	dirty := min(b.clean-k, n)
	b.clean = max(b.clean, k+n)
	if dirty > 0 && c.wipe != wipeNothing {
		c.comp.Zero(unsafe.Add(b.values, uintptr(k)*c.size), dirty)
	}
}

// drop clears a value that goes, for the collector.
func (c *column) drop(b *block, k int) {
	c.comp.Zero(unsafe.Add(b.values, uintptr(k)*c.size), 1)
}

// dropRange clears those values among n rows that are there, for the collector.
func (c *column) dropRange(b *block, k, n int) {
	for n > 0 {
		has, m := b.alike(k, n)
		if has {
			c.comp.Zero(unsafe.Add(b.values, uintptr(k)*c.size), m)
		}
		k, n = k+m, n-m
	}
}

// entityAt is the directory page as the column of its index chunk's handles,
// from row k on: a living entity's place is its index, so that its entry is
// its handle.
func entityAt(p *driver.Page, k int) *driver.Entity {
	return (*driver.Entity)(unsafe.Pointer(&p[k]))
}

// entitiesAt is the handles of n rows.
func entitiesAt(p *driver.Page, k, n int) []driver.Entity {
	return unsafe.Slice(entityAt(p, k), len(p[k:k+n]))
}

// bytesOf is the memory of n rows as bytes.
func (c *column) bytesOf(b *block, k, n int) []byte {
	return unsafe.Slice((*byte)(c.value(b, k)), uintptr(n)*c.size)
}
