package sparseset

import (
	"unsafe"

	"ecslab/ecs/driver"
)

// Slot is a set with the number of the column that shows it in a chunk.
type Slot struct {
	Set *Set
	At  int
}

// Join appends e, which is a member of none of the sets, to all of them, and
// shows the new rows, which are zero. It is the inner loop of a spawn.
func Join(e driver.Entity, slots []Slot, cols []driver.Column) {
	p, k := uint32(e)>>driver.RowBits, e&(driver.ChunkRows-1)
	for i := range slots {
		s := slots[i].Set
		row, page := len(s.entities), s.Page(p)
		if page == driver.DeadPage() || row == cap(s.entities) || row < s.dirty {
			page = s.makeRoom(row, p)
		}
		page[k] = entryOf(e, row)
		s.entities = s.entities[:row+1]
		s.entities[row] = e
		s.version++
		col := &cols[slots[i].At]
		*col = driver.Column{}
		if s.size > 0 {
			col.Base = s.value(row)
		}
		for i := range s.columns {
			col.Beside[i&1] = unsafe.Pointer(s.stamp(i, row))
		}
	}
}

// JoinBatch is Join for many entities; run says that IsRun holds. With raw, values
// without pointers may be anything.
func JoinBatch(es []driver.Entity, run bool, slots []Slot, cols []driver.Column, raw bool) {
	for i := range slots {
		s := slots[i].Set
		s.Stretch(&cols[slots[i].At], s.AppendBatch(es, run, raw))
	}
}

// Show shows the rows of entities, all of which are members.
func (c *Slot) Show(es []driver.Entity, ch *driver.Chunk) {
	s, col := c.Set, &ch.Cols[c.At]
	row := int(s.Row(uint32(es[0])))
	if len(es) == 1 || Common(s.entities[row:], es) == len(es) {
		s.Stretch(col, row)
		return
	}
	rows := ch.Scratch(c.At + 1)[:len(es)] // 0 is for the rows of a table
	s.Rows(es, rows)
	s.Listed(col, rows)
}

// Leave ends the membership of e in the sets, all of which have it: their last
// rows fill its place. It is the inner loop of a despawn.
func Leave(e driver.Entity, sets ...*Set) {
	p, k := uint32(e)>>driver.RowBits, e&(driver.ChunkRows-1)
	for _, s := range sets {
		pages, es, stamps := s.pages, s.entities, s.stamps
		entry := &pages[p][k]
		row, last := int(uint32(*entry)), len(es)-1
		s.entities = s.entities[:last]
		s.version++
		version := s.version
		stamps[last>>blockBits] = version
		*entry = absent
		if row != last {
			moved := es[last]
			es[row] = moved
			pages[uint32(moved)>>driver.RowBits][moved&(driver.ChunkRows-1)] = entryOf(moved, row)
			stamps[row>>blockBits] = version
		}
		if row < s.run {
			s.run = row
		}
		switch s.shape {
		case shapeTag:
		case shapePair:
			dst, src := (*[2]uint64)(unsafe.Add(s.values, row*16)), (*[2]uint64)(unsafe.Add(s.values, last*16))
			*dst = *src
			*src = [2]uint64{}
		default:
			s.fill(row, last)
		}
		if s.columns > 0 {
			s.fillBeside(row, last)
		}
	}
}

// LeaveBatch is Leave for many entities, each named once; run says that IsRun
// holds.
func LeaveBatch(es []driver.Entity, run bool, sets ...*Set) {
	if len(es) == 1 {
		Leave(es[0], sets...)
		return
	}
	for _, s := range sets {
		s.RemoveBatch(es, run)
	}
}
