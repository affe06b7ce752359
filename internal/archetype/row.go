package archetype

import "unsafe"

// The single rows of a form whose words move inline. A column's rows are
// aligned to words where its size is a multiple of a word.

type (
	two   = [2]uint64
	three = struct{ a, b, c uint64 } // of arrays this long a copy would be a call
	four  = struct{ a, b, c, d uint64 }
)

// zeroRow clears one row of some columns.
func zeroRow(p *pairs, c *Chunk, row uint32) {
	inline := p.inline()
	for i := range inline {
		k := &inline[i]
		v := unsafe.Add(c.bases[k.to], uintptr(row)*k.size)
		switch k.form {
		case word2:
			*(*two)(v) = two{}
		case word1:
			*(*uint64)(v) = 0
		case half:
			*(*uint32)(v) = 0
		case word3:
			*(*three)(v) = three{}
		case word4:
			*(*four)(v) = four{}
		}
	}
	called := p.called()
	for i := range called {
		k := &called[i]
		k.zeroRows(k.at(c.bases[k.to], row), 1)
	}
}

// fillRow copies the last row of some columns, which is then as good as gone,
// to one that is free, which may be the same.
func fillRow(p *pairs, c *Chunk, row uint32, last *Chunk, from uint32) {
	inline := p.inline()
	for i := range inline {
		k := &inline[i]
		v := unsafe.Add(c.bases[k.from], uintptr(row)*k.size)
		hole := unsafe.Add(last.bases[k.from], uintptr(from)*k.size)
		switch k.form {
		case word2:
			*(*two)(v) = *(*two)(hole)
		case word1:
			*(*uint64)(v) = *(*uint64)(hole)
		case half:
			*(*uint32)(v) = *(*uint32)(hole)
		case word3:
			*(*three)(v) = *(*three)(hole)
		case word4:
			*(*four)(v) = *(*four)(hole)
		}
	}
	called := p.called()
	for i := range called {
		k := &called[i]
		v, hole := k.at(c.bases[k.from], row), k.at(last.bases[k.from], from)
		if v != hole {
			k.copyRows(v, hole, 1)
		}
		if k.form == typed {
			k.comp.Zero(hole, 1)
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
