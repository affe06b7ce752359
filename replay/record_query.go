package replay

import (
	"fmt"
	"slices"
	"strings"

	"ecslab/ecs"
)

// recordedPass is an open pass over a query.
type recordedPass struct {
	q      *ecs.Query
	shape  []ecs.TermShape
	at     int          // where its count goes among what is held; -1: nowhere
	terms  string       // "" if a term cannot be written
	es     []ecs.Entity // that mutable columns have handed out since the last line
	before []ecs.Entity // that are written, and whose values may still change
	silent bool         // records came since it began: the count is no answer
}

// Opened implements ecs.Watcher.
func (r *Recorder) Opened(q *ecs.Query) {
	r.settle()
	p := &recordedPass{q: q, shape: q.Shape(), at: len(r.held)}
	var ok bool
	if p.terms, ok = r.terms(p.shape); !ok || r.deferred {
		p.at = -1 // an observation cannot be deferred
	}
	r.passes = append(r.passes, p)
}

// Passed implements ecs.Watcher.
func (r *Recorder) Passed(q *ecs.Query, es []ecs.Entity) {
	if len(r.passes) > 1 {
		for _, c := range q.Writes() {
			r.disturb(q, c)
		}
	}
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
	if earlier := len(p.before); earlier+len(p.es) > 0 {
		r.settle()
		r.wrote("ref", p.q, p.before[:earlier])
	}
	if p.at >= 0 && complete && p.terms != "" {
		r.count(p, n)
	}
	r.passes = slices.Delete(r.passes, i, i+1)
	if len(r.passes) == 0 {
		r.release()
	}
}

// disturb tells open passes, but for one, that there are new records of a component, which the
// rest of a pass may see and a count where it began would not.
func (r *Recorder) disturb(but *ecs.Query, c ecs.ComponentID) {
	for _, p := range r.passes {
		p.silent = p.silent || p.q != but && asksOf(p.shape, c)
	}
}

// silence takes the answers from open passes.
func (r *Recorder) silence() {
	for _, p := range r.passes {
		p.silent = true
	}
}

// handedOut writes what the mutable columns of a pass have handed out.
func (r *Recorder) handedOut(p *recordedPass) {
	r.wrote("mut", p.q, p.es)
	p.before, p.es = append(p.before, p.es...), p.es[:0]
}

// wrote writes the values in the mutable columns of a query.
func (r *Recorder) wrote(verb string, q *ecs.Query, all []ecs.Entity) {
	if len(all) == 0 {
		return
	}
	for _, c := range q.Writes() {
		if r.columns[c].tag || !r.has(c) {
			continue
		}
		es := slices.DeleteFunc(slices.Clone(all), func(e ecs.Entity) bool { return !r.w.Has(e, c) })
		r.each(verb, es, []ecs.ComponentID{c}, true)
	}
}

// count puts the count of a pass where the pass was opened.
func (r *Recorder) count(p *recordedPass, n int) {
	text := fmt.Sprintf("%scount %s", r.indent, p.terms)
	switch {
	case len(text) > mostLine:
		return
	case !asksTracker(p.shape):
		text += fmt.Sprintf(" => %d\n", n)
	case r.answers && !p.silent:
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

// asksOf reports whether one of the conditions is about records of a component.
func asksOf(list []ecs.TermShape, c ecs.ComponentID) bool {
	return slices.ContainsFunc(list, func(t ecs.TermShape) bool {
		return t.Kind != 0 && slices.Contains(t.Components, c) || asksOf(t.Terms, c)
	})
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
			n, ok := r.marks[*t.Since]
			if !ok {
				return "", false
			}
			mark = fmt.Sprintf("@m%d", n)
		}
		if t.Kind == ecs.Created {
			words = append(words, "Created"+mark)
			continue
		}
		if len(t.Components) == 0 || slices.ContainsFunc(t.Components, func(c ecs.ComponentID) bool { return !r.has(c) }) {
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
	if !ok || len(t.Components) > 1 || len(t.Components) == 1 && !r.has(t.Components[0]) || r.deferred {
		return
	}
	r.settle()
	mark := ""
	if t.Since != nil {
		n, ok := r.marks[*t.Since]
		if !ok {
			return
		}
		mark = fmt.Sprintf(" @m%d", n)
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
	if since != nil || r.indent == "" || r.deferred || !r.has(c) {
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
		if !ok || len(r.line) > mostLine {
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
