package flat

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// column is the array of a component's values by entity index, and of what the
// tracker keeps beside them. A tag has no values, but may have stamps.
type column struct {
	comp   *driver.Component
	base   unsafe.Pointer // row 0; nil for a tag and while there are no rows
	rows   uint32
	stamps int // columns beside
	beside [2][]uint32
}

// grow makes at least the given number of rows, at least twice as many as before.
func (c *column) grow(rows uint32) {
	if rows <= c.rows {
		return
	}
	rows = max(rows, 2*c.rows, 64)
	if c.comp.Size > 0 {
		base := c.comp.Make(int(rows))
		if c.rows > 0 {
			c.comp.Copy(base, c.base, int(c.rows))
		}
		c.base = base
	}
	for i := range c.stamps {
		stamps := make([]uint32, rows)
		copy(stamps, c.beside[i])
		c.beside[i] = stamps
	}
	c.rows = rows
}

func (c *column) zero(row, n uint32) {
	if c.base != nil && n > 0 {
		c.comp.Zero(c.at(row), int(n))
	}
}

func (c *column) at(row uint32) unsafe.Pointer {
	return unsafe.Add(c.base, uintptr(row)*c.comp.Size)
}

// from is the column as a chunk shows it, with the given row as its row 0.
func (c *column) from(row uint32) driver.Column {
	view := driver.Column{Extent: int(c.rows - row)}
	if c.base != nil {
		view.Base = c.at(row)
	}
	for i := range c.stamps {
		view.Beside[i] = unsafe.Pointer(&c.beside[i][row])
	}
	return view
}
