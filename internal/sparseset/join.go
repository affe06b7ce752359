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
// shows the new rows, which are zero. It is the inner loop of a spawn: what is
// seldom is called where nothing but the loop's own variables is in use, for these
// then stay in registers, and a set that has been made ready is begun anew.
func Join(e driver.Entity, slots []Slot, cols []driver.Column) {
	p, k, generation := uint32(e)>>driver.RowBits, e&(driver.ChunkRows-1), uint64(e)>>32<<32
	for i := 0; i < len(slots); {
		s := slots[i].Set
		row, page := len(s.entities), s.Page(p)
		if page == driver.DeadPage() || row >= cap(s.entities) || row < s.dirty {
			s.makeRoom(row, p)
			continue
		}
		s.entities = s.entities[:row+1]
		s.entities[row] = e
		page[k] = generation | uint64(row)
		s.version++
		col := &cols[slots[i].At]
		i++
		if s.columns > 0 || !plain(col) {
			s.Stretch(col, row)
			continue
		}
		col.Base = s.value(row) // nil for a tag
	}
}

// plain reports that nothing but the base of a column need be set: that it is dense,
// present, and without the tracker's columns. To look is cheaper than to write pointers.
func plain(col *driver.Column) bool {
	return col.Rows == nil && !col.Absent && col.Beside[0] == nil && col.Beside[1] == nil
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
	if len(es) == 1 || driver.Common(s.entities[row:], es) == len(es) {
		s.Stretch(col, row)
		return
	}
	rows := ch.Scratch(c.At + 1)[:len(es)] // 0 is for the rows of a table
	s.Rows(es, rows)
	s.Listed(col, rows)
}

// Leave ends the membership of e in the sets, all of which have it: their last
// rows fill its place. It is the inner loop of a despawn; the last row itself goes
// the same way, without a branch.
func Leave(e driver.Entity, sets ...*Set) {
	for _, s := range sets {
		last := len(s.entities) - 1
		moved := s.entities[last]
		s.entities = s.entities[:last]
		entry := s.entry(e)
		row := int(uint32(*entry))
		*entry = absent
		s.version++
		*s.since(last) = s.version
		if row != last {
			*s.since(row) = s.version
			*s.member(row) = moved
			*s.entry(moved) -= uint64(last - row)
		}
		if row < s.run {
			s.run = row
		}
		if s.columns > 0 {
			s.fillBeside(row, last)
		}
		if s.shape == shapePair {
			dst, src := (*[2]uint64)(unsafe.Add(s.values, row*16)), (*[2]uint64)(unsafe.Add(s.values, last*16))
			*dst = *src
			*src = [2]uint64{}
		} else if s.shape != shapeTag {
			s.fill(row, last)
		}
	}
}

// The places of what a member has are within their arrays by invariant 1, so Leave
// does not check bounds: that was a fifth of its instructions.

// entry is the entry of a member.
func (s *Set) entry(e driver.Entity) *uint64 {
	page := *(**driver.Page)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(s.pages)), uintptr(uint32(e))>>driver.RowBits*unsafe.Sizeof(s.pages[0])))
	return (*uint64)(unsafe.Add(unsafe.Pointer(page), uintptr(e&(driver.ChunkRows-1))*8))
}

// member is the handle in a row.
func (s *Set) member(row int) *driver.Entity {
	return (*driver.Entity)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(s.entities)), uintptr(row)*8))
}

// since is the stamp of the block of a row.
func (s *Set) since(row int) *uint64 {
	return (*uint64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(s.stamps)), uintptr(row)>>blockBits*8))
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
