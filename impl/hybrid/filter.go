package hybrid

import (
	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
)

// filter tells which signatures pass in some tables: those in which the same
// terms of the query are open.
type filter struct {
	any     []int   // terms of Any that the table does not fulfil
	verdict []uint8 // by signature: 1 passes
}

// refresh looks at the signatures that were met since.
func (f *filter) refresh(c *cursor) {
	g := &c.s.signatures.graph
	for len(f.verdict) < g.Len() {
		verdict := uint8(0)
		if f.passes(c, g.Set(archetype.SetID(len(f.verdict)))) {
			verdict = 1
		}
		f.verdict = append(f.verdict, verdict)
	}
}

func (f *filter) passes(c *cursor, set *driver.Mask) bool {
	all := c.q.All.And(&c.s.sparse)
	if !set.Contains(&all) || set.Intersects(&c.q.None) {
		return false
	}
	for _, i := range f.any {
		if !set.Intersects(&c.q.Any[i]) {
			return false
		}
	}
	return true
}

// filterOf is the filter of a table.
func (c *cursor) filterOf(t *archetype.Table) *filter {
	if len(c.q.Any) == 0 {
		return c.filters[0]
	}
	for len(c.byTable) <= int(t.ID) {
		c.byTable = append(c.byTable, 0)
	}
	if c.byTable[t.ID] == 0 {
		c.byTable[t.ID] = c.meet(t) + 1
	}
	return c.filters[c.byTable[t.ID]-1]
}

// meet finds or makes the filter of a table.
func (c *cursor) meet(t *archetype.Table) uint32 {
	var any []int
	for i := range c.q.Any {
		if !t.Set.Intersects(&c.q.Any[i]) {
			any = append(any, i)
		}
	}
next:
	for i, f := range c.filters {
		if len(f.any) != len(any) {
			continue
		}
		for k := range any {
			if f.any[k] != any[k] {
				continue next
			}
		}
		return uint32(i)
	}
	f := &filter{any: any}
	f.refresh(c)
	c.filters = append(c.filters, f)
	return uint32(len(c.filters) - 1)
}

// pick writes the rows of those entities that pass to dst, and returns how
// many they are. own are their rows; nil: all from 0 on.
func (c *cursor) pick(es []driver.Entity, own, dst []uint32) int {
	if c.way == alongSet && c.bound {
		return c.pickBound(es, dst)
	}
	pages := c.s.signatures.pages
	n := 0
	if own == nil {
		verdict := c.filterOf(c.tableOf(es[0])).verdict
		for k, e := range es {
			signature := uint32(0)
			if p := uint32(e) >> driver.RowBits; p < uint32(len(pages)) {
				signature = pages[p][e&(driver.ChunkRows-1)]
			}
			dst[n] = uint32(k)
			n += int(verdict[signature])
		}
		return n
	}
	verdict := c.filterOf(c.tableOf(es[own[0]])).verdict
	for _, k := range own {
		signature, e := uint32(0), es[k]
		if p := uint32(e) >> driver.RowBits; p < uint32(len(pages)) {
			signature = pages[p][e&(driver.ChunkRows-1)]
		}
		dst[n] = k
		n += int(verdict[signature])
	}
	return n
}

// tableOf is the table of an entity, which nobody asks for without terms of
// Any that tables may fulfil.
func (c *cursor) tableOf(e driver.Entity) *archetype.Table {
	if len(c.q.Any) == 0 {
		return nil
	}
	chunk, _ := c.s.store.Find(e)
	return chunk.Table()
}

// pickBound is pick for entities of any table.
func (c *cursor) pickBound(es []driver.Entity, dst []uint32) int {
	n := 0
	for k, e := range es {
		chunk, _ := c.s.store.Find(e)
		t := chunk.Table()
		if !c.tables.Has(t) {
			continue
		}
		if c.filterOf(t).verdict[c.s.signatures.of(uint32(e))] != 0 {
			dst[n] = uint32(k)
			n++
		}
	}
	return n
}
