package archetype

import "ecslab/ecs/driver"

// Plan is how rows go from one table to another: what happens to each column,
// worked out once.
type Plan struct {
	From, To     *Table
	Gained, Lost driver.Mask // by the tables' sets

	kept  pairs  // columns that both have
	gone  pairs  // columns that only From has; to means nothing
	new   []pair // columns that only To has; from means nothing
	fresh pairs  // those of them that hold pointer-free values, which stand first
	quick bool   // single rows need no call
}

// pair is one column in two tables, with what single rows need of it at hand.
type pair struct {
	*Column
	from, to uint16
	form     form
}

// pairs are first those whose single rows are copied word by word inline, and
// then those that need a call, so that the loop over the first makes none and
// keeps its variables in registers.
type pairs struct {
	all []pair
	n   int // so many are inline
}

func (p *pairs) inline() []pair { return p.all[:p.n] }
func (p *pairs) called() []pair { return p.all[p.n:] }

func (p *pairs) put(c *Column, from, to int) { p.all = append(p.all, makePair(c, from, to)) }

func makePair(c *Column, from, to int) pair {
	return pair{c, uint16(from), uint16(to), c.form}
}

// split puts the inline ones first.
func (p *pairs) split() {
	for i, k := range p.all {
		if !k.form.inline() {
			continue
		}
		if i > p.n { // seldom: most components are inline, or come in that order
			copy(p.all[p.n+1:i+1], p.all[p.n:i])
			p.all[p.n] = k
		}
		p.n++
	}
}

// makePlan works out the way between two tables, which may be the same.
func makePlan(from, to *Table, pairs *arena[pair]) Plan {
	p := Plan{From: from, To: to, Gained: to.Set.AndNot(&from.Set), Lost: from.Set.AndNot(&to.Set)}
	n := from.common(to)
	p.kept.all = pairs.take(n)[:0]
	p.gone.all = pairs.take(len(from.columns) - n)[:0]
	p.new = pairs.take(len(to.columns) - n)
	p.fresh.all = p.new[:0]
	rest := len(p.new) // where those begin that are not fresh, from the end
	i, j := 0, 0
	for i < len(from.columns) || j < len(to.columns) {
		switch {
		case j == len(to.columns) || i < len(from.columns) && from.columns[i].before(to.columns[j]):
			p.gone.put(from.columns[i], i, 0)
			i++
		case i == len(from.columns) || to.columns[j].before(from.columns[i]):
			if c := to.columns[j]; c.part == 0 && c.form != typed {
				p.fresh.put(c, 0, j)
			} else {
				rest--
				p.new[rest] = makePair(c, 0, j)
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
	p.quick = len(p.kept.called())+len(p.gone.called())+len(p.fresh.called()) == 0
	return p
}

// common is the number of columns that both tables have.
func (t *Table) common(o *Table) (n int) {
	i, j := 0, 0
	for i < len(t.columns) && j < len(o.columns) {
		switch a, b := t.columns[i], o.columns[j]; {
		case a == b:
			n, i, j = n+1, i+1, j+1
		case a.before(b):
			i++
		default:
			j++
		}
	}
	return n
}

// before says that the column comes first in every table that has both.
func (c *Column) before(o *Column) bool {
	return c.comp.ID < o.comp.ID || c.comp.ID == o.comp.ID && c.part < o.part
}

// Same says that nothing is gained or lost.
func (p *Plan) Same() bool { return p.From == p.To }
