package archetype

import "unsafe"

// The single rows of a form whose words move inline. A column's rows are
// aligned to words where its size is a multiple of a word.

type (
	two   = [2]uint64
	three = [3]uint64
	four  = [4]uint64
)

func load[T any](p unsafe.Pointer) T     { return *(*T)(p) }
func store[T any](p unsafe.Pointer, v T) { *(*T)(p) = v }

// zeroRow clears one row.
func (c *Column) zeroRow(p unsafe.Pointer) {
	switch c.form {
	case word1:
		store(p, uint64(0))
	case word2:
		store(p, two{})
	case word3:
		store(p, three{})
	case word4:
		store(p, four{})
	case half:
		store(p, uint32(0))
	default:
		c.zeroRows(p, 1)
	}
}

// moveRow copies src to dst and then hole to src, of which hole is then as good
// as gone. hole may be src.
func (c *Column) moveRow(dst, src, hole unsafe.Pointer) {
	switch c.form {
	case word1:
		store(dst, load[uint64](src))
		store(src, load[uint64](hole))
	case word2:
		store(dst, load[two](src))
		store(src, load[two](hole))
	case word3:
		store(dst, load[three](src))
		store(src, load[three](hole))
	case word4:
		store(dst, load[four](src))
		store(src, load[four](hole))
	case half:
		store(dst, load[uint32](src))
		store(src, load[uint32](hole))
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
		store(src, load[uint64](hole))
	case word2:
		store(src, load[two](hole))
	case word3:
		store(src, load[three](hole))
	case word4:
		store(src, load[four](hole))
	case half:
		store(src, load[uint32](hole))
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
