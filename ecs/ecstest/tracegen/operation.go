package tracegen

import (
	"ecslab/ecs/ecstest/model"
	"ecslab/replay"
)

// labelNames are few, so that labels are used again.
var labelNames = []string{"a", "b", "c", "unit", "x:1", "long-label_2", "_"}

// operation makes a spawn, an edit or an each.
func (g *generator) operation(deferred bool) replay.Operation {
	n := g.r.IntN(100)
	if n < 25 || len(g.scratch.Living()) == 0 {
		return g.spawn()
	}
	if n < 37 {
		if each := g.each(deferred); each != nil {
			return each
		}
	}
	return g.edit()
}

func (g *generator) spawn() *replay.SpawnStmt {
	s := &replay.SpawnStmt{
		Form:  pick(g, replay.SpawnOne, replay.SpawnOne, replay.SpawnBatch, replay.SpawnMore),
		Label: g.freeLabel(),
		N:     1,
	}
	if s.Form != replay.SpawnOne {
		s.N = pick(g, 1, 2, 3, 4, 5, 6)
		if g.chance(4) {
			s.N = 60 + g.r.IntN(10)
		}
	}
	if g.depth > 0 && g.chance(70) { // a loop over another form soon uses a label again
		s.Form = replay.SpawnMore
	}
	if g.chance(85) {
		for _, c := range g.components(6, g.anyComponent) {
			s.Args = append(s.Args, g.arg(c, 60))
		}
	}
	return s
}

// freeLabel looks for a label that names nothing living, for a while.
func (g *generator) freeLabel() replay.LabelID {
	var l replay.LabelID
	for range 5 {
		l = intern[replay.LabelID](&g.file.Labels, pick(g, labelNames...))
		if len(g.scratch.LivingOf(l)) == 0 {
			break
		}
	}
	return l
}

// arg is a component of an operation, so many times in a hundred with values.
func (g *generator) arg(c replay.ComponentID, percent int) replay.Arg {
	a := replay.Arg{Component: c}
	if !g.isTag(c) && g.chance(percent) {
		a.Values = g.values(c)
	}
	return a
}

func (g *generator) edit() *replay.EditStmt {
	s := &replay.EditStmt{
		Edit: pick(g, replay.Despawn, replay.Add, replay.Set, replay.Set, replay.Remove, replay.Remove,
			replay.Mut, replay.Mut, replay.Mut, replay.Update, replay.Update, replay.Ref, replay.Ref),
		Target: g.target(g.chance(50)),
	}
	switch s.Edit {
	case replay.Despawn:
		if g.chance(50) {
			s.Target = g.target(true)
		}
		return s
	case replay.Mut, replay.Update, replay.Ref:
		which := func(c replay.ComponentID) bool { return !g.isTag(c) && g.allHold(s.Target, c) }
		if g.chance(5) {
			which = g.hasFields
		}
		most, percent := 3, 60
		if s.Edit == replay.Update {
			most, percent = 1, 100
		}
		for _, c := range g.components(most, which) {
			s.Args = append(s.Args, g.arg(c, percent))
		}
		if len(s.Args) > 0 {
			return s
		}
		s.Edit = replay.Set
	}
	percent := 0
	if s.Edit == replay.Set {
		percent = 70
	}
	for _, c := range g.components(3, g.anyComponent) {
		s.Args = append(s.Args, g.arg(c, percent))
	}
	return s
}

// target names living entities, or with a small chance whatever was once
// spawned.
func (g *generator) target(single bool) replay.Reference {
	living := g.scratch.Living()
	if len(living) == 0 || g.chance(5) {
		return g.anyReference()
	}
	n := pick(g, living...)
	if n.Index < 0 {
		return replay.Reference{Label: n.Label, Form: replay.RefOne}
	}
	form := replay.RefMember
	if !single {
		form = pick(g, replay.RefRange, replay.RefAll, replay.RefSample)
	}
	return g.reference(form, n)
}

// reference is of a form and names, for a sample perhaps, one entity at least.
func (g *generator) reference(form replay.RefForm, n model.Name) replay.Reference {
	r := replay.Reference{Label: n.Label, Form: form}
	switch form {
	case replay.RefMember:
		r.From, r.To = n.Index, n.Index
	case replay.RefRange:
		r.From = n.Index - g.r.IntN(n.Index+1)
		r.To = n.Index + g.r.IntN(g.scratch.Members(n.Label)-n.Index)
	case replay.RefSample:
		r.Percent = pick(g, 1, 20, 34, 50, 75, 100)
	}
	return r
}

// anyReference names one entity of any label, which need not live, or be made.
func (g *generator) anyReference() replay.Reference {
	l := intern[replay.LabelID](&g.file.Labels, pick(g, labelNames...))
	if n := g.scratch.Members(l); n > 0 {
		return g.reference(replay.RefMember, model.Name{Label: l, Index: g.r.IntN(n)})
	}
	return replay.Reference{Label: l, Form: replay.RefOne}
}

// allHold reports whether all that a reference can name hold a component.
func (g *generator) allHold(r replay.Reference, c replay.ComponentID) bool {
	for _, n := range g.scratch.LivingOf(r.Label) {
		inside := !r.Single() && r.Form != replay.RefRange || r.Form == replay.RefOne || r.From <= n.Index && n.Index <= r.To
		if inside && !g.scratch.Holds(n, c) {
			return false
		}
	}
	return true
}

// each makes an iteration, nil if there is nothing to iterate over.
func (g *generator) each(deferred bool) replay.Operation {
	s := &replay.EachStmt{Mut: g.components(3, g.hasFields)}
	if s.Mut == nil {
		return nil
	}
	s.Terms = g.terms(2, g.tracked && !deferred)
	all := replay.Term{Quantifier: replay.All, Kind: replay.Present, Mark: replay.NoMark}
	all.Components = append(all.Components, s.Mut...)
	if g.chance(30) {
		all.Components = append(all.Components, g.components(2, g.anyComponent)...)
	}
	s.Terms = insert(s.Terms, g.r.IntN(len(s.Terms)+1), all)
	return s
}
