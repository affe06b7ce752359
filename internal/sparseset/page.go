package sparseset

import "ecslab/ecs/driver"

// absent is the entry of an index without a member: no handle fits it, and its
// row is NoRow.
const absent = uint64(driver.NoPlace)

func entryOf(e driver.Entity, row int) uint64 { return uint64(e)>>32<<32 | uint64(uint32(row)) }

// Pool keeps pages that no set uses, all of their entries absent, for the sets
// of a storage.
type Pool struct {
	free []*driver.Page
	used int // pages that sets hold
}

// poolSlack is how many pages a pool keeps beyond as many as are in use: 2 MiB.
const poolSlack = 64

func (p *Pool) get() *driver.Page {
	p.used++
	if n := len(p.free); n > 0 {
		page := p.free[n-1]
		p.free = p.free[:n-1]
		return page
	}
	page := new(driver.Page)
	*page = *driver.DeadPage()
	return page
}

func (p *Pool) put(page *driver.Page) {
	p.used--
	if len(p.free) < p.used+poolSlack {
		p.free = append(p.free, page)
	}
}

// keep is put for a set that is cleared, which mostly is to be filled again.
func (p *Pool) keep(page *driver.Page) {
	p.used--
	p.free = append(p.free, page)
}

// Shrink gives the unused pages back.
func (p *Pool) Shrink() { p.free = nil }

// Bytes is the memory of the unused pages.
func (p *Pool) Bytes() int { return len(p.free) * pageBytes }

const pageBytes = driver.ChunkRows * 8

// take makes page p one that can be written.
func (s *Set) take(p uint32) {
	if p >= uint32(len(s.pages)) {
		s.growRoot(int(p) + 1)
	}
	if s.pages[p] == driver.DeadPage() {
		s.pages[p] = s.pool.get()
	} else {
		s.idle = -1 // a page without members that is not the dead one is the idle one
	}
}

// giveBack retires page p, which has no members any more. One such page is
// kept, the latest.
func (s *Set) giveBack(p int) {
	if s.idle >= 0 {
		s.drop(s.idle)
	}
	s.idle = p
}

func (s *Set) drop(p int) {
	s.pool.put(s.pages[p])
	s.pages[p] = driver.DeadPage()
}

// growRoot makes room for at least n pages.
func (s *Set) growRoot(n int) {
	for len(s.pages) < n {
		s.pages = append(s.pages, driver.DeadPage())
		s.counts = append(s.counts, 0)
	}
	if s.watch != nil {
		s.watch.Pages = s.pages
	}
}

// link makes entries for n new members, which stand from row on.
func (s *Set) link(row, n int, run bool) {
	es := s.entities[row : row+n]
	s.restamp(row, n)
	if run {
		s.linkRun(es, row)
	} else {
		for at := 0; at < n; { // by stretches that are
			k := driver.Consecutive(es[at:])
			s.linkRun(es[at:at+k], row+at)
			at += k
		}
	}
	if row == 0 && n > 0 {
		s.first = uint32(es[0])
	}
	if s.run == row && run && uint32(es[0])-s.first == uint32(row) {
		s.run = row + n
	}
}

// linkRun is link for entities of consecutive indices, a page at a time.
func (s *Set) linkRun(es []driver.Entity, row int) {
	for len(es) > 0 {
		p, k := uint32(es[0])>>driver.RowBits, int(es[0]&(driver.ChunkRows-1))
		n := min(len(es), driver.ChunkRows-k)
		if p >= uint32(len(s.counts)) || s.counts[p] == 0 {
			s.take(p)
		}
		s.counts[p] += uint16(n)
		// Row and index rise together, so entry - handle is the same for all.
		shift := uint64(int64(row) - int64(uint32(es[0])))
		part := es[:n]
		entries := s.pages[p][k:][:len(part)]
		for i, e := range part {
			entries[i] = uint64(e) + shift
		}
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
	for len(es) > 0 {
		p := uint32(es[0]) >> driver.RowBits
		page, n := s.pages[p], 0
		for n < len(es) && uint32(es[n])>>driver.RowBits == p {
			page[es[n]&(driver.ChunkRows-1)] = absent
			n++
		}
		if s.counts[p] -= uint16(n); s.counts[p] == 0 {
			s.giveBack(int(p))
		}
		es = es[n:]
	}
}

// unlinkAll is unlink of all rows. Pages that many members share are cleared as
// a whole; all of them go to the pool.
func (s *Set) unlinkAll() {
	single := len(s.entities) < len(s.pages)*driver.ChunkRows/64
	if single {
		for _, e := range s.entities {
			s.pages[uint32(e)>>driver.RowBits][e&(driver.ChunkRows-1)] = absent
		}
	}
	for p, count := range s.counts {
		if count == 0 {
			continue
		}
		page := s.pages[p]
		if !single {
			*page = *driver.DeadPage()
		}
		s.counts[p], s.pages[p] = 0, driver.DeadPage()
		s.pool.keep(page)
	}
}

// unlinkRun is unlink for entities of consecutive indices, a page at a time.
func (s *Set) unlinkRun(es []driver.Entity) {
	for len(es) > 0 {
		p, k := uint32(es[0])>>driver.RowBits, int(es[0]&(driver.ChunkRows-1))
		n := min(len(es), driver.ChunkRows-k)
		copy(s.pages[p][k:k+n], driver.DeadPage()[:])
		if s.counts[p] -= uint16(n); s.counts[p] == 0 {
			s.giveBack(int(p))
		}
		es = es[n:]
	}
}
