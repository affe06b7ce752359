package ecs

import (
	"bytes"
	"fmt"
	"unsafe"

	"ecslab/ecs/driver"
)

// savedColumn is values and tracker columns of a component, row by row.
type savedColumn struct {
	values unsafe.Pointer // nil of a tag
	beside [2][]uint32    // as long as there is room; nil without
}

// newColumn has room for rows and a number of tracker columns.
func newColumn(c *driver.Component, beside, rows int) (s savedColumn) {
	if c.Size > 0 {
		s.values = c.Make(rows)
	}
	for j := range beside {
		s.beside[j] = make([]uint32, rows)
	}
	return s
}

// cloneColumn is n matches of a chunk from from on, of a column without rows. What
// is made and filled at once is not zeroed first, which is up to a third of a save.
func cloneColumn(c *driver.Component, beside, n int, col *driver.Column, from int) (s savedColumn) {
	if c.Size > 0 {
		s.values = c.Clone(unsafe.Add(col.Base, uintptr(from)*c.Size), n)
	}
	for j := range beside {
		s.beside[j] = append([]uint32(nil), driver.Stamps(col.Beside[j], uint32(from), n)...)
	}
	return s
}

// shortRun is how many rows in a row are worth a call that copies them.
const shortRun = 8

// take copies n matches of a chunk from from on to the rows from at on.
func (s *savedColumn) take(c *driver.Component, at, n int, col *driver.Column, from int) {
	if col.Rows == nil {
		s.takeRun(c, at, n, col, uint32(from))
	} else {
		s.takeList(c, at, col, col.Rows[from:from+n])
	}
}

// takeList copies listed rows to those from at on.
func (s *savedColumn) takeList(c *driver.Component, at int, col *driver.Column, rows []uint32) {
	for len(rows) > 0 {
		n := driver.ConsecutiveRows(rows)
		if n >= shortRun {
			s.takeRun(c, at, n, col, rows[0])
		} else {
			// Single rows, up to where a run may begin again.
			for n < len(rows) && (n+shortRun > len(rows) || rows[n+shortRun-1]-rows[n] != shortRun-1) {
				n++
			}
			s.takeEach(c, at, col, rows[:n])
		}
		at, rows = at+n, rows[n:]
	}
}

// takeRun copies n rows from first on.
func (s *savedColumn) takeRun(c *driver.Component, at, n int, col *driver.Column, first uint32) {
	if c.Size > 0 {
		c.Copy(s.value(c, at), unsafe.Add(col.Base, uintptr(first)*c.Size), n)
	}
	for j, beside := range s.beside {
		if beside != nil {
			copy(beside[at:at+n], driver.Stamps(col.Beside[j], first, n))
		}
	}
}

// takeEach copies listed rows one by one.
func (s *savedColumn) takeEach(c *driver.Component, at int, col *driver.Column, rows []uint32) {
	if c.Size > 0 {
		copyRows(c, s.value(c, at), col.Base, rows)
	}
	for j, beside := range s.beside {
		if beside == nil {
			continue
		}
		dst := beside[at : at+len(rows)]
		for i, row := range rows {
			dst[i] = *driver.Stamp(col.Beside[j], row)
		}
	}
}

// copyRows copies the values in the rows of base.
func copyRows(c *driver.Component, dst, base unsafe.Pointer, rows []uint32) {
	if !c.Pointers {
		switch c.Size { // a copy of a known size is a move or two, not a call
		case 4:
			copySized[[4]byte](dst, base, rows)
			return
		case 8:
			copySized[[8]byte](dst, base, rows)
			return
		case 12:
			copySized[[12]byte](dst, base, rows)
			return
		case 16:
			copySized[[16]byte](dst, base, rows)
			return
		case 24:
			copySized[[24]byte](dst, base, rows)
			return
		case 32:
			copySized[[32]byte](dst, base, rows)
			return
		}
	}
	for i, row := range rows {
		c.Copy(unsafe.Add(dst, uintptr(i)*c.Size), unsafe.Add(base, uintptr(row)*c.Size), 1)
	}
}

func copySized[T any](dst, base unsafe.Pointer, rows []uint32) {
	to := unsafe.Slice((*T)(dst), len(rows))
	for i, row := range rows {
		to[i] = *(*T)(unsafe.Add(base, uintptr(row)*unsafe.Sizeof(to[0])))
	}
}

// give copies n rows from from on to as many matches of a chunk.
func (s *savedColumn) give(c *driver.Component, from, n int, col *driver.Column) {
	if col.Rows != nil {
		s.giveEach(c, from, col, col.Rows[:n])
		return
	}
	if c.Size > 0 {
		c.Copy(col.Base, s.value(c, from), n)
	}
	for j, beside := range s.beside {
		if beside != nil {
			copy(driver.Stamps(col.Beside[j], 0, n), beside[from:from+n])
		}
	}
}

// giveEach copies the rows from from on to listed ones.
func (s *savedColumn) giveEach(c *driver.Component, from int, col *driver.Column, rows []uint32) {
	for i, row := range rows {
		if c.Size > 0 {
			c.Copy(unsafe.Add(col.Base, uintptr(row)*c.Size), s.value(c, from+i), 1)
		}
		for j, beside := range s.beside {
			if beside != nil {
				*driver.Stamp(col.Beside[j], row) = beside[from+i]
			}
		}
	}
}

func (s *savedColumn) value(c *driver.Component, row int) unsafe.Pointer {
	return unsafe.Add(s.values, uintptr(row)*c.Size)
}

// write writes n rows.
func (s *savedColumn) write(e *driver.Encoder, c *driver.Component, n int) {
	for _, beside := range s.beside {
		if beside != nil {
			driver.Words(e, beside[:n])
		}
	}
	switch {
	case c.Size == 0:
	case c.Codec == nil:
		e.Bytes(valueBytes(c, s.values, n))
	default:
		var text bytes.Buffer
		if err := c.Codec.Encode(&text, s.values, n); err != nil {
			e.Fail(fmt.Errorf("codec of %s: %w", c.Name, err))
			return
		}
		e.Uint(uint64(text.Len()))
		e.Bytes(text.Bytes())
	}
}

// valueBytes are n values of a type without pointers as they lie in memory.
func valueBytes(c *driver.Component, p unsafe.Pointer, n int) []byte {
	return unsafe.Slice((*byte)(p), n*int(c.Size))
}
