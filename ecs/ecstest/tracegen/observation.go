package tracegen

import (
	"slices"

	"ecslab/replay"
)

// observation makes one of any kind that can stand here.
func (g *generator) observation() replay.Observation {
	n := g.r.IntN(100)
	switch {
	case n < 15 && g.inRun:
		c := g.tracks(1, replay.Removed)
		return &replay.RemovedStmt{Component: c[0]}
	case n < 55:
		return &replay.QueryStmt{Terms: g.someTerms()}
	case n < 65:
		return &replay.CountStmt{Terms: g.someTerms()}
	case n < 72:
		if c := g.components(1, g.hasFields); c != nil {
			terms := g.terms(2, true)
			all := replay.Term{Quantifier: replay.All, Kind: replay.Present, Components: c, Mark: replay.NoMark}
			return &replay.SumStmt{Terms: insert(terms, g.r.IntN(len(terms)+1), all), Component: c[0]}
		}
	case n < 80 && g.canAsk():
		return g.was()
	}
	if g.chance(20) {
		return &replay.AliveStmt{Target: g.target(true)}
	}
	c := g.components(1, g.anyComponent)[0]
	if g.chance(30) || g.isTag(c) {
		return &replay.HasStmt{Target: g.target(true), Component: c}
	}
	return &replay.ReadStmt{Target: g.target(true), Component: c}
}

func (g *generator) was() *replay.WasStmt {
	s := &replay.WasStmt{
		Target:    g.target(true),
		Kind:      pick(g, replay.Added, replay.Changed, replay.Removed, replay.Created),
		Component: replay.NoComponent,
		Mark:      g.mark(),
	}
	if s.Kind != replay.Created {
		s.Component = g.tracks(1, s.Kind)[0]
	}
	return s
}

// canAsk reports whether there is a window to ask about.
func (g *generator) canAsk() bool { return g.inRun || len(g.file.Marks) > 0 }

// mark is a mark, or none where there is a running system.
func (g *generator) mark() replay.MarkID {
	if len(g.file.Marks) == 0 || g.inRun && g.chance(75) {
		return replay.NoMark
	}
	return replay.MarkID(g.r.IntN(len(g.file.Marks)))
}

// tracks draws components that are tracked for a kind, or with a small chance,
// and where none is, any.
func (g *generator) tracks(most int, k replay.Kind) []replay.ComponentID {
	tracked := func(c replay.ComponentID) bool { return g.file.Components[c].Track.Has(k) }
	if list := g.components(most, tracked); list != nil && g.chance(97) {
		return list
	}
	return g.components(most, g.anyComponent)
}

// someTerms makes the terms of a query, at least one.
func (g *generator) someTerms() []replay.Term {
	if terms := g.terms(3, true); len(terms) > 0 {
		return terms
	}
	return []replay.Term{g.term(true)}
}

// terms makes so many terms at most, or none.
func (g *generator) terms(most int, tracked bool) []replay.Term {
	var terms []replay.Term
	for range g.r.IntN(most + 1) {
		if g.chance(12) {
			or := replay.Term{Quantifier: replay.Or, Kind: replay.Present, Mark: replay.NoMark}
			for range 1 + g.r.IntN(3) {
				or.Terms = append(or.Terms, g.term(tracked))
			}
			terms = append(terms, or)
			continue
		}
		terms = append(terms, g.term(tracked))
	}
	return terms
}

// term makes a term that is no Or.
func (g *generator) term(tracked bool) replay.Term {
	t := replay.Term{
		Quantifier: pick(g, replay.All, replay.All, replay.Any, replay.None),
		Kind:       replay.Present,
		Mark:       replay.NoMark,
	}
	if !tracked || !g.canAsk() || g.chance(25) {
		t.Components = g.components(5, g.anyComponent)
	} else if g.chance(10) {
		t.Quantifier, t.Kind, t.Mark = replay.All, replay.Created, g.mark()
	} else {
		t.Kind, t.Mark = pick(g, replay.Added, replay.Changed, replay.Changed, replay.Removed), g.mark()
		t.Components = g.tracks(5, t.Kind)
	}
	if len(t.Components) > 0 && g.chance(5) {
		t.Components = append(t.Components, t.Components[0])
	}
	return t
}

// insert puts a term before another.
func insert(terms []replay.Term, i int, t replay.Term) []replay.Term {
	return slices.Insert(slices.Clone(terms), i, t)
}
