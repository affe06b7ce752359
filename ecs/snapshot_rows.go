package ecs

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// rowGroup is the entities with one component set.
type rowGroup struct {
	set        Mask
	components []*driver.Component // of set, in ascending order
	beside     []int               // tracker columns of each
	blocks     []*rowBlock
	spare      []*rowBlock // emptied, to be filled again
}

// rowBlock is up to ChunkRows entities of a group.
type rowBlock struct {
	entities []Entity // the capacity is that of the columns
	columns  []savedColumn
}

// savedColumn is values and tracker columns, entity by entity.
type savedColumn struct {
	values unsafe.Pointer // nil of a tag
	beside [2][]uint32    // as long as there is room; nil without
}

// group is the snapshot's group of a component set.
func (s *Snapshot) group(w *World, set *Mask) *rowGroup {
	if g := s.bySet[*set]; g != nil {
		return g
	}
	g := &rowGroup{set: *set}
	for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
		n := w.beside(c)
		if s.part {
			n = 0
		}
		g.components = append(g.components, w.schema.Of(c))
		g.beside = append(g.beside, n)
	}
	s.bySet[*set] = g
	s.groups = append(s.groups, g)
	return g
}

func (g *rowGroup) len() int {
	n := 0
	for _, b := range g.blocks {
		n += len(b.entities)
	}
	return n
}

func (g *rowGroup) bytes(w *World) int {
	row := 8
	for i, c := range g.components {
		row += int(c.Size) + 4*g.beside[i]
	}
	n := 0
	for _, b := range g.blocks {
		n += cap(b.entities) * row
	}
	return n
}

// empty puts the blocks aside. Values with pointers are let go.
func (g *rowGroup) empty(w *World) {
	for _, b := range g.blocks {
		for i, c := range g.components {
			if c.Pointers {
				c.Zero(b.columns[i].values, len(b.entities))
			}
		}
		b.entities = b.entities[:0]
	}
	g.spare = append(g.spare, g.blocks...)
	g.blocks = nil
}

// room is a block with room for at least one more of n entities. New blocks
// grow with the group, so that small groups stay small and no group is more
// than half empty.
func (g *rowGroup) room(n int) *rowBlock {
	size := 16
	if k := len(g.blocks); k > 0 {
		b := g.blocks[k-1]
		if len(b.entities) < cap(b.entities) {
			return b
		}
		size = 2 * cap(b.entities)
	}
	if k := len(g.spare); k > 0 {
		b := g.spare[0]
		g.spare = g.spare[1:]
		g.blocks = append(g.blocks, b)
		return b
	}
	b := g.block(min(max(n, size), driver.ChunkRows))
	g.blocks = append(g.blocks, b)
	return b
}

// block makes an empty block.
func (g *rowGroup) block(rows int) *rowBlock {
	b := &rowBlock{entities: make([]Entity, 0, rows), columns: make([]savedColumn, len(g.components))}
	for i, c := range g.components {
		col := &b.columns[i]
		if c.Size > 0 {
			col.values = c.Make(rows)
		}
		for j := range g.beside[i] {
			col.beside[j] = make([]uint32, rows)
		}
	}
	return b
}

// add copies matches of a chunk, whose columns are those of all components by
// number, to the end of the group: those of list, or with nil all.
func (g *rowGroup) add(ch *Chunk, list []uint32, scratch *[driver.ChunkRows]uint32) {
	if list == nil {
		g.addSome(ch, nil, 0, ch.N, scratch)
		return
	}
	for i := 0; i < len(list); {
		n := driver.ConsecutiveRows(list[i:])
		if n >= shortRun {
			g.addSome(ch, nil, int(list[i]), int(list[i])+n, scratch)
			i += n
			continue
		}
		j := i + n
		for j < len(list) && driver.ConsecutiveRows(list[j:min(j+shortRun, len(list))]) < shortRun {
			j++
		}
		g.addSome(ch, list[i:j], 0, j-i, scratch)
		i = j
	}
}

// addSome is add of the matches from from on and below end, counted in list if
// there is one.
func (g *rowGroup) addSome(ch *Chunk, list []uint32, from, end int, scratch *[driver.ChunkRows]uint32) {
	for from < end {
		b := g.room(end - from)
		at := len(b.entities)
		k := min(end-from, cap(b.entities)-at)
		some := list
		if list != nil {
			some = list[from : from+k]
		}
		b.entities = b.entities[:at+k]
		takeEntities(b.entities[at:], &ch.Entities, some, from)
		for i, c := range g.components {
			b.columns[i].take(c, at, k, &ch.Cols[c.ID], some, from, scratch)
		}
		from += k
	}
}

