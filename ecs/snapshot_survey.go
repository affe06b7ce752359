package ecs

import "ecslab/ecs/driver"

// survey walks all entities with all that they have, chunk by chunk, and sorts
// the matches of a chunk by component set. It asks the storage one question: a
// query of every component as one that matches may lack.
type survey struct {
	components int // registered when it was prepared
	cursor     driver.Cursor
	chunk      Chunk

	classes []Mask // of the chunk at hand: the component sets met
	class   [driver.ChunkRows]uint16
	next    [2 * driver.ChunkRows]uint16 // class and bit ─▶ class
	mixed   []int                        // components that some matches lack
	order   [driver.ChunkRows]uint32
	bounds  [driver.ChunkRows + 1]int
	old     []Mask
	scratch [driver.ChunkRows]uint32
}

const noClass = ^uint16(0)

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
		for class := range sv.classes {
			list := sv.members(class)
			if s.part {
				list = within(&sv.chunk, list, from, to)
			}
			if list == nil || len(list) > 0 {
				s.group(w, &sv.classes[class]).add(&sv.chunk, list, &sv.scratch)
			}
		}
	}
	return nil
}

// sort finds the component sets of the chunk's matches.
func (sv *survey) sort() {
	ch := &sv.chunk
	var common Mask
	sv.mixed = sv.mixed[:0]
	for c := range ch.Cols {
		switch here := holders(&ch.Cols[c], ch.N); here {
		case 0:
		case ch.N:
			common.Set(ComponentID(c))
		default:
			sv.mixed = append(sv.mixed, c)
		}
	}
	sv.classes = append(sv.classes[:0], common)
	if len(sv.mixed) == 0 {
		return
	}
	clear(sv.class[:ch.N])
	for _, c := range sv.mixed {
		sv.split(ComponentID(c), ch.Cols[c].Rows)
	}
	sv.arrange()
}

// holders is how many of n matches have the column's component.
func holders(col *driver.Column, n int) int {
	switch {
	case col.Absent:
		return 0
	case col.Rows == nil:
		return n
	}
	lack := 0
	for _, row := range col.Rows[:n] {
		if row == NoRow {
			lack++
		}
	}
	return n - lack
}

// split tells those that have the component from those that lack it.
func (sv *survey) split(c ComponentID, rows []uint32) {
	next := sv.next[:2*len(sv.classes)]
	for i := range next {
		next[i] = noClass
	}
	sv.old = append(sv.old[:0], sv.classes...)
	sv.classes = sv.classes[:0]
	n := sv.chunk.N
	rows, class := rows[:n], sv.class[:n]
	for k := 0; k < n; { // by stretches that are alike: few entities stand alone
		was, has := class[k], rows[k] != NoRow
		step := 2 * int(was)
		if has {
			step++
		}
		is := next[step]
		if is == noClass {
			is = uint16(len(sv.classes))
			next[step] = is
			set := sv.old[was]
			if has {
				set.Set(c)
			}
			sv.classes = append(sv.classes, set)
		}
		for ; k < n && class[k] == was && (rows[k] != NoRow) == has; k++ {
			class[k] = is
		}
	}
}

// arrange orders the matches by class, and within a class as they are.
func (sv *survey) arrange() {
	bounds := sv.bounds[:len(sv.classes)+1]
	clear(bounds)
	class := sv.class[:sv.chunk.N]
	alike := func(k int) (end int) {
		for end = k + 1; end < len(class) && class[end] == class[k]; end++ {
		}
		return end
	}
	for k := 0; k < len(class); {
		end := alike(k)
		bounds[class[k]+1] += end - k
		k = end
	}
	for i := 1; i < len(bounds); i++ {
		bounds[i] += bounds[i-1]
	}
	for k := 0; k < len(class); {
		end := alike(k)
		to := sv.order[bounds[class[k]]:][:end-k]
		bounds[class[k]] += end - k
		for i := range to {
			to[i] = uint32(k + i)
		}
		k = end
	}
	copy(bounds[1:], bounds) // each has moved on to where the next class begins
	bounds[0] = 0
}

// members are the matches of a class; nil is all of the chunk.
func (sv *survey) members(class int) []uint32 {
	if len(sv.mixed) == 0 {
		return nil
	}
	return sv.order[sv.bounds[class]:sv.bounds[class+1]]
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
		n, err := sp.put(b.entities[from:])
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
