package archetype

import "ecslab/ecs/driver"

// Plan is how rows go from one table to another: what happens to each column,
// worked out once.
type Plan struct {
	From, To     *Table
	Gained, Lost driver.Mask // by the tables' sets

	kept  pairs    // columns that both have
	gone  pairs    // columns that only From has; to means nothing
	fresh pairs    // columns of pointer-free values that only To has; from means nothing
	new   []uint16 // all columns that only To has
	quick bool     // single rows need no call
}

// pair is one column in two tables, with what single rows need of it at hand.
type pair struct {
	*Column
	size     uintptr
	from, to uint16
	form     form
}

// pairs are first those whose single rows are copied word by word inline, and
// then those that need a call, so that the loop over the first makes none and
// keeps its variables in registers.
type pairs struct {
	all    []pair
	inline []pair
	called []pair
}

func (p *pairs) put(c *Column, from, to int) {
	p.all = append(p.all, pair{c, c.size, uint16(from), uint16(to), c.form})
}

// split puts the inline ones first.
func (p *pairs) split() {
	var sorted []pair
	for _, k := range p.all {
		if k.form.inline() {
			sorted = append(sorted, k)
		}
	}
	n := len(sorted)
	for _, k := range p.all {
		if !k.form.inline() {
			sorted = append(sorted, k)
		}
	}
	p.all, p.inline, p.called = sorted, sorted[:n], sorted[n:]
}

// MakePlan works out the way between two tables, which may be the same.
func MakePlan(from, to *Table) Plan {
	p := Plan{From: from, To: to, Gained: to.Set.AndNot(&from.Set), Lost: from.Set.AndNot(&to.Set)}
	i, j := 0, 0
	for i < len(from.columns) || j < len(to.columns) {
		switch {
		case j == len(to.columns) || i < len(from.columns) && from.columns[i].before(to.columns[j]):
			p.gone.put(from.columns[i], i, 0)
			i++
		case i == len(from.columns) || to.columns[j].before(from.columns[i]):
			p.new = append(p.new, uint16(j))
			if c := to.columns[j]; c.part == 0 && c.form != typed {
				p.fresh.put(c, 0, j)
			}
			j++
		default:
			p.kept.put(from.columns[i], i, j)
			i, j = i+1, j+1
		}
	}
	p.kept.split()
	p.gone.split()
	p.fresh.split()
	p.quick = len(p.kept.called)+len(p.gone.called)+len(p.fresh.called) == 0
	return p
}

// before says that the column comes first in every table that has both.
func (c *Column) before(o *Column) bool {
	return c.comp.ID < o.comp.ID || c.comp.ID == o.comp.ID && c.part < o.part
}

// Same says that nothing is gained or lost.
func (p *Plan) Same() bool { return p.From == p.To }
