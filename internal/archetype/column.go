package archetype

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// Column describes one array of every table that has the component: the
// values, or one of the tracker's columns.
type Column struct {
	comp  *driver.Component
	order uint16 // tables have their columns in this order
	part  uint8  // 0: values; 1, 2: the tracker's columns
	form  form
	care  care
	size  uintptr // bytes a row
	shift uintptr // where long arrays begin, modulo 4096

	// free are arrays that no chunk has, by the class of their length. Those of
	// values with pointers are zero.
	free [classes][]unsafe.Pointer
}

// form is how single rows are copied: words are moved inline (.6 ns for 16
// bytes, where a call of memmove takes 2.4), and values with pointers by
// closures over the type, which know of write barriers (2.1).
type form uint8

const (
	word1 form = iota
	word2
	word3
	word4
	half
	raw
	typed
)

// care is what rows of a column take.
type care uint8

const (
	beside  care = iota // the tracker's: single rows are copied inline, and none is cleared
	inline              // of pointer-free values: likewise, and rows are cleared when they are given out
	called              // the same, but to copy single rows takes a call
	scanned             // of values with pointers: calls, and rows are cleared when they go
	cares
)

// cleared says that rows are cleared when they are given out.
func (c *Column) cleared() bool { return c.care == inline || c.care == called }

func careOf(form form, part int) care {
	switch {
	case part > 0:
		return beside
	case form <= half:
		return inline
	case form == raw:
		return called
	}
	return scanned
}

func formOf(c *driver.Component, part int) (form, uintptr) {
	if part > 0 {
		return half, 4
	}
	if c.Pointers {
		return typed, c.Size
	}
	switch c.Size {
	case 4:
		return half, 4
	case 8:
		return word1, 8
	case 16:
		return word2, 16
	case 24:
		return word3, 24
	case 32:
		return word4, 32
	}
	return raw, c.Size
}

// newColumn describes a column. Long arrays of one chunk must not begin at the
// same address modulo 4096: two that do cost 1.36 × in a loop over both. The
// shifts differ by a cache line from each other while there are 21 components,
// and by 8 bytes for 170.
func newColumn(c *driver.Component, part int) *Column {
	form, size := formOf(c, part)
	slot := 1 + 3*uintptr(c.ID) + uintptr(part) // 0 is the entities'
	return &Column{
		comp: c, order: uint16(slot), part: uint8(part), form: form, care: careOf(form, part),
		size: size, shift: slot%64*64 + slot/64%8*8,
	}
}

func (c *Column) at(base unsafe.Pointer, row uint32) unsafe.Pointer {
	return unsafe.Add(base, uintptr(row)*c.size)
}

// copyRows copies n rows; the ranges do not overlap.
func (c *Column) copyRows(dst, src unsafe.Pointer, n uint32) {
	if c.form == typed {
		c.comp.Copy(dst, src, int(n))
		return
	}
	bytes := uintptr(n) * c.size
	copy(unsafe.Slice((*byte)(dst), bytes), unsafe.Slice((*byte)(src), bytes))
}

// zeroRows clears n rows.
func (c *Column) zeroRows(p unsafe.Pointer, n uint32) {
	if c.form == typed {
		c.comp.Zero(p, int(n))
		return
	}
	clear(unsafe.Slice((*byte)(p), uintptr(n)*c.size))
}
