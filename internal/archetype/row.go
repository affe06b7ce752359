package archetype

import "unsafe"

// The single rows of a form whose words move inline. A column's rows are
// aligned to words where its size is a multiple of a word.

type (
	two   = [2]uint64
	three = struct{ a, b, c uint64 } // of arrays this long a copy would be a call
	four  = struct{ a, b, c, d uint64 }
)

// cellAt is one row of a column of T's. Where the type is known the address is
// a shift away; to multiply by a column's size takes three cycles and a load.
func cellAt[T any](base unsafe.Pointer, row uint32) *T {
	return (*T)(unsafe.Add(base, uintptr(row)*unsafe.Sizeof(*new(T))))
}

// zeroRow clears one row of some columns, inline and by calls.
func zeroRow(inline, called []pair, c *Chunk, row uint32) {
	for i := range inline {
		k := &inline[i]
		v := c.bases[k.to]
		switch k.form {
		case word2:
			*cellAt[two](v, row) = two{}
		case word1:
			*cellAt[uint64](v, row) = 0
		case half:
			*cellAt[uint32](v, row) = 0
		case word3:
			*cellAt[three](v, row) = three{}
		case word4:
			*cellAt[four](v, row) = four{}
		}
	}
	for _, k := range called {
		col := c.table.columns[k.to]
		col.zeroRows(col.at(c.bases[k.to], row), 1)
	}
}

// fillRow copies the last row of some columns, which is then as good as gone,
// to one that is free, which may be the same.
func fillRow(inline, called []pair, c *Chunk, row uint32, last *Chunk, from uint32) {
	for i := range inline {
		k := &inline[i]
		v, end := c.bases[k.from], last.bases[k.from]
		switch k.form {
		case word2:
			*cellAt[two](v, row) = *cellAt[two](end, from)
		case word1:
			*cellAt[uint64](v, row) = *cellAt[uint64](end, from)
		case half:
			*cellAt[uint32](v, row) = *cellAt[uint32](end, from)
		case word3:
			*cellAt[three](v, row) = *cellAt[three](end, from)
		case word4:
			*cellAt[four](v, row) = *cellAt[four](end, from)
		}
	}
	for _, k := range called {
		col := c.table.columns[k.from]
		v, hole := col.at(c.bases[k.from], row), col.at(last.bases[k.from], from)
		if v != hole {
			col.copyRows(v, hole, 1)
		}
		if col.care == scanned {
			col.zeroRows(hole, 1)
		}
	}
}

// moveRow is one row of a column that needs calls: src goes to dst, and the
// last row of the table to src.
func (c *Column) moveRow(dst, src, last unsafe.Pointer) {
	if c.form == typed {
		c.comp.Move(dst, src, last)
		return
	}
	c.copyRows(dst, src, 1)
	if src != last {
		c.copyRows(src, last, 1)
	}
}
