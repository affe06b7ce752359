package sparseset

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// Join appends e, which is a member of none of the sets, to all of them, and
// makes column i the new row of set i. It is the inner loop of a spawn.
func Join(e driver.Entity, sets []*Set, cols []driver.Column) {
	p, k := uint32(e)>>driver.RowBits, e&(driver.ChunkRows-1)
	cols = cols[:len(sets)]
	for i, s := range sets {
		row := len(s.entities)
		if row == cap(s.entities) || p >= uint32(len(s.pages)) || s.pages[p] == driver.DeadPage() {
			s.makeRoom(row, p)
		}
		s.pages[p][k] = entryOf(e, row)
		s.entities = s.entities[:row+1]
		s.entities[row] = e
		s.version++
		col := &cols[i]
		*col = driver.Column{}
		if s.size > 0 {
			col.Base = s.value(row)
		}
		for i := range s.columns {
			col.Beside[i&1] = unsafe.Pointer(s.stamp(i, row))
		}
	}
}
