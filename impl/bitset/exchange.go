package bitset

import "ecslab/ecs/driver"

// exchanger is two component sets resolved to their columns.
type exchanger struct {
	s           *Storage
	add, remove []*column
}

// PrepareExchange implements driver.ExchangePreparer.
func (s *Storage) PrepareExchange(add, remove *driver.Mask) driver.Exchanger {
	return &exchanger{s: s, add: s.columnsOf(add, nil), remove: s.columnsOf(remove, nil)}
}

// Exchange implements driver.Storage.
func (s *Storage) Exchange(es []driver.Entity, add, remove *driver.Mask, ch *driver.Chunk) (int, error) {
	x := &s.unpreparedExchange
	x.add = s.columnsOf(add, x.add[:0])
	x.remove = s.columnsOf(remove, x.remove[:0])
	return x.Exchange(es, ch)
}

// denseRows is from how many consecutive entities on an exchange hands them
// out by themselves, dense, instead of going on with a list of rows.
const denseRows = 64

// Exchange implements driver.Exchanger. A chunk ends with the index chunk, and
// where the next entity gains or loses something else; the second mention of
// an entity does that by itself.
func (x *exchanger) Exchange(es []driver.Entity, ch *driver.Chunk) (int, error) {
	if len(es) == 1 {
		x.one(es[0], ch)
		return 1, nil
	}
	s := x.s
	index := es[0].Index()
	chunk, k := place(index)
	run := consecutive(es, chunkRows-k)
	n := x.pattern(chunk, k, run, &ch.Gained, &ch.Lost)
	x.applyRange(chunk, k, n, &ch.Gained, &ch.Lost)
	rows := []uint32(nil)
	if n == run && n < denseRows && n < len(es) && x.follows(es[n], chunk, ch) {
		rows = ch.Scratch(0)
		for i := range n {
			rows[i] = uint32(k + i)
		}
		for ; n < len(es) && n < chunkRows && x.follows(es[n], chunk, ch); n++ {
			k := int(es[n].Index() & (chunkRows - 1))
			x.applyRange(chunk, k, 1, &ch.Gained, &ch.Lost)
			rows[n] = uint32(k)
		}
		rows = rows[:n]
		k = 0
	}
	ch.N = n
	ch.Entities = driver.EntityColumn{Base: entityAt(s.dir.Pages()[chunk], k), Rows: rows}
	ch.Run, ch.First = rows == nil, index
	for i, c := range x.add {
		col := &ch.Cols[i]
		c.fill(col, c.blocks[chunk], k)
		if rows != nil {
			col.Rows, col.Extent = rows, c.blocks[chunk].rows
		}
	}
	s.check()
	return n, nil
}

func (x *exchanger) one(e driver.Entity, ch *driver.Chunk) {
	s := x.s
	chunk, k := place(e.Index())
	ch.Gained, ch.Lost = driver.Mask{}, driver.Mask{}
	for i, c := range x.add {
		b := c.at(chunk)
		if b == nil || !b.has(k) {
			b = s.gainOne(c, chunk, k)
			ch.Gained.Set(c.comp.ID)
		}
		c.fill(&ch.Cols[i], b, k)
	}
	for _, c := range x.remove {
		if b := c.at(chunk); b != nil && b.has(k) {
			s.loseOne(b, chunk, k)
			ch.Lost.Set(c.comp.ID)
		}
	}
	ch.N = 1
	ch.Entities = driver.EntityColumn{Base: entityAt(s.dir.Pages()[chunk], k)}
	ch.Run, ch.First = true, e.Index()
	s.check()
}

// pattern tells what entity k gains and loses, and for how many of the n from
// k on it is the same.
func (x *exchanger) pattern(chunk, k, n int, gained, lost *driver.Mask) int {
	*gained, *lost = driver.Mask{}, driver.Mask{}
	for _, c := range x.add {
		b, has := c.at(chunk), false
		if b != nil {
			has, n = b.alike(k, n)
		}
		if !has {
			gained.Set(c.comp.ID)
		}
	}
	for _, c := range x.remove {
		if b := c.at(chunk); b != nil {
			has := false
			if has, n = b.alike(k, n); has {
				lost.Set(c.comp.ID)
			}
		}
	}
	return n
}

// follows reports whether e stands in the index chunk and gains and loses the
// same as the chunk's.
func (x *exchanger) follows(e driver.Entity, chunk int, ch *driver.Chunk) bool {
	at, k := place(e.Index())
	if at != chunk {
		return false
	}
	for _, c := range x.add {
		if c.has(chunk, k) == ch.Gained.Has(c.comp.ID) {
			return false
		}
	}
	for _, c := range x.remove {
		if c.has(chunk, k) != ch.Lost.Has(c.comp.ID) {
			return false
		}
	}
	return true
}

// applyRange makes n entities gain and lose.
func (x *exchanger) applyRange(chunk, k, n int, gained, lost *driver.Mask) {
	s := x.s
	for _, c := range x.add {
		switch {
		case !gained.Has(c.comp.ID):
		case n == 1:
			s.gainOne(c, chunk, k)
		default:
			s.gainRange(c, chunk, k, n, false)
		}
	}
	for _, c := range x.remove {
		switch {
		case !lost.Has(c.comp.ID):
		case n == 1:
			s.loseOne(c.blocks[chunk], chunk, k)
		default:
			s.loseRange(c.blocks[chunk], chunk, k, n)
		}
	}
}

// Quiet implements driver.Exchanger.
func (x *exchanger) Quiet(es []driver.Entity) error {
	for len(es) > 0 {
		chunk, k := place(es[0].Index())
		n := 1
		if len(es) > 1 {
			n = consecutive(es, chunkRows-k)
		}
		if es = es[n:]; n > 1 {
			x.quietRange(chunk, k, n)
		} else {
			x.quietOne(chunk, k)
		}
	}
	x.s.check()
	return nil
}

// quietOne is quietRange for one entity. As in strip, its word and bit are found once.
func (x *exchanger) quietOne(chunk, k int) {
	s, r := x.s, x.s.chunks[chunk]
	word, bit := wordOf(k)
	for _, c := range x.add {
		b := r.blocks[c.id&(driver.MaxComponents-1)]
		if b == nil {
			b = s.block(c, chunk)
		}
		if b.words[word]&bit != 0 {
			continue
		}
		if k >= b.clean {
			c.open(b, chunk, k)
		} else if c.wipe != wipeNothing {
			c.fresh(b, k)
		}
		if b.setBit(word, bit) {
			s.filled(c, chunk, k, 1)
		}
	}
	for _, c := range x.remove {
		b := r.blocks[c.id&(driver.MaxComponents-1)]
		if b == nil || b.words[word]&bit == 0 {
			continue
		}
		if c.pointers {
			c.drop(b, k)
		}
		if b.clearBit(word, bit) {
			s.emptied(b, chunk, k, 1)
		}
	}
}

func (x *exchanger) quietRange(chunk, k, n int) {
	s := x.s
	for _, c := range x.add {
		for k, n := k, n; n > 0; {
			b := c.at(chunk)
			has, m := false, n
			if b != nil {
				has, m = b.alike(k, n)
			}
			if !has {
				s.gainRange(c, chunk, k, m, false)
			}
			k, n = k+m, n-m
		}
	}
	for _, c := range x.remove {
		if b := c.at(chunk); b != nil {
			s.loseRange(b, chunk, k, n)
		}
	}
}
