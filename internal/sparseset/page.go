package sparseset

import (
	"slices"

	"ecslab/ecs/driver"
)

// absent is the entry of an index without a member: no handle fits it, and its
// row is NoRow.
const absent = uint64(driver.NoPlace)

func entryOf(e driver.Entity, row int) uint64 { return uint64(e)>>32<<32 | uint64(uint32(row)) }

const pageBytes = driver.ChunkRows * 8

// take makes page p one that can be written: without a member or, if the whole of
// it is written at once, with anything.
func (s *Set) take(p uint32, whole bool) {
	for p >= uint32(len(s.pages)) {
		s.pages = append(s.pages, driver.DeadPage())
	}
	n := len(s.idle)
	switch {
	case n == 0 && whole:
		s.pages[p] = new(driver.Page)
	case n == 0:
		s.pages[p] = (*driver.Page)(slices.Clone(driver.DeadPage()[:])) // without clearing it first
	default:
		s.pages[p] = s.idle[n-1]
		if s.idle = s.idle[:n-1]; !whole {
			*s.pages[p] = *driver.DeadPage()
		}
	}
	if s.watch != nil {
		s.watch.Pages = s.pages
	}
}

// dropPages gives the pages without a member back.
func (s *Set) dropPages() {
	s.idle = nil
	for p, page := range s.pages {
		if *page == *driver.DeadPage() {
			s.pages[p] = driver.DeadPage()
		}
	}
}

// link makes entries for n new members, which stand from row on.
func (s *Set) link(row, n int, run bool) {
	es := s.entities[row : row+n]
	s.restamp(row, n)
	if run {
		s.linkRun(es, row)
	} else {
		s.linkAny(es, row)
	}
	if s.run == row && run && uint32(es[0])-uint32(s.entities[0]) == uint32(row) {
		s.run = row + n
	}
}

// linkAny is link for entities of any indices.
func (s *Set) linkAny(es []driver.Entity, row int) {
	for len(es) > 0 {
		n, run := Piece(es)
		if run {
			s.linkRun(es[:n], row)
		} else {
			for i, e := range es[:n] {
				p := uint32(e) >> driver.RowBits
				if p >= uint32(len(s.pages)) || s.pages[p] == driver.DeadPage() {
					s.take(p, false)
				}
				s.pages[p][e&(driver.ChunkRows-1)] = entryOf(e, row+i)
			}
		}
		es, row = es[n:], row+n
	}
}

// linkRun is link for entities of consecutive indices, a page at a time.
func (s *Set) linkRun(es []driver.Entity, row int) {
	for len(es) > 0 {
		p, k := uint32(es[0])>>driver.RowBits, int(es[0]&(driver.ChunkRows-1))
		n := min(len(es), driver.ChunkRows-k)
		if p >= uint32(len(s.pages)) || s.pages[p] == driver.DeadPage() {
			s.take(p, n == driver.ChunkRows)
		}
		// Row and index rise together, so entry - handle is the same for all.
		shift := uint64(int64(row) - int64(uint32(es[0])))
		shifted(s.pages[p][k:k+n], es[:n], shift)
		es, row = es[n:], row+n
	}
}

// relink corrects the entries of members that moved to the n rows from row on.
func (s *Set) relink(row, n int) {
	s.restamp(row, n)
	for i, e := range s.entities[row : row+n] {
		s.pages[uint32(e)>>driver.RowBits][e&(driver.ChunkRows-1)] = entryOf(e, row+i)
	}
}

// unlink makes the entries of the members of n rows absent.
func (s *Set) unlink(row, n int) {
	es := s.entities[row : row+n]
	if _, ok := s.Run(row, n); ok {
		s.unlinkRun(es)
		return
	}
	for _, e := range es {
		s.pages[uint32(e)>>driver.RowBits][e&(driver.ChunkRows-1)] = absent
	}
}

// unlinkAll is unlink of all rows. Pages that many members share are put aside.
func (s *Set) unlinkAll() {
	if len(s.entities) < len(s.pages)*driver.ChunkRows/64 {
		s.unlink(0, len(s.entities))
		return
	}
	for p, page := range s.pages {
		if page != driver.DeadPage() {
			s.idle = append(s.idle, page)
			s.pages[p] = driver.DeadPage()
		}
	}
}

// unlinkRun is unlink for entities of consecutive indices, a page at a time.
func (s *Set) unlinkRun(es []driver.Entity) {
	for len(es) > 0 {
		p, k := uint32(es[0])>>driver.RowBits, int(es[0]&(driver.ChunkRows-1))
		n := min(len(es), driver.ChunkRows-k)
		// From a stretch that stays in the first cache.
		for part := s.pages[p][k : k+n]; len(part) > 0; {
			part = part[copy(part, driver.DeadPage()[:512]):]
		}
		es = es[n:]
	}
}
