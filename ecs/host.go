package ecs

import "ecslab/ecs/driver"

// host is the world as its tracker sees it.
type host World

func (h *host) Alive(e Entity) bool { return h.dir.Alive(e) }

func (h *host) EachBeside(c ComponentID, visit func(column int, stamps []uint32)) {
	w := (*World)(h)
	cursor := w.stamps[c]
	if cursor == nil {
		q := &driver.Query{Columns: []driver.Access{{Component: c, Beside: true}}, All: driver.MaskOf(c)}
		var err error
		if cursor, err = w.storage.Query(q); err != nil {
			panic(err) // a query of one registered component
		}
		w.stamps[c] = cursor
	}
	ch := &w.sweep
	if ch.Cols == nil {
		ch.Cols = make([]driver.Column, 1)
	}
	for cursor.Rewind(); cursor.Next(ch); {
		col := &ch.Cols[0]
		for i, base := range col.Beside {
			if base == nil {
				continue
			}
			if col.Rows == nil {
				visit(i, driver.Stamps(base, 0, ch.N))
				continue
			}
			for _, row := range col.Rows[:ch.N] {
				visit(i, driver.Stamps(base, row, 1))
			}
		}
	}
}
