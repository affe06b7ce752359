package ecs

import (
	"math/bits"

	"ecslab/ecs/driver"
)

// survey walks all entities with all that they have, chunk by chunk, and sorts
// the matches of a chunk by component set. It asks the storage one question: a
// query of every component as one that matches may lack.
type survey struct {
	components int // registered when it was prepared
	cursor     driver.Cursor
	chunk      Chunk

	classes []class // of the chunk at hand
	mixed   bool    // some matches lack a component that others have
	have    driver.Bits
	order   [driver.ChunkRows]uint32
	scratch [driver.ChunkRows]uint32
}

// class is the matches of a chunk that have one component set.
type class struct {
	set     Mask
	members driver.Bits // all of the chunk's, where nothing is mixed: not kept then
}

// gather adds all entities with an index from from on and below to to the
// snapshot; with the greatest to, all from from on.
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
		for i := range sv.classes {
			list := sv.members(&sv.classes[i])
			if s.part {
				list = within(&sv.chunk, list, from, to)
			}
			if list == nil || len(list) > 0 {
				s.group(w, &sv.classes[i].set).add(&sv.chunk, list, &sv.scratch)
			}
		}
	}
	return nil
}

// sort finds the component sets of the chunk's matches.
func (sv *survey) sort() {
	ch := &sv.chunk
	var common Mask
	for c := range ch.Cols {
		if col := &ch.Cols[c]; !col.Absent && col.Rows == nil {
			common.Set(ComponentID(c))
		}
	}
	sv.mixed = false
	sv.classes = append(sv.classes[:0], class{set: common})
	for c := range ch.Cols {
		if col := &ch.Cols[c]; !col.Absent && col.Rows != nil {
			sv.split(ComponentID(c), col.Rows[:ch.N])
		}
	}
}

// split tells those that have the component from those that lack it.
func (sv *survey) split(c ComponentID, rows []uint32) {
	switch n := holders(rows, &sv.have); {
	case n == 0:
		return
	case n == len(rows):
		for i := range sv.classes {
			sv.classes[i].set.Set(c)
		}
		return
	}
	if !sv.mixed {
		sv.mixed = true
		sv.classes[0].members.Fill(len(rows))
	}
	words := (len(rows) + 63) >> 6
	for i := range len(sv.classes) {
		is := &sv.classes[i]
		with, without := uint64(0), uint64(0)
		for k, have := range sv.have[:words] {
			with |= is.members[k] & have
			without |= is.members[k] &^ have
		}
		switch {
		case with == 0:
		case without == 0:
			is.set.Set(c)
		default:
			sv.classes = append(sv.classes, *is)
			is, more := &sv.classes[i], &sv.classes[len(sv.classes)-1]
			more.set.Set(c)
			for k, have := range sv.have[:words] {
				is.members[k] &^= have
				more.members[k] &= have
			}
		}
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

// members are the matches of a class; nil is all of the chunk.
func (sv *survey) members(is *class) []uint32 {
	if !sv.mixed {
		return nil
	}
	return is.members.Rows(sv.chunk.N, sv.order[:])
}

// within is those of the matches whose index lies from from on and below to.
func within(ch *Chunk, list []uint32, from, to uint32) []uint32 {
	kept := []uint32{}
	n := ch.N
	if list != nil {
		n = len(list)
	}
	for i := range n {
		k := i
		if list != nil {
			k = int(list[i])
		}
		if index := ch.Entities.At(k).Index(); index >= from && index < to {
			kept = append(kept, uint32(k))
		}
	}
	return kept
}

// scatter spawns the entities of a block again, whose handles the directory is
// ready to place, and hands each chunk to blank instead of filling the
// tracker's columns, if it is not nil.
func (w *World) scatter(set *Mask, b *rowBlock, blank func(*Chunk)) error {
	sp, err := w.spawnerOf(set)
	if err != nil {
		return err
	}
	for from := 0; from < len(b.entities); {
		n, err := sp.putFilled(b.entities[from:])
		if err != nil {
			return err
		}
		at := 0
		for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
			b.columns[at].give(w.schema.Of(c), from, n, &sp.chunk.Cols[at])
			at++
		}
		if blank != nil {
			blank(&sp.chunk)
		}
		from += n
	}
	return nil
}
