package ecs

import (
	"slices"
	"unsafe"

	"ecslab/ecs/driver"
)

// rowGroup is the blocks of entities that have all components of a set, and no
// others but their blocks' extras.
type rowGroup struct {
	of         *Snapshot
	set        Mask
	components []*driver.Component // of set, in ascending order
	beside     []int               // tracker columns of each
	last       *rowBlock           // which may have room; nil: there is none
	spare      []*rowBlock         // emptied, to be filled again
}

// rowBlock is up to ChunkRows entities of a group.
type rowBlock struct {
	group    *rowGroup
	entities []Entity      // the capacity is that of the columns
	columns  []savedColumn // of the group's components
	extras   []extra       // in any order
}

// extra is a component that some entities of a block have. To keep it so, and not
// to sort entities by exactly what they have, leaves rows together that stand
// together in a storage, where one in a hundred has a tag more.
type extra struct {
	component *driver.Component
	beside    int         // its tracker columns
	rows      []uint32    // of the block's entities that have it, ascending; empty: none now
	column    savedColumn // as many rows as rows has capacity for
}

// group is the snapshot's group of a component set.
func (s *Snapshot) group(set *Mask) *rowGroup {
	if g := s.bySet[*set]; g != nil {
		return g
	}
	g := &rowGroup{of: s, set: *set}
	for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
		g.components = append(g.components, s.shape.world.schema.Of(c))
		g.beside = append(g.beside, s.beside(c))
	}
	s.bySet[*set] = g
	return g
}

// beside is how many tracker columns are saved of a component.
func (s *Snapshot) beside(c ComponentID) int {
	if s.part {
		return 0
	}
	return s.shape.world.beside(c)
}

func (b *rowBlock) bytes() int {
	row := 8
	for i, c := range b.group.components {
		row += int(c.Size) + 4*b.group.beside[i]
	}
	n := cap(b.entities) * row
	for i := range b.extras {
		x := &b.extras[i]
		n += cap(x.rows) * (4 + int(x.component.Size) + 4*x.beside)
	}
	return n
}

// empty puts the block aside for its group. Values with pointers are let go.
func (b *rowBlock) empty() {
	g := b.group
	for i, c := range g.components {
		if c.Pointers {
			c.Zero(b.columns[i].values, len(b.entities))
		}
	}
	for i := range b.extras {
		x := &b.extras[i]
		if x.component.Pointers && len(x.rows) > 0 {
			x.component.Zero(x.column.values, len(x.rows))
		}
		x.rows = x.rows[:0]
	}
	b.entities = b.entities[:0]
	g.last, g.spare = nil, append(g.spare, b)
}

// room is a block with room for at least one more of n entities; a new one has no
// columns. New blocks grow with the group, so that small groups stay small and no
// group is more than half empty.
func (g *rowGroup) room(n int) *rowBlock {
	size := 16
	if b := g.last; b != nil {
		if len(b.entities) < cap(b.entities) {
			return b
		}
		size = 2 * cap(b.entities)
	}
	if len(g.spare) > 0 {
		g.last, g.spare = g.spare[0], g.spare[1:]
	} else {
		g.last = &rowBlock{group: g, entities: make([]Entity, 0, min(max(n, size), driver.ChunkRows))}
	}
	g.of.blocks = append(g.of.blocks, g.last)
	return g.last
}

// block makes a block of entities, whose columns are the caller's to make.
func (g *rowGroup) block(es []Entity) *rowBlock {
	return &rowBlock{group: g, entities: es, columns: make([]savedColumn, len(g.components))}
}

// add copies the matches of a survey's chunk from from on and below end to the
// end of the group, which is that of what they all have.
func (g *rowGroup) add(sv *survey, from, end int) {
	for from < end {
		b := g.room(end - from)
		at := len(b.entities)
		n := min(end-from, cap(b.entities)-at)
		b.entities = b.entities[:at+n]
		takeEntities(b.entities[at:], &sv.chunk.Entities, from)
		if sv.chunk.Run {
			g.of.living.Add(sv.chunk.First+uint32(from), n)
		} else {
			g.of.living.AddEntities(b.entities[at:])
		}
		if b.columns == nil {
			b.columns = g.columns(cap(b.entities), sv, from, n)
		} else {
			for i, c := range g.components {
				b.columns[i].take(c, at, n, &sv.chunk.Cols[c.ID], from)
			}
		}
		for i := range sv.partial {
			p := &sv.partial[i]
			first, _ := slices.BinarySearch(p.matches, uint32(from))
			last, _ := slices.BinarySearch(p.matches, uint32(from+n))
			if first < last {
				x := b.extra(g.of, p.component)
				x.add(p.matches[first:last], uint32(at-from), &sv.chunk.Cols[p.component], p.rows[first:last])
			}
		}
		from += n
	}
}

// columns makes columns with room for rows, the first n of them matches of a chunk.
func (g *rowGroup) columns(rows int, sv *survey, from, n int) []savedColumn {
	columns := make([]savedColumn, len(g.components))
	for i, c := range g.components {
		col := &sv.chunk.Cols[c.ID]
		if n == rows && col.Rows == nil {
			columns[i] = cloneColumn(c, g.beside[i], n, col, from)
			continue
		}
		columns[i] = newColumn(c, g.beside[i], rows)
		columns[i].take(c, 0, n, col, from)
	}
	return columns
}

// takeEntities copies the handles of matches from from on.
func takeEntities(dst []Entity, col *driver.EntityColumn, from int) {
	if col.Rows == nil {
		copy(dst, col.Slice(from + len(dst))[from:])
		return
	}
	copySized[Entity](unsafe.Pointer(&dst[0]), unsafe.Pointer(col.Base), col.Rows[from:from+len(dst)])
}

// extra is the block's extra of a component.
func (b *rowBlock) extra(s *Snapshot, c ComponentID) *extra {
	for i := range b.extras {
		if x := &b.extras[i]; x.component.ID == c {
			return x
		}
	}
	b.extras = append(b.extras, extra{component: s.shape.world.schema.Of(c), beside: s.beside(c)})
	return &b.extras[len(b.extras)-1]
}

// eachExtra visits the extras that some entities have now.
func (b *rowBlock) eachExtra(visit func(*extra)) {
	for i := range b.extras {
		if x := &b.extras[i]; len(x.rows) > 0 {
			visit(x)
		}
	}
}

// add adds entities of the block, whose rows are the given numbers and shift, with
// what stands in rows of a chunk's column.
func (x *extra) add(numbers []uint32, shift uint32, col *driver.Column, rows []uint32) {
	at := len(x.rows)
	x.reserve(at + len(rows))
	for _, k := range numbers {
		x.rows = append(x.rows, k+shift)
	}
	x.column.takeList(x.component, at, col, rows)
}

func (x *extra) reserve(n int) {
	if n <= cap(x.rows) {
		return
	}
	grown := slices.Grow(x.rows, n-len(x.rows))
	column := newColumn(x.component, x.beside, cap(grown))
	if used := len(x.rows); used > 0 {
		if x.component.Size > 0 {
			x.component.Copy(column.values, x.column.values, used)
		}
		for j := range x.beside {
			copy(column.beside[j], x.column.beside[j][:used])
		}
	}
	x.rows, x.column = grown, column
}
