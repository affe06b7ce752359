package replay

import (
	"fmt"
	"slices"
	"strings"

	"ecslab/ecs"
)

// recordedPass is an open pass over a query.
type recordedPass struct {
	q     *ecs.Query
	at    int    // where its count goes among what is held; -1: nowhere
	terms string // "" if a term cannot be written
	es    []ecs.Entity
}

// Opened implements ecs.Watcher.
func (r *Recorder) Opened(q *ecs.Query) {
	r.settle()
	p := &recordedPass{q: q, at: len(r.held)}
	var ok bool
	if p.terms, ok = r.terms(q.Shape()); !ok || r.deferred {
		p.at = -1 // an observation cannot be deferred
	}
	r.passes = append(r.passes, p)
}

// Passed implements ecs.Watcher.
func (r *Recorder) Passed(q *ecs.Query, es []ecs.Entity) {
	for _, p := range r.passes {
		if p.q == q {
			p.es = append(p.es, es...)
		}
	}
}

// Closed implements ecs.Watcher.
func (r *Recorder) Closed(q *ecs.Query, n int, complete bool) {
	i := slices.IndexFunc(r.passes, func(p *recordedPass) bool { return p.q == q })
	if i < 0 {
		return
	}
	p := r.passes[i]
	if len(p.es) > 0 {
		r.settle()
		r.wrote(p)
	}
	if p.at >= 0 && complete && p.terms != "" {
		r.count(p, n)
	}
	r.passes = slices.Delete(r.passes, i, i+1)
	if len(r.passes) == 0 {
		r.release()
	}
}

// wrote writes what the mutable columns of a pass have handed out.
func (r *Recorder) wrote(p *recordedPass) {
	for _, c := range p.q.Writes() {
		if r.columns[c].tag {
			continue
		}
		es := slices.DeleteFunc(slices.Clone(p.es), func(e ecs.Entity) bool { return !r.w.Has(e, c) })
		r.each("mut", es, []ecs.ComponentID{c}, true)
	}
}

// count puts the count of a pass where the pass was opened.
func (r *Recorder) count(p *recordedPass, n int) {
	text := fmt.Sprintf("%scount %s", r.indent, p.terms)
	switch {
	case !asksTracker(p.q.Shape()):
		text += fmt.Sprintf(" => %d\n", n)
	case r.answers:
		text += fmt.Sprintf("\n%s  => %s: %d\n", r.indent, r.tracker, n)
	default:
		text += "\n"
	}
	r.held = slices.Insert(r.held, p.at, []byte(text)...)
	for _, other := range r.passes {
		if other != p && other.at > p.at {
			other.at += len(text)
		}
	}
}

// asksTracker reports whether one of the conditions is about records.
func asksTracker(list []ecs.TermShape) bool {
	return slices.ContainsFunc(list, func(t ecs.TermShape) bool { return t.Kind != 0 || asksTracker(t.Terms) })
}

// terms are conditions as a trace writes them; false if one has no words.
func (r *Recorder) terms(list []ecs.TermShape) (string, bool) {
	var words []string
	for _, t := range list {
		if t.Quantifier == "Or" {
			inner, ok := r.terms(t.Terms)
			if !ok {
				return "", false
			}
			words = append(words, "Or("+strings.ReplaceAll(inner, " ", ",")+")")
			continue
		}
		mark := ""
		if t.Since != nil {
			name, ok := r.marks[*t.Since]
			if !ok {
				return "", false
			}
			mark = "@" + name
		}
		if t.Kind == ecs.Created {
			words = append(words, "Created"+mark)
			continue
		}
		if len(t.Components) == 0 {
			return "", false
		}
		var names []string
		for _, c := range t.Components {
			names = append(names, r.columns[c].name)
		}
		kind := ""
		if t.Kind != 0 {
			kind = strings.ToUpper(t.Kind.String()[:1]) + t.Kind.String()[1:]
		}
		words = append(words, fmt.Sprintf("%s%s(%s)%s", t.Quantifier, kind, strings.Join(names, ","), mark))
	}
	return strings.Join(words, " "), true
}

// Asked implements ecs.Watcher.
func (r *Recorder) Asked(e ecs.Entity, t ecs.TermShape, answer bool) {
	n, ok := r.name(e)
	if !ok || len(t.Components) > 1 || r.deferred {
		return
	}
	r.settle()
	mark := ""
	if t.Since != nil {
		name, ok := r.marks[*t.Since]
		if !ok {
			return
		}
		mark = " @" + name
	}
	r.line = append(append(r.line[:0], r.indent...), "was "...)
	r.appendName(n)
	r.line = append(append(r.line, ' '), t.Kind.String()...)
	if len(t.Components) == 1 {
		r.line = append(append(r.line, ' '), r.columns[t.Components[0]].name...)
	}
	r.line = append(r.line, mark...)
	r.write()
	if r.answers {
		r.say("  => %s: %t", r.tracker, answer)
	}
}

// Listed implements ecs.Watcher. A trace has no list of removals since a mark.
func (r *Recorder) Listed(c ecs.ComponentID, since *ecs.Moment, answer []ecs.Entity) {
	if since != nil || r.indent == "" || r.deferred {
		return
	}
	r.settle()
	r.say("removed %s", r.columns[c].name)
	if !r.answers {
		return
	}
	r.line = fmt.Appendf(append(r.line[:0], r.indent...), "  => %s:", r.tracker)
	for _, e := range answer {
		n, ok := r.name(e)
		if !ok || len(r.line) > 60_000 {
			return // someone whose name was given to another, or more than a line holds: unchecked
		}
		r.line = append(r.line, ' ')
		r.appendName(n)
	}
	if len(answer) == 0 {
		r.line = append(r.line, " -"...)
	}
	r.write()
}
