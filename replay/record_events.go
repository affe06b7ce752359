package replay

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ecslab/ecs"
)

var _ ecs.Watcher = (*Recorder)(nil)

// recordedPass is an open pass over a query.
type recordedPass struct {
	q     *ecs.Query
	at    int    // where its count goes among what is held; -1: nowhere
	terms string // "" if a term cannot be written
	es    []ecs.Entity
}

// Spawned implements ecs.Watcher.
func (r *Recorder) Spawned(es []ecs.Entity, set *ecs.Mask) {
	r.labels++
	for i, e := range es {
		for int(e.Index()) >= len(r.names) {
			r.names = append(r.names, make([]recordedName, max(64, len(r.names)))...)
		}
		n := recordedName{r.labels, int32(i), e}
		if len(es) == 1 {
			n.member = -1
		}
		r.names[e.Index()] = n
	}
	r.set = set.Append(r.set[:0])
	r.wait("spawn", es, r.set)
}

// Exchanging implements ecs.Watcher.
func (r *Recorder) Exchanging(es []ecs.Entity, add, set, remove *ecs.Mask) {
	if !remove.Empty() {
		r.settle() // what is removed can be read for the last time
		r.each("remove", es, remove.Append(nil), false)
	}
	if !add.Empty() {
		r.settle()
		r.each("add", es, add.Append(nil), false)
	}
	if !set.Empty() {
		r.set = set.Append(r.set[:0])
		r.wait("set", es, r.set)
	}
}

// Despawning implements ecs.Watcher.
func (r *Recorder) Despawning(es []ecs.Entity) {
	r.settle()
	r.each("despawn", es, nil, false)
}

// Accessed implements ecs.Watcher.
func (r *Recorder) Accessed(e ecs.Entity, c ecs.ComponentID) {
	if !r.columns[c].tag {
		r.one[0], r.oneOf[0] = e, c
		r.wait("mut", r.one[:], r.oneOf[:])
	}
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

// Began implements ecs.Watcher.
func (r *Recorder) Began(s *ecs.System) {
	r.settle()
	name, ok := r.systems[s]
	if !ok {
		name = unique(spelt(s.Name(), false), r.used)
		r.systems[s] = name
	}
	r.say("run %s", name)
	r.indent = "  "
}

// Closing implements ecs.Watcher.
func (r *Recorder) Closing() {
	r.settle()
	r.deferred = true
}

// Ended implements ecs.Watcher.
func (r *Recorder) Ended() {
	r.settle()
	r.deferred, r.indent = false, ""
	r.say("end")
}

// FrameEnded implements ecs.Watcher.
func (r *Recorder) FrameEnded(n uint64) {
	r.settle()
	for n > 0 {
		k := min(n, 1_000_000)
		if n -= k; k == 1 {
			r.say("tick")
		} else {
			r.say("tick %d", k)
		}
	}
}

// TimeTaken implements ecs.Watcher.
func (r *Recorder) TimeTaken(m ecs.Moment) {
	r.settle()
	if r.indent != "" {
		r.Other("a moment that was taken within a run")
		return
	}
	r.taken++
	name := fmt.Sprintf("m%d", r.taken)
	r.marks[m] = name
	r.say("mark %s", name)
}

// Cleared implements ecs.Watcher.
func (r *Recorder) Cleared(k ecs.Kinds, cs []ecs.ComponentID) {
	r.settle()
	if r.indent != "" {
		r.Other("a clear within a run")
		return
	}
	every := ecs.Added | ecs.Changed | ecs.Removed
	for kind := ecs.Added; kind <= ecs.Removed; kind <<= 1 {
		switch {
		case k&kind == 0:
		case len(cs) == 0:
			r.say("clear %v", kind)
		default:
			for _, c := range cs {
				r.say("clear %v %s", kind, r.columns[c].name)
			}
		}
	}
	if k&^every != 0 && len(cs) == 0 {
		r.say("clear created")
	}
}

// Saved implements ecs.Watcher.
func (r *Recorder) Saved(s *ecs.Snapshot) {
	r.settle()
	r.taken++
	name := fmt.Sprintf("s%d", r.taken)
	r.saved[s] = recordedSave{name, slices.Clone(r.names), maps.Clone(r.marks)}
	r.say("save %s", name)
}

// Loaded implements ecs.Watcher.
func (r *Recorder) Loaded(s *ecs.Snapshot) {
	saved, ok := r.saved[s]
	if !ok {
		r.Other("a load of a snapshot that was not taken while recording")
		return
	}
	r.forget() // their values are gone
	r.say("load %s", saved.name)
	r.names, r.marks = slices.Clone(saved.names), maps.Clone(saved.marks)
}
