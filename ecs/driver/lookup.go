package driver

import "unsafe"

// Lookup is random access to one component without a call: from an entity's
// index to a page entry, from its place to the address of the value. Package
// ecs inlines the path, so the layout is part of the contract.
//
//	Pages[index>>12][index&4095] = generation │ place
//	Bases[place>>12] + (place&4095)·size      = the value
//
// A storage that offers Lookups keeps what it has filled up to date whenever
// pages or bases come, go or move. Whatever the handle, the path must end in
// the value or in nil: an entry of an entity that does not live, or lacks the
// component, has another generation, or a place whose base is nil or beyond Bases,
// of which there are at most 1<<20.
type Lookup struct {
	Pages []*Page // none is nil: see DeadPage
	Bases []unsafe.Pointer

	// Beside are the bases of the tracker's columns, place by place as Bases;
	// empty for a column that the component does not have.
	Beside [2][]unsafe.Pointer

	// Presence, if not nil, is asked first: bit index&4095 of word block
	// Presence[index>>12] says whether the entity has the component. It serves
	// storages whose places are entity indices. A nil block holds nobody.
	Presence []*Bits
}
