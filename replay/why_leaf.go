package replay

import (
	"fmt"
	"slices"
	"strings"

	"ecslab/ecs"
)

// leaves appends the questions of a term.
func (s *story) leaves(w *Why, t *Term) {
	switch {
	case t.Quantifier == Or:
		for i := range t.Terms {
			s.leaves(w, &t.Terms[i])
		}
	case t.Kind == Created:
		w.Leaves = append(w.Leaves, s.leaf(Created, NoComponent, t.Mark))
	case t.Kind != Present:
		for _, c := range t.Components {
			w.Leaves = append(w.Leaves, s.leaf(t.Kind, c, t.Mark))
		}
	}
}

func (s *story) leaf(k Kind, c ComponentID, mark MarkID) WhyLeaf {
	l := WhyLeaf{Kind: k, Component: c, Mark: mark, Words: k.String()}
	if c != NoComponent {
		l.Words = s.m.file.Components[c].Name + " " + l.Words
	}
	switch {
	case k == Created && !s.m.file.Settings.Created:
		l.Refused = "the world has created=off"
		return l
	case k != Created && !s.m.file.Components[c].Track.Has(k):
		l.Refused = "it is not tracked"
		return l
	case mark == NoMark:
		l.Words += " in this run"
		l.Window = s.chron.rules.running(s.chron.runs[s.system])
	default:
		l.Words += " since " + s.m.file.Marks[mark]
		m, ok := s.chron.marks[mark]
		if !ok {
			l.Refused = "load has forgotten the mark"
			return l
		}
		l.Window = s.chron.rules.since(m)
	}
	l.Refused = l.Window.Refused
	return l
}

// holds combines the answers of a term's leaves.
func (s *story) holds(t *Term, x *WhyEntity, leaf *int) bool {
	if t.Quantifier == Or {
		any := false
		for i := range t.Terms {
			any = s.holds(&t.Terms[i], x, leaf) || any
		}
		return any
	}
	if t.Kind == Created {
		*leaf++
		return x.Answers[*leaf-1].In
	}
	yes := 0
	for _, c := range t.Components {
		if t.Kind != Present {
			if x.Answers[*leaf].In {
				yes++
			}
			*leaf++
			continue
		}
		name := s.m.file.Components[c].Name
		if s.m.world.Has(x.Entity, s.m.components[c]) {
			yes++
		} else {
			name = "no " + name
		}
		if !slices.Contains(x.Has, name) {
			x.Has = append(x.Has, name)
		}
	}
	switch t.Quantifier {
	case All:
		return yes == len(t.Components)
	case None:
		return yes == 0
	}
	return yes > 0
}

// ask looks for the record of an entity that decides a question.
func (s *story) ask(l *WhyLeaf, e ecs.Entity) (a WhyAnswer) {
	value := s.chron.rules.tracker != Bitmap && (l.Kind == Added || l.Kind == Changed)
	var words []string
	for _, i := range slices.Backward(s.eventsOf(e)) {
		ev := &s.chron.events[i]
		if value && ev.kind == Present && ev.component == l.Component {
			if len(words) == 0 {
				words = append(words, fmt.Sprintf("the component went on line %d, and its records with it", ev.line))
			}
			break
		}
		if ev.kind != l.Kind || ev.component != l.Component {
			continue
		}
		record := fmt.Sprintf("at %d by line %d (%s)", ev.stamp, ev.line, ev.what)
		if ev.cleared != 0 {
			words = append(words, fmt.Sprintf("%s, forgotten by line %d", record, ev.cleared))
			if value || l.Kind == Created {
				break
			}
			continue
		}
		if l.Kind == Removed {
			if kept, frames := s.chron.rules.kept(ev.frame, s.chron.frame); !kept {
				words = append(words, fmt.Sprintf("%s, dropped: it is %d frames old and %d are kept", record, s.chron.frame-ev.frame, frames))
				continue
			}
		}
		if slices.Contains(a.Stamps, ev.stamp) {
			continue
		}
		a.Stamps = append(a.Stamps, ev.stamp)
		in := l.Window.In(ev.stamp)
		a.In = a.In || in
		words = append(words, s.chron.rules.words(record, ev.stamp, l.Window))
		if value || l.Kind == Created {
			break // one record a value: the last
		}
	}
	if len(words) == 0 {
		words = append(words, "no record")
	}
	a.Words = strings.Join(words, "; ")
	return a
}
