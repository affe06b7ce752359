package archetype

import "unsafe"

// The single rows of a form whose words move inline. A column's rows are
// aligned to words where its size is a multiple of a word.

type (
	two   = [2]uint64
	three = [3]uint64
	four  = [4]uint64
)

// zeroRow clears one row.
func (c *Column) zeroRow(p unsafe.Pointer) {
	switch c.form {
	case word1:
		*(*uint64)(p) = 0
	case word2:
		*(*two)(p) = two{}
	case word3:
		*(*three)(p) = three{}
	case word4:
		*(*four)(p) = four{}
	case half:
		*(*uint32)(p) = 0
	default:
		c.zeroRows(p, 1)
	}
}

// moveRow copies src to dst and then hole to src, of which hole is then as good
// as gone. hole may be src.
func (c *Column) moveRow(dst, src, hole unsafe.Pointer) {
	switch c.form {
	case word1:
		*(*uint64)(dst) = *(*uint64)(src)
		*(*uint64)(src) = *(*uint64)(hole)
	case word2:
		*(*two)(dst) = *(*two)(src)
		*(*two)(src) = *(*two)(hole)
	case word3:
		*(*three)(dst) = *(*three)(src)
		*(*three)(src) = *(*three)(hole)
	case word4:
		*(*four)(dst) = *(*four)(src)
		*(*four)(src) = *(*four)(hole)
	case half:
		*(*uint32)(dst) = *(*uint32)(src)
		*(*uint32)(src) = *(*uint32)(hole)
	case typed:
		c.comp.Move(dst, src, hole)
	default:
		c.copyRows(dst, src, 1)
		if src != hole {
			c.copyRows(src, hole, 1)
		}
	}
}

// fillRow copies hole to src, of which hole is then as good as gone. hole may
// be src.
func (c *Column) fillRow(src, hole unsafe.Pointer) {
	switch c.form {
	case word1:
		*(*uint64)(src) = *(*uint64)(hole)
	case word2:
		*(*two)(src) = *(*two)(hole)
	case word3:
		*(*three)(src) = *(*three)(hole)
	case word4:
		*(*four)(src) = *(*four)(hole)
	case half:
		*(*uint32)(src) = *(*uint32)(hole)
	case typed:
		if src != hole {
			c.comp.Copy(src, hole, 1)
		}
		c.comp.Zero(hole, 1)
	default:
		if src != hole {
			c.copyRows(src, hole, 1)
		}
	}
}
