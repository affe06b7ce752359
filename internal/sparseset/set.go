package sparseset

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// Set is the members of one component with their values.
type Set struct {
	entities []driver.Entity   // by row; the length is the number of members
	values   unsafe.Pointer    // row 0; nil for a tag and before the first member
	beside   [2]unsafe.Pointer // row 0 of the tracker's columns; nil without
	reserved int               // rows that the arrays hold
	dirty    int               // free rows below may hold values that went; those of the others are zero

	pages []*driver.Page // by index chunk; the dead page where nobody was since the last Clear or Shrink
	idle  []*driver.Page // out of use since a Clear, with what stood there

	version uint64
	stamps  []uint64 // by block of rows: the version since which they are as they are
	run     int      // rows below are known to have consecutive indices

	component *driver.Component
	size      uintptr
	shape     shape
	columns   int            // the tracker's columns
	spare     unsafe.Pointer // one value for Swap, made at its first use
	watch     *driver.Lookup // kept up to date; nil: nobody looks
}

// New makes an empty set with that many tracker columns.
func New(c *driver.Component, columns int) *Set {
	return &Set{component: c, size: c.Size, shape: shapeOf(c), columns: columns}
}

// Component is the component whose values the set holds.
func (s *Set) Component() *driver.Component { return s.component }

// Len is the number of members.
func (s *Set) Len() int { return len(s.entities) }

// Entities are the members by row, to be read only.
func (s *Set) Entities() []driver.Entity { return s.entities }

// Version is another one after each change of membership or order.
func (s *Set) Version() uint64 { return s.version }

// Touch makes the version another one, for owners that let something depend on
// the set that the set does not know.
func (s *Set) Touch() { s.version++ }

// BlockRows is the number of rows about which Since tells together.
const (
	BlockRows = 1 << blockBits
	blockBits = 8
)

// Since reports whether the members of n rows are those of an earlier version.
func (s *Set) Since(version uint64, row, n int) bool {
	for k := row >> blockBits; k <= (row+n-1)>>blockBits; k++ {
		if s.stamps[k] > version {
			return false
		}
	}
	return true
}

// restamp notes that n rows get or lose members in the version to come, by
// which it is known how far two sets that were in the same order still are.
func (s *Set) restamp(row, n int) {
	for k := row >> blockBits; k <= (row+n-1)>>blockBits; k++ {
		s.stamps[k] = s.version + 1
	}
}

// Row is the row of the member with that index, NoRow if there is none.
func (s *Set) Row(index uint32) uint32 {
	pages := s.pages
	if p := uint64(index) >> driver.RowBits; p < uint64(len(pages)) { // one bound check
		return uint32(pages[p][index&(driver.ChunkRows-1)])
	}
	return driver.NoRow
}

// Page is the page of an index chunk, which none may write.
func (s *Set) Page(chunk uint32) *driver.Page {
	pages := s.pages
	if p := uint64(chunk); p < uint64(len(pages)) {
		return pages[p]
	}
	return driver.DeadPage()
}

// Run reports whether rows from … from+n-1 have consecutive indices, as far as
// all rows before them do, and the first of them. Batches tell that they are a
// run; what was appended one by one is looked at here, once, for an Append is
// worth more.
func (s *Set) Run(from, n int) (first uint32, ok bool) {
	if from+n > s.run {
		if s.extendRun(from + n); from+n > s.run {
			return 0, false
		}
	}
	return uint32(s.entities[0]) + uint32(from), true
}

// extendRun looks whether the run goes on up to a row.
func (s *Set) extendRun(end int) {
	first := uint32(s.entities[0])
	for s.run < end && uint32(s.entities[s.run]) == first+uint32(s.run) {
		s.run++
	}
}

// Append makes e, which is no member, one, with a zero value, and returns its row.
func (s *Set) Append(e driver.Entity) int {
	row, p := len(s.entities), uint32(e)>>driver.RowBits
	page := s.Page(p)
	if page == driver.DeadPage() || row == cap(s.entities) || row < s.dirty {
		page = s.makeRoom(row, p)
	}
	page[e&(driver.ChunkRows-1)] = entryOf(e, row)
	s.entities = s.entities[:row+1]
	s.entities[row] = e
	s.version++
	return row
}

// makeRoom makes the row behind the last a zero one that can be used, and returns
// page p, that can be written. It is out of the way of Append and Join, which need
// it seldom: so it clears all rows that a batch left.
//
//go:noinline
func (s *Set) makeRoom(row int, p uint32) *driver.Page {
	s.Reserve(row + 1)
	if s.Page(p) == driver.DeadPage() {
		s.take(p, false)
	}
	if row < s.dirty {
		s.wipe(row, s.dirty-row, false)
	}
	return s.pages[p]
}

// Swap exchanges the rows of two members.
func (s *Set) Swap(a, b int) {
	if a == b {
		return
	}
	e, f := s.entities[a], s.entities[b]
	s.entities[a], s.entities[b] = f, e
	s.relink(a, 1)
	s.relink(b, 1)
	s.swapValues(a, b)
	s.run = min(s.run, a, b)
	s.version++
}
