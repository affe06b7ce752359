package driver

import "fmt"

// Entity is a handle: the index in the low 32 bits, the generation in the high
// 32. The zero Entity is no entity: generations are never zero.
type Entity uint64

// MakeEntity puts a handle together.
func MakeEntity(index, generation uint32) Entity {
	return Entity(generation)<<32 | Entity(index)
}

// Index is the entity's place in everything that goes by entity. Indices are
// reused; a handle is not.
func (e Entity) Index() uint32 { return uint32(e) }

// Generation tells the users of one index apart.
func (e Entity) Generation() uint32 { return uint32(e >> 32) }

// String is "index:generation", "none" for the zero Entity.
func (e Entity) String() string {
	if e == 0 {
		return "none"
	}
	return fmt.Sprintf("%d:%d", e.Index(), e.Generation())
}
