package sparseset

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// shifted writes handles to as many entries, with the same added to each. In a world
// that only grew, or was emptied, rows are indices and nothing is added.
func shifted(dst []uint64, es []driver.Entity, shift uint64) {
	if shift == 0 {
		copy(dst, unsafe.Slice((*uint64)(&es[0]), len(es)))
		return
	}
	const step = 8
	for len(es) >= step {
		from, to := (*[step]driver.Entity)(es), (*[step]uint64)(dst)
		to[0], to[1], to[2], to[3] = uint64(from[0])+shift, uint64(from[1])+shift, uint64(from[2])+shift, uint64(from[3])+shift
		to[4], to[5], to[6], to[7] = uint64(from[4])+shift, uint64(from[5])+shift, uint64(from[6])+shift, uint64(from[7])+shift
		es, dst = es[step:], dst[step:]
	}
	for i, e := range es {
		dst[i] = uint64(e) + shift
	}
}

// Rows writes the row of each entity to dst, NoRow for those that are no
// members, and returns the disjunction of all: no row has its highest bit, so
// it tells whether some was NoRow.
func (s *Set) Rows(es []driver.Entity, dst []uint32) (or uint32) {
	pages := s.pages
	dst = dst[:len(es)]
	for k, e := range es {
		row := uint32(driver.NoRow)
		if p := uint32(e) >> driver.RowBits; p < uint32(len(pages)) {
			row = uint32(pages[p][e&(driver.ChunkRows-1)])
		}
		dst[k] = row
		or |= row
	}
	return or
}

// RowsFrom is Rows for consecutive indices of one page.
func (s *Set) RowsFrom(index uint32, dst []uint32) {
	page := driver.DeadPage()
	if p := index >> driver.RowBits; p < uint32(len(s.pages)) {
		page = s.pages[p]
	}
	for k, entry := range page[index&(driver.ChunkRows-1):][:len(dst)] {
		dst[k] = uint32(entry)
	}
}

// RowsOf is Rows for those of es that stand at the positions of list.
func (s *Set) RowsOf(es []driver.Entity, list, dst []uint32) (or uint32) {
	pages := s.pages
	dst = dst[:len(list)]
	for k, at := range list {
		row, e := uint32(driver.NoRow), es[at]
		if p := uint32(e) >> driver.RowBits; p < uint32(len(pages)) {
			row = uint32(pages[p][e&(driver.ChunkRows-1)])
		}
		dst[k] = row
		or |= row
	}
	return or
}

// RowsAt is Rows for entity indices.
func (s *Set) RowsAt(indices, dst []uint32) (or uint32) {
	dst = dst[:len(indices)]
	for k, index := range indices {
		row := s.Row(index)
		dst[k] = row
		or |= row
	}
	return or
}