func takeEntities(dst []Entity, col *driver.EntityColumn, list []uint32, from int) {
	if list == nil && col.Rows == nil {
		copy(dst, unsafe.Slice(col.Base, from+len(dst))[from:])
		return
	}
	switch base := unsafe.Pointer(col.Base); {
	case list == nil:
		copySized[Entity](unsafe.Pointer(&dst[0]), base, col.Rows[from:from+len(dst)])
	case col.Rows == nil:
		copySized[Entity](unsafe.Pointer(&dst[0]), base, list)
	default:
		for i, k := range list {
			dst[i] = col.At(int(k))
		}
	}
}

// take copies k matches to the rows from at on: those of list, or with nil from
// match from on.
func (s *savedColumn) take(c *driver.Component, at, k int, col *driver.Column, list []uint32, from int, scratch *[driver.ChunkRows]uint32) {
	rows := list
	if col.Rows != nil {
		if list == nil {
			rows = col.Rows[from : from+k]
		} else {
			rows = scratch[:k]
			for i, m := range list {
				rows[i] = col.Rows[m]
			}
		}
	}
	if rows == nil {
		s.takeRun(c, at, k, col, uint32(from))
		return
	}
	for i := 0; i < k; {
		j := i + driver.ConsecutiveRows(rows[i:k])
		if j-i >= shortRun {
			s.takeRun(c, at+i, j-i, col, rows[i])
			i = j
			continue
		}
		// Single rows, up to where a run may begin again.
		for j < k && (j+shortRun > k || rows[j+shortRun-1]-rows[j] != shortRun-1) {
			j++
		}
		s.takeRows(c, at+i, col, rows[i:j])
		i = j
	}
}

// shortRun is how many rows in a row are worth a call that copies them.
const shortRun = 8

// takeRun copies n rows from first on.
func (s *savedColumn) takeRun(c *driver.Component, at, n int, col *driver.Column, first uint32) {
	if c.Size > 0 {
		c.Copy(unsafe.Add(s.values, uintptr(at)*c.Size), unsafe.Add(col.Base, uintptr(first)*c.Size), n)
	}
	for j, beside := range s.beside {
		if beside != nil {
			copy(beside[at:at+n], stamps(driverStamp(col.Beside[j], first), n))
		}
	}
}

func (s *savedColumn) takeRows(c *driver.Component, at int, col *driver.Column, rows []uint32) {
	if c.Size > 0 {
		copyRows(c, unsafe.Add(s.values, uintptr(at)*c.Size), col.Base, rows)
	}
	for j, beside := range s.beside {
		if beside == nil {
			continue
		}
		dst := beside[at : at+len(rows)]
		for i, row := range rows {
			dst[i] = *driver.Stamp(col.Beside[j], row)
		}
	}
}

// copyRows copies the values in the rows of base.
func copyRows(c *driver.Component, dst, base unsafe.Pointer, rows []uint32) {
	if !c.Pointers {
		switch c.Size { // a copy of a known size is a move or two, not a call
		case 4:
			copySized[[4]byte](dst, base, rows)
			return
		case 8:
			copySized[[8]byte](dst, base, rows)
			return
		case 12:
			copySized[[12]byte](dst, base, rows)
			return
		case 16:
			copySized[[16]byte](dst, base, rows)
			return
		case 24:
			copySized[[24]byte](dst, base, rows)
			return
		case 32:
			copySized[[32]byte](dst, base, rows)
			return
		}
	}
	for i, row := range rows {
		c.Copy(unsafe.Add(dst, uintptr(i)*c.Size), unsafe.Add(base, uintptr(row)*c.Size), 1)
	}
}

func copySized[T any](dst, base unsafe.Pointer, rows []uint32) {
	to := unsafe.Slice((*T)(dst), len(rows))
	for i, row := range rows {
		to[i] = *(*T)(unsafe.Add(base, uintptr(row)*unsafe.Sizeof(to[0])))
	}
}

// give copies n rows from from on into the rows of a chunk that was spawned,
// which is dense.
func (s *savedColumn) give(c *driver.Component, from, n int, col *driver.Column) {
	if c.Size > 0 {
		c.Copy(col.Base, unsafe.Add(s.values, uintptr(from)*c.Size), n)
	}
	for j, beside := range s.beside {
		if beside != nil {
			copy(stamps(col.Beside[j], n), beside[from:from+n])
		}
	}
}
