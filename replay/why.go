package replay

import (
	"fmt"
	"slices"
	"strings"

	"ecslab/ecs"
)

// A Why says why an observation answered as it did.
type Why struct {
	Line      int
	Execution int // of the line, from 1
	Asked     string
	Answer    string // the backend's
	Leaves    []WhyLeaf
	Entities  []WhyEntity
	Matches   string // what the rules give; of a statement that is not about records it is ""
}

// A WhyLeaf is one question to the tracker: one kind of one component, and its window.
type WhyLeaf struct {
	Kind      Kind
	Component ComponentID
	Mark      MarkID
	Words     string // "C changed", "created since m"
	Refused   string // why the question is an error; "": it is none
	Window    WhyWindow
}

// A WhyEntity is what the leaves find of one entity.
type WhyEntity struct {
	Entity  ecs.Entity
	Name    string
	Alive   bool
	Match   bool
	Answers []WhyAnswer // by leaf
	Has     []string    // of the components that presence terms name: "C", "no D"
}

// A WhyAnswer is one leaf's answer for one entity, with the record that decides it.
type WhyAnswer struct {
	In     bool
	Stamps []int64 // of the records that count; empty: there are none
	Words  string
}

// Explain runs a file on a backend and says why the observations on the wanted lines answered as
// they did, in the order in which they were executed. The second result is what Run gives.
func Explain(f *File, b ecs.Backend, want func(line int32) bool) ([]*Why, *Result) {
	m := newMachine(f, b)
	m.check, m.namesDead = true, true
	m.guard(func() {
		m.open(b, false)
		if m.known {
			m.story = newStory(m, want)
		}
		m.run(m.compile(f.Body))
	})
	if m.story == nil {
		return nil, m.finish()
	}
	return m.story.told, m.finish()
}

// why asks the rules.
func (s *story) why(o Observation) *Why {
	w := new(Why)
	var terms []Term
	switch o := o.(type) {
	case *WasStmt:
		t := Term{Kind: o.Kind, Mark: o.Mark}
		if o.Component != NoComponent {
			t.Components = []ComponentID{o.Component}
		}
		terms = []Term{t}
	case *CountStmt:
		terms = o.Terms
	case *SumStmt:
		terms = o.Terms
	case *QueryStmt:
		terms = o.Terms
	case *RemovedStmt:
		s.removals(w, o)
		return w
	default:
		return w
	}
	for i := range terms {
		s.leaves(w, &terms[i])
	}
	for i := range w.Leaves {
		if w.Leaves[i].Refused != "" {
			w.Matches = "error"
			return w
		}
	}
	var only *ecs.Entity
	if was, ok := o.(*WasStmt); ok {
		e, err := s.m.single(&was.Target)
		if err != nil {
			w.Matches = "error"
			return w
		}
		only = &e
	}
	var matching []ecs.Entity
	for _, e := range s.everybody() {
		if only != nil && e != *only {
			continue
		}
		x := WhyEntity{Entity: e, Name: s.m.nameOf(e), Alive: s.m.world.Alive(e)}
		for i := range w.Leaves {
			x.Answers = append(x.Answers, s.ask(&w.Leaves[i], e))
		}
		leaf := 0
		x.Match = x.Alive
		for i := range terms {
			if !s.holds(&terms[i], &x, &leaf) {
				x.Match = false
			}
		}
		if x.Match {
			matching = append(matching, e)
		}
		w.Entities = append(w.Entities, x)
	}
	switch o.(type) {
	case *WasStmt:
		w.Matches = fmt.Sprint(len(matching) == 1)
	case *QueryStmt:
		w.Matches = s.m.nameList(matching)
	case *CountStmt:
		w.Matches = fmt.Sprint(len(matching))
	}
	return w
}

// everybody are the entities that any event is about, in the order of their first.
func (s *story) everybody() (es []ecs.Entity) {
	seen := map[ecs.Entity]bool{}
	add := func(e ecs.Entity) {
		if !seen[e] {
			seen[e] = true
			es = append(es, e)
		}
	}
	for i := range s.m.labels {
		s.m.labels[i].bearers(func(_ int, e ecs.Entity) { add(e) })
	}
	return es
}

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
	l := WhyLeaf{Kind: k, Component: c, Mark: mark, Words: kindWords[k]}
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

var kindWords = [...]string{Added: "added", Changed: "changed", Removed: "removed", Created: "created"}

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
	for i := len(s.chron.events) - 1; i >= 0; i-- {
		ev := &s.chron.events[i]
		if ev.entity != e {
			continue
		}
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

// removals explains the list of removals.
func (s *story) removals(w *Why, o *RemovedStmt) {
	l := s.leaf(Removed, o.Component, NoMark)
	w.Leaves = []WhyLeaf{l}
	if l.Refused != "" {
		w.Matches = "error"
		return
	}
	var list []ecs.Entity
	for _, e := range s.everybody() {
		a := s.ask(&l, e)
		x := WhyEntity{Entity: e, Name: s.m.nameOf(e), Alive: s.m.world.Alive(e), Answers: []WhyAnswer{a}}
		if n := s.reported(&l, e); n > 0 && (s.chron.rules.tracker != Bitmap || x.Alive) {
			x.Match = true
			if s.chron.rules.tracker == Bitmap {
				n = 1
			}
			for range n {
				list = append(list, e)
			}
		}
		w.Entities = append(w.Entities, x)
	}
	w.Matches = s.m.nameList(list)
}

// reported is how many removals of an entity are reported.
func (s *story) reported(l *WhyLeaf, e ecs.Entity) (n int) {
	for i := range s.chron.events {
		ev := &s.chron.events[i]
		if ev.entity != e || ev.kind != Removed || ev.component != l.Component || ev.cleared != 0 || !l.Window.In(ev.stamp) {
			continue
		}
		if kept, _ := s.chron.rules.kept(ev.frame, s.chron.frame); kept {
			n++
		}
	}
	return n
}

// words say whether a record lies in the window, by the tracker's own rule.
func (r *rules) words(record string, stamp int64, w WhyWindow) string {
	switch {
	case r.tracker == Ticks && w.In(stamp):
		return fmt.Sprintf("%s: %d ticks old, younger than the window of %d", record, w.Upto-stamp, w.Upto-w.After)
	case r.tracker == Ticks:
		return fmt.Sprintf("%s: %d ticks old, not younger than the window of %d", record, w.Upto-stamp, w.Upto-w.After)
	case r.tracker == Bitmap && stamp > w.Upto:
		return fmt.Sprintf("%s: it is shown when the frame has ended, at %d", record, stamp)
	case w.In(stamp):
		return fmt.Sprintf("%s: after %d, so it is seen", record, w.After)
	}
	return fmt.Sprintf("%s: not after %d", record, w.After)
}

// ObservationLines are the lines that Explain can be asked about, in ascending order.
func ObservationLines(f *File) (lines []int) {
	var visit func([]Stmt)
	visit = func(body []Stmt) {
		for _, s := range body {
			switch s := s.(type) {
			case *RunStmt:
				visit(s.Body)
			case *RepeatStmt:
				visit(s.Body)
			case *FailStmt:
				visit([]Stmt{s.Stmt})
			case Observation:
				lines = append(lines, int(s.Pos().Line))
			}
		}
	}
	visit(f.Body)
	return lines
}
