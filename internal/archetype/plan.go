package archetype

import "ecslab/ecs/driver"

// Plan is how rows go from one table to another: what happens to each column,
// worked out once.
type Plan struct {
	From, To     *Table
	Gained, Lost driver.Mask // by the tables' sets
	kept         []pair      // columns that both have
	gone         []pair      // columns that only From has; to means nothing
	fresh        []pair      // columns of pointer-free values that only To has; from means nothing
	new          []uint16    // all columns that only To has
}

// pair is one column in two tables, with what single rows need of it at hand.
type pair struct {
	*Column
	from, to uint16
	form     form
	size     uint32
}

func newPair(c *Column, from, to int) pair {
	return pair{c, uint16(from), uint16(to), c.form, uint32(c.size)}
}

// NewPlan works out the way between two tables, which may be the same.
func NewPlan(from, to *Table) *Plan {
	p := &Plan{From: from, To: to, Gained: to.Set.AndNot(&from.Set), Lost: from.Set.AndNot(&to.Set)}
	i, j := 0, 0
	for i < len(from.columns) || j < len(to.columns) {
		switch {
		case j == len(to.columns) || i < len(from.columns) && from.columns[i].before(to.columns[j]):
			p.gone = append(p.gone, newPair(from.columns[i], i, 0))
			i++
		case i == len(from.columns) || to.columns[j].before(from.columns[i]):
			p.new = append(p.new, uint16(j))
			if c := to.columns[j]; c.part == 0 && c.form != typed {
				p.fresh = append(p.fresh, newPair(c, 0, j))
			}
			j++
		default:
			p.kept = append(p.kept, newPair(from.columns[i], i, j))
			i, j = i+1, j+1
		}
	}
	return p
}

// before says that the column comes first in every table that has both.
func (c *Column) before(o *Column) bool {
	return c.comp.ID < o.comp.ID || c.comp.ID == o.comp.ID && c.part < o.part
}

// Same says that nothing is gained or lost.
func (p *Plan) Same() bool { return p.From == p.To }
