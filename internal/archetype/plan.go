package archetype

import "ecslab/ecs/driver"

// Plan is how rows go from one table to another: what happens to each column,
// worked out once.
type Plan struct {
	From, To     *Table
	Gained, Lost driver.Mask // by the tables' sets
	kept         []pair      // columns that both have
	gone         []pair      // columns that only From has; to means nothing
	fresh        []uint16    // columns of pointer-free values that only To has
	new          []uint16    // all columns that only To has
}

// pair is one column in two tables.
type pair struct {
	*Column
	from, to uint16
}

// NewPlan works out the way between two tables, which may be the same.
func NewPlan(from, to *Table) *Plan {
	p := &Plan{From: from, To: to, Gained: to.Set.AndNot(&from.Set), Lost: from.Set.AndNot(&to.Set)}
	i, j := 0, 0
	for i < len(from.columns) || j < len(to.columns) {
		switch {
		case j == len(to.columns) || i < len(from.columns) && from.columns[i].before(to.columns[j]):
			p.gone = append(p.gone, pair{from.columns[i], uint16(i), 0})
			i++
		case i == len(from.columns) || to.columns[j].before(from.columns[i]):
			p.new = append(p.new, uint16(j))
			if c := to.columns[j]; c.part == 0 && c.form != typed {
				p.fresh = append(p.fresh, uint16(j))
			}
			j++
		default:
			p.kept = append(p.kept, pair{from.columns[i], uint16(i), uint16(j)})
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
