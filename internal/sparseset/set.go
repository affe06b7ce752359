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

	pages  []*driver.Page // by index chunk; the dead page where nobody is
	counts []uint16       // members by page
	idle   int            // a page without members that is kept; -1: none
	pool   *Pool

	version uint64
	stamps  []uint64 // by block of rows: the version since which they are as they are
	run     int      // rows below have consecutive indices …
	first   uint32   // … from this one on

	component *driver.Component
	size      uintptr
	shape     shape
	columns   int            // the tracker's columns
	spare     unsafe.Pointer // one value for Swap, made at its first use
	watch     *driver.Lookup // kept up to date; nil: nobody looks
}

// New makes an empty set with that many tracker columns, whose pages come from
// the pool.
func New(c *driver.Component, columns int, pool *Pool) *Set {
	return &Set{component: c, size: c.Size, shape: shapeOf(c), columns: columns, pool: pool, idle: -1}
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

// restamp notes that n rows got other members in the version to come, by
// which it is known how far two sets that were in the same order still are.
func (s *Set) restamp(row, n int) {
	for k := row >> blockBits; k <= (row+n-1)>>blockBits; k++ {
		s.stamps[k] = s.version + 1
	}
}

// Row is the row of the member with that index, NoRow if there is none.
func (s *Set) Row(index uint32) uint32 {
	if p := index >> driver.RowBits; p < uint32(len(s.pages)) {
		return uint32(s.pages[p][index&(driver.ChunkRows-1)])
	}
	return driver.NoRow
}

// Run reports whether rows from … from+n-1 are known to have consecutive
// indices, and the first of them.
func (s *Set) Run(from, n int) (first uint32, ok bool) {
	return s.first + uint32(from), from+n <= s.run
}

// Append makes e, which is no member, one, with a zero value, and returns its row.
func (s *Set) Append(e driver.Entity) int {
	row := len(s.entities)
	if row == s.reserved {
		s.Reserve(row + 1)
	}
	s.entities = s.entities[:row+1]
	s.entities[row] = e
	p := uint32(e) >> driver.RowBits
	if p >= uint32(len(s.counts)) || s.counts[p] == 0 {
		s.take(p)
	}
	s.counts[p]++
	s.pages[p][e&(driver.ChunkRows-1)] = entryOf(e, row)
	if row == 0 {
		s.first = uint32(e)
	}
	if s.run == row && uint32(e)-s.first == uint32(row) {
		s.run++
	}
	s.version++
	s.stamps[row>>blockBits] = s.version
	return row
}

// Remove ends the membership of e, a member: the last row fills its place.
func (s *Set) Remove(e driver.Entity) {
	p := uint32(e) >> driver.RowBits
	entry := &s.pages[p][e&(driver.ChunkRows-1)]
	row, last := int(uint32(*entry)), len(s.entities)-1
	*entry = absent
	if s.counts[p]--; s.counts[p] == 0 {
		s.giveBack(int(p))
	}
	if row != last {
		moved := s.entities[last]
		s.entities[row] = moved
		s.pages[uint32(moved)>>driver.RowBits][moved&(driver.ChunkRows-1)] = entryOf(moved, row)
		s.stamps[row>>blockBits] = s.version + 1
	}
	switch s.shape {
	case shapeTag:
	case shapePair:
		dst, src := (*[2]uint64)(s.value(row)), (*[2]uint64)(s.value(last))
		dst[0], dst[1] = src[0], src[1]
		src[0], src[1] = 0, 0
	default:
		s.fill(row, last)
	}
	for i := range s.columns {
		*s.stamp(i, row) = *s.stamp(i, last)
	}
	s.entities = s.entities[:last]
	s.run = min(s.run, row)
	s.version++
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
