package ecs

import "ecslab/ecs/driver"

// valueMark is a column of a spawner or an exchange whose values are marked:
// in chunks by a call, in a chunk of one as its shapes say.
type valueMark struct {
	component      ComponentID
	column         int
	added, changed driver.Shape
}

// valueMarks are the columns of a chunk of set that a new value marks.
func (w *World) valueMarks(set *Mask) (marks []valueMark) {
	slot := 0
	for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
		if w.tracked.added.Has(c) || w.tracked.changed.Has(c) {
			marks = append(marks, valueMark{c, slot, w.tracker.Shape(Added, c), w.tracker.Shape(Changed, c)})
		}
		slot++
	}
	return marks
}

// markNew marks the values of new entities, of which e is the first.
func (w *World) markNew(marks []valueMark, ch *Chunk, e Entity) {
	for i := range marks {
		w.markValue(&marks[i], Added|Changed, ch, e)
	}
}

// markValue marks one column of a chunk whose first match is e.
func (w *World) markValue(m *valueMark, k Kinds, ch *Chunk, e Entity) {
	col := &ch.Cols[m.column]
	if ch.N != 1 || col.Rows != nil {
		w.tracker.Mark(m.component, k, ch, m.column)
		return
	}
	if k&Added != 0 {
		w.markOne(&m.added, Added, m, col, e)
	}
	w.markOne(&m.changed, Changed, m, col, e)
}

func (w *World) markOne(s *driver.Shape, k Kinds, m *valueMark, col *driver.Column, e Entity) {
	switch s.Way {
	case driver.MarkStamp:
		*(*uint32)(col.Beside[s.Column]) = *s.Now
	case driver.MarkBit:
		s.Bits.Set(e)
	case driver.MarkCall:
		w.cell = driver.Cell{Value: col.Base, Beside: col.Beside}
		w.tracker.MarkCell(m.component, k, e, &w.cell)
	}
}
