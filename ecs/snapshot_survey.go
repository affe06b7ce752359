package ecs

import (
	"math/bits"
	"slices"

	"ecslab/ecs/driver"
)

// survey walks all entities with all that they have, chunk by chunk. It asks the
// storage one question: a query of every component as one that matches may lack.
type survey struct {
	components int // registered when it was prepared
	cursor     driver.Cursor
	chunk      Chunk // its columns are those of all components, by number

	set     Mask      // what all matches of the chunk at hand have
	partial []partial // what some of them have
	have    driver.Bits
}

// partial is a component that some matches of a chunk have and others lack.
type partial struct {
	component ComponentID
	matches   []uint32 // those that have it, ascending
	rows      []uint32 // the row of each in its column
}

// gather adds all entities to the snapshot, or, if that is of a part, those with
// an index from from on and below to.
func (w *World) gather(s *Snapshot, from, to uint32) error {
	sv := w.saving
	if sv == nil || sv.components != len(w.schema.Components) {
		q := new(driver.Query)
		for _, c := range w.schema.Components {
			q.Columns = append(q.Columns, driver.Access{Component: c.ID, Maybe: true, Beside: w.beside(c.ID) > 0})
		}
		cursor, err := w.storage.Query(q)
		if err != nil {
			return err
		}
		sv = &survey{components: len(w.schema.Components), cursor: cursor}
		sv.chunk.Cols = make([]driver.Column, len(q.Columns))
		w.saving = sv
	}
	sv.cursor.Rewind()
	for sv.cursor.Next(&sv.chunk) {
		sv.sort()
		g, n := s.group(&sv.set), sv.chunk.N
		if !s.part {
			g.add(sv, 0, n)
			continue
		}
		for k := 0; k < n; k++ {
			first := k
			for k < n && sv.index(k) >= from && sv.index(k) < to {
				k++
			}
			g.add(sv, first, k)
		}
	}
	return nil
}

func (sv *survey) index(k int) uint32 { return sv.chunk.Entities.At(k).Index() }

// sort tells the components that all matches of the chunk have from those that
// some have.
func (sv *survey) sort() {
	ch := &sv.chunk
	sv.set, sv.partial = Mask{}, sv.partial[:0]
	for c := range ch.Cols {
		col := &ch.Cols[c]
		if col.Absent {
			continue
		}
		n := ch.N
		if col.Rows != nil {
			n = holders(col.Rows[:n], &sv.have)
		}
		switch n {
		case 0:
		case ch.N:
			sv.set.Set(ComponentID(c))
		default:
			sv.note(ComponentID(c))
		}
	}
}

// note makes the matches in have those of a partial component.
func (sv *survey) note(c ComponentID) {
	k := len(sv.partial)
	sv.partial = slices.Grow(sv.partial, 1)[:k+1]
	p := &sv.partial[k]
	if p.component = c; p.matches == nil {
		p.matches, p.rows = make([]uint32, driver.ChunkRows), make([]uint32, driver.ChunkRows)
	}
	p.matches = sv.have.Rows(sv.chunk.N, p.matches[:driver.ChunkRows])
	p.rows = p.rows[:len(p.matches)]
	rows := sv.chunk.Cols[c].Rows
	for i, m := range p.matches {
		p.rows[i] = rows[m]
	}
}

// holders is the matches whose row is not NoRow, and how many they are. No
// other row has the highest bit.
func holders(rows []uint32, out *driver.Bits) (n int) {
	for w := 0; len(rows) > 0; w++ {
		part := rows[:min(64, len(rows))]
		rows = rows[len(part):]
		lack, at := uint64(0), 0
		for ; at+8 <= len(part); at += 8 { // eight that do not wait for each other
			r := (*[8]uint32)(part[at:])
			eight := r[0]>>31 | r[1]>>31<<1 | r[2]>>31<<2 | r[3]>>31<<3 |
				r[4]>>31<<4 | r[5]>>31<<5 | r[6]>>31<<6 | r[7]>>31<<7
			lack |= uint64(eight) << at
		}
		for ; at < len(part); at++ {
			lack |= uint64(part[at]>>31) << at
		}
		out[w] = ^lack & (^uint64(0) >> (64 - len(part)))
		n += bits.OnesCount64(out[w])
	}
	return n
}
