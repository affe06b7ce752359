package bitmap

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// handles are those of a chunk whose entities stand in rows 0 … N-1.
//
// Unsafe, for the contract gives the address of row 0: EntityColumn.Rows is
// nil, and then Base addresses at least N handles.
func handles(ch *driver.Chunk) []driver.Entity {
	return unsafe.Slice(ch.Entities.Base, ch.N)
}
