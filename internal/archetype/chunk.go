package archetype

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// Chunk is a stretch of rows of one table.
type Chunk struct {
	table    *Table
	entities unsafe.Pointer   // []driver.Entity of cap rows
	bases    []unsafe.Pointer // row 0 of each column of the table, in its order

	id    uint32 // in Store.chunks, and in the places of the entities
	n     uint32 // rows in use
	cap   uint32 // rows that there is memory for
	clean uint32 // pointer-free values are zero from this row on
	first uint32 // index of the entity in row 0, if run
	pos   uint32 // in Table.chunks
	class uint8  // cap is Store.caps[class]
	run   bool   // the indices are first, first+1, …; means nothing while n is 0
}

// Table is the table that the chunk belongs to.
func (c *Chunk) Table() *Table { return c.table }

// Len is the number of rows in use.
func (c *Chunk) Len() int { return int(c.n) }

func (c *Chunk) entity(row uint32) *driver.Entity {
	return (*driver.Entity)(unsafe.Add(c.entities, uintptr(row)*8))
}

// Entities are the handles of n rows from the given one on.
func (c *Chunk) Entities(row, n uint32) []driver.Entity {
	return unsafe.Slice(c.entity(row), n)
}

// stretch is how many of es stand in the chunk from the given row on, row by
// row. It is at least 1 if es[0] stands in that row. Comparing handles is
// sequential where asking the directory would not be, and blocks of them are
// compared as memory, .1 ns each.
func (c *Chunk) stretch(row uint32, es []driver.Entity) uint32 {
	const block, small = 128, 16
	most := min(uint32(len(es)), c.n-row)
	here, i := c.Entities(row, most), uint32(0)
	for most-i >= block && *(*[block]driver.Entity)(here[i:]) == *(*[block]driver.Entity)(es[i:]) {
		i += block
	}
	for most-i >= small && *(*[small]driver.Entity)(here[i:]) == *(*[small]driver.Entity)(es[i:]) {
		i += small
	}
	for i < most && here[i] == es[i] {
		i++
	}
	return i
}

// broke is called after a row in the middle was overwritten by another entity.
func (c *Chunk) broke() {
	c.run = c.n == 1
	if c.run {
		c.first = c.entity(0).Index()
	}
}

// Slot says where a chunk of some table has a component.
type Slot struct {
	Size   uint32   // bytes of a value
	Value  int16    // column of the values; -1: none
	Beside [2]int16 // the tracker's columns; -1: none
	form   form     // of the values
}

var noSlot = Slot{Value: -1, Beside: [2]int16{-1, -1}}

// Cell is the component of one row.
func (c *Chunk) Cell(at *driver.Cell, s *Slot, row uint32) {
	*at = driver.Cell{}
	if s.Value >= 0 {
		at.Value = unsafe.Add(c.bases[s.Value], uintptr(row)*uintptr(s.Size))
	}
	for j, b := range s.Beside {
		if b >= 0 {
			at.Beside[j] = unsafe.Add(c.bases[b], uintptr(row)*4)
		}
	}
}

// View fills ch with n rows from the given one on; column i of ch is slots[i].
func (c *Chunk) View(ch *driver.Chunk, slots []Slot, row, n uint32) {
	ch.N = int(n)
	ch.Entities.Base = c.entity(row)
	if ch.Entities.Rows != nil {
		ch.Entities.Rows = nil
	}
	ch.Run, ch.First = c.run, c.first+row
	c.columns(ch, slots, row)
}

// columns fills the columns of ch so that their row 0 is the given one. Another
// operation may have left anything in ch.
func (c *Chunk) columns(ch *driver.Chunk, slots []Slot, row uint32) {
	cols := ch.Cols[:len(slots)]
	for i := range slots {
		s, col := &slots[i], &cols[i]
		if col.Rows != nil || col.Absent {
			*col = driver.Column{}
		}
		if s.Value >= 0 {
			col.Base = unsafe.Add(c.bases[s.Value], uintptr(row)*uintptr(s.Size))
		} else if col.Base != nil {
			col.Base = nil
		}
		for j, b := range s.Beside {
			if b >= 0 {
				col.Beside[j] = unsafe.Add(c.bases[b], uintptr(row)*4)
			} else if col.Beside[j] != nil {
				col.Beside[j] = nil
			}
		}
	}
}

// clean makes a column dense, present and without the tracker's columns. It
// mostly is, and to look is cheaper than to write pointers.
func clean(col *driver.Column) {
	if col.Rows != nil || col.Absent || col.Beside[0] != nil || col.Beside[1] != nil {
		*col = driver.Column{}
	}
}

// ViewRows fills ch with a list of rows of the chunk.
func (c *Chunk) ViewRows(ch *driver.Chunk, slots []Slot, rows []uint32) {
	ch.N = len(rows)
	ch.Entities.Base, ch.Entities.Rows = c.entity(0), rows
	ch.Run = false
	c.columns(ch, slots, 0)
	for i := range slots {
		ch.Cols[i].Rows, ch.Cols[i].Extent = rows, int(c.n)
	}
}
