package replay

import (
	"fmt"

	"ecslab/ecs"
)

// A Why says why a question, which is an observation or an each with tracked terms, was answered
// as it was.
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

// Explain runs a file on a backend and says why the wanted executions of questions, which count
// from 1 a line, were answered as they were, in their order. The second result is what Run gives.
func Explain(f *File, b ecs.Backend, want func(line int32, execution int) bool) ([]*Why, *Result) {
	s, r := retell(f, b, want)
	if s == nil {
		return nil, r
	}
	return s.told, r
}

// Executions is how often the question on a line is asked.
func Executions(f *File, b ecs.Backend, line int32) (int, *Result) {
	s, r := retell(f, b, func(int32, int) bool { return false })
	if s == nil {
		return 0, r
	}
	return s.times[line], r
}

// retell runs a file and keeps its story, nil for a tracker that has none.
func retell(f *File, b ecs.Backend, want func(line int32, execution int) bool) (*story, *Result) {
	m := newMachine(f, b)
	m.check, m.namesDead = true, true
	m.guard(func() {
		m.open(b, false)
		if m.known {
			m.story = newStory(m, want)
		}
		m.run(m.compile(f.Body))
	})
	return m.story, m.finish()
}

// why asks the rules.
func (s *story) why(o Stmt) *Why {
	w := new(Why)
	var terms []Term
	switch o := o.(type) {
	case *WasStmt:
		t := Term{Kind: o.Kind, Mark: o.Mark}
		if o.Component != NoComponent {
			t.Components = []ComponentID{o.Component}
		}
		terms = []Term{t}
	case *RemovedStmt:
		s.removals(w, o)
		return w
	default:
		var ok bool
		if terms, ok = termsOf(o); !ok {
			return w
		}
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
	for _, x := range s.everybody() {
		e := x.Entity
		if only != nil && e != *only {
			continue
		}
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
	case *QueryStmt, *EachStmt:
		w.Matches = s.m.nameList(matching)
	case *CountStmt:
		w.Matches = fmt.Sprint(len(matching))
	}
	return w
}

// everybody are the entities that the file has named and not forgotten, each with its name.
func (s *story) everybody() (list []WhyEntity) {
	seen := map[ecs.Entity]bool{}
	for id := range s.m.labels {
		s.m.labels[id].bearers(func(member int, e ecs.Entity) {
			if seen[e] {
				return
			}
			seen[e] = true
			r := Reference{Label: LabelID(id), Form: RefMember, From: member, To: member}
			if member < 0 {
				r = Reference{Label: LabelID(id)}
			}
			list = append(list, WhyEntity{Entity: e, Name: s.m.words([]Reference{r})[0], Alive: s.m.world.Alive(e)})
		})
	}
	return list
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

// QuestionLines are the lines that Explain can be asked about, in ascending order.
func QuestionLines(f *File) (lines []int) {
	var visit func([]Stmt)
	visit = func(body []Stmt) {
		for _, s := range body {
			at := int(s.Pos().Line)
			if fail, ok := s.(*FailStmt); ok {
				s = fail.Stmt
			}
			switch s := s.(type) {
			case *RunStmt:
				visit(s.Body)
			case *RepeatStmt:
				visit(s.Body)
			case *EachStmt:
				if tracked(s.Terms) {
					lines = append(lines, at)
				}
			case Observation:
				lines = append(lines, at)
			}
		}
	}
	visit(f.Body)
	return lines
}
