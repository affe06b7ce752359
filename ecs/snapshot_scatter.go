package ecs

import "ecslab/ecs/driver"

// scatter spawns the entities of a block again, whose handles the directory is
// ready to place. With forget, the tracker's columns are filled with nothing.
func (w *World) scatter(b *rowBlock, forget driver.Forgetter) error {
	sp, err := w.spawnerOf(&b.group.set)
	if err != nil {
		return err
	}
	for from := 0; from < len(b.entities); {
		n, err := sp.putFilled(b.entities[from:])
		if err != nil {
			return err
		}
		for i, c := range b.group.components {
			w.fill(&b.columns[i], c.ID, from, &sp.chunk, i, forget)
		}
		from += n
	}
	for i := range b.extras {
		if err := w.scatterExtra(b, &b.extras[i], forget); err != nil {
			return err
		}
	}
	return nil
}

// scatterExtra gives entities of a block, which live, what they have beside their
// group's components.
func (w *World) scatterExtra(b *rowBlock, extra *extra, forget driver.Forgetter) error {
	x, err := w.single(opAdd, extra.component.ID)
	if err != nil {
		return err
	}
	es := w.scratch(len(extra.rows))
	for i, row := range extra.rows {
		es[i] = b.entities[row]
	}
	for from := 0; from < len(es); {
		n, err := x.put(es[from:])
		if err != nil {
			return err
		}
		w.fill(&extra.column, extra.component.ID, from, &x.chunk, 0, forget)
		from += n
	}
	return nil
}

// fill writes a column of a chunk from the rows of a saved one from from on.
func (w *World) fill(saved *savedColumn, c ComponentID, from int, ch *Chunk, at int, forget driver.Forgetter) {
	saved.give(w.schema.Of(c), from, ch.N, &ch.Cols[at])
	if forget != nil && w.beside(c) > 0 {
		forget.Blank(c, ch, at)
	}
}
