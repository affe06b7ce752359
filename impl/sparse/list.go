package sparse

import "ecslab/ecs/driver"

// rowList is the matches of a chunk under construction.
type rowList struct {
	n      int
	first  int  // while not broken: the matches are the source's rows from here on
	broken bool // the source's rows stand in slot 0
}

// look appends those of the next m rows that match.
func (b *builder) look(ch *driver.Chunk, l *rowList, m int) {
	all := b.source.set.Entities()
	es := all[b.row:][:m]
	own := ch.Scratch(0)
	if l.n == 0 {
		l.first = b.row
	}
	k := m
	if !b.filter.open() {
		k = b.filter.pick(es, uint32(b.row), own[l.n:])
	}
	if k < m || !l.broken && l.first+l.n != b.row {
		if k == m {
			l.write(own, b.row, m)
		}
		l.breakUp(own)
	} else if l.broken && b.filter.open() {
		l.write(own, b.row, m)
	}
	var or uint32
	for i, role := range b.cols {
		if role != looked && role != wished {
			continue
		}
		set, rows := b.c.cols[i].set, ch.Scratch(i + 1)[l.n:]
		var some uint32
		if k == m {
			some = set.Rows(es, rows)
		} else {
			some = set.RowsOf(all, own[l.n:l.n+k], rows)
		}
		if role == looked {
			or |= some
		}
	}
	if or>>31 != 0 {
		if k == m && !l.broken {
			l.write(own, b.row, m)
			l.breakUp(own)
		}
		k = b.compact(ch, l.n, k)
	}
	l.n += k
}

// write writes m consecutive rows behind the matches.
func (l *rowList) write(own []uint32, row, m int) {
	out := own[l.n : l.n+m]
	for i := range out {
		out[i] = uint32(row + i)
	}
}

// breakUp writes the rows that so far were consecutive.
func (l *rowList) breakUp(own []uint32) {
	if l.broken {
		return
	}
	l.broken = true
	for i := range own[:l.n] {
		own[i] = uint32(l.first + i)
	}
}

// compact drops those of the k matches from n on that lack a required column.
func (b *builder) compact(ch *driver.Chunk, n, k int) int {
	keep := ch.Scratch(len(b.cols) + 1)
	kept := 0
	for j := range k {
		or := uint32(0)
		for i, role := range b.cols {
			if role == looked {
				or |= ch.Scratch(i + 1)[n+j]
			}
		}
		keep[kept] = uint32(n + j)
		kept += int(1 - or>>31)
	}
	for i := -1; i < len(b.cols); i++ {
		if i >= 0 && b.cols[i] != looked && b.cols[i] != wished {
			continue
		}
		rows := ch.Scratch(i + 1)
		for j, at := range keep[:kept] {
			rows[n+j] = rows[at]
		}
	}
	return kept
}

// placeList sets the places of a finished list.
func (b *builder) placeList(l *rowList) {
	here := place{stretch, l.first}
	if l.broken {
		here = place{listed, 0}
	}
	b.places[0] = here
	for i, role := range b.cols {
		p := &b.places[i+1]
		switch role {
		case follows:
			*p = here
		case looked, wished:
			*p = place{listed, i + 1}
		case ignored:
			*p = place{how: unseen}
		default:
			*p = place{how: missing}
		}
	}
}
