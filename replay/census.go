package replay

import (
	"math"

	"ecslab/ecs"
)

// A Census is how much work the measured part of a file is, in counts that are
// the same on every backend.
type Census struct {
	Tallies    []*Tally // of the statements that were executed, in the order of their first execution
	Frames     int      // that ended
	Entities   int      // living at the end
	Holders    []int    // living ones that have the component at the end, by ComponentID
	Archetypes int      // component sets that the storage has met, set-up included
}

// A Tally is what a statement was about, over all its executions.
type Tally struct {
	Stmt     Stmt
	Executed int
	Entities int // changed or found
	Asked    int // of a question for records: entities that could have some
}

// Survey runs a file once, untimed, and counts what its measured part does. The
// backend needs a tracker if the file asks for records; if the run is cut
// short or disagrees, the result says so and there is no census.
func Survey(f *File, b ecs.Backend) (*Census, *Result) {
	c := &Census{Holders: make([]int, len(f.Components))}
	m := newMachine(f, b)
	m.check = true
	watch := &stopwatch{census: c, lines: map[Stmt]*Tally{}}
	setup, measured := f.SplitMeasure()
	m.guard(func() {
		m.open(b, false)
		above, below := m.compile(setup), m.compile(measured)
		m.run(above)
		m.watch = watch
		watch.begin()
		m.run(below)
		m.watch = nil
		stats := m.world.Stats()
		c.Entities, c.Archetypes = stats.Entities, stats.Archetypes
		for i := range c.Holders {
			c.Holders[i] = m.holders([]Term{{Kind: Present, Components: []ComponentID{ComponentID(i)}, Mark: NoMark}})
		}
	})
	if r := m.finish(); r.Verdict == Disagree || r.Cut {
		return nil, r
	}
	for _, t := range c.Tallies {
		if tick, ok := t.Stmt.(*TickStmt); ok {
			c.Frames += t.Executed * tick.N
		}
	}
	return c, m.result
}

// note begins an execution of a statement.
func (w *stopwatch) note(s Stmt) {
	t := w.lines[s]
	if t == nil {
		t = &Tally{Stmt: s}
		w.lines[s] = t
		w.census.Tallies = append(w.census.Tallies, t)
	}
	t.Executed++
	w.line = t
}

// ask counts the entities that a question for records has to choose from.
func (m *machine) ask(asked Stmt) {
	if m.watch == nil || m.watch.census == nil {
		return
	}
	if terms, ok := termsOf(asked); ok {
		m.watch.line.Asked += m.holders(presence(terms))
	}
}

// holders is how many living entities the terms of presence match.
func (m *machine) holders(terms []Term) int {
	if len(terms) == 0 {
		return m.world.Len()
	}
	q := m.query(terms, nil, false)
	if q.err != nil {
		return 0
	}
	n, err := q.Query.Count()
	if err != nil {
		return 0
	}
	return n
}

// presence are the terms with what they imply of presence in the place of
// records. An Or of records, a creation and a removal imply none.
func presence(terms []Term) []Term {
	var out []Term
	for _, t := range terms {
		switch {
		case !t.Tracked():
			out = append(out, t)
		case t.Quantifier <= Any && t.Quantifier != None && (t.Kind == Added || t.Kind == Changed):
			out = append(out, Term{Quantifier: t.Quantifier, Kind: Present, Components: t.Components, Mark: NoMark})
		}
	}
	return out
}

// PerFrame divides a count by the frames of the census; by one where none ended.
func (c *Census) PerFrame(n int) float64 { return float64(n) / math.Max(1, float64(c.Frames)) }
