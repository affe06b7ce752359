package replay

import (
	"fmt"

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
