package replay_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/ecstest/model"
	"ecslab/replay"
)

// files are all traces that hold on every pair: those that show the semantics to
// a reader, and those of a single rule of the language or of a tracker each.
func files(t *testing.T) (list []*replay.File) {
	for _, folder := range []string{"traces", "rules"} {
		names, err := filepath.Glob(filepath.Join("testdata", folder, "*.trace"))
		if err != nil || len(names) == 0 {
			t.Fatalf("no %s: %v", folder, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, parse(t, filepath.Base(name), string(text)))
		}
	}
	return list
}

func TestTraces(t *testing.T) {
	for _, f := range files(t) {
		for _, b := range all {
			for _, plain := range []bool{false, true} {
				if r := run(f, b, plain); r.Verdict == replay.Disagree {
					t.Errorf("%s, plain=%t: %v (%d in all)", b.Pair(), plain, r.First, r.Disagreements)
				}
			}
		}
		for _, tracker := range model.Trackers() {
			for _, o := range model.Run(f, tracker).Mismatches() {
				t.Errorf("the model, %s: %s:%d: %s", tracker, f.Name, o.Line(), o.Mismatch)
			}
		}
	}
}

// needsTrackers skips a test in a program whose worlds have no tracker.
func needsTrackers(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
}

// wrong are the answers that differ from one in a single respect.
func wrong(f *replay.File, a *replay.Answer) (list []*replay.Answer) {
	add := func(change func(*replay.Answer)) {
		w := *a
		w.List = slices.Clone(a.List)
		w.Values = slices.Clone(a.Values)
		change(&w)
		list = append(list, &w)
	}
	switch a.Form {
	case replay.AnswerBool:
		add(func(w *replay.Answer) { w.Bool = !w.Bool })
	case replay.AnswerCount:
		add(func(w *replay.Answer) { w.Count++ })
	case replay.AnswerValues:
		for i := range a.Values {
			add(func(w *replay.Answer) { w.Values[i]++ })
		}
	case replay.AnswerList:
		if len(a.List) > 0 {
			add(func(w *replay.Answer) { w.List = nil })
		} else {
			add(func(w *replay.Answer) { w.List = append(w.List, f.Everybody()...) })
		}
	}
	if a.Form != replay.AnswerError {
		add(func(w *replay.Answer) { w.Form = replay.AnswerError })
	}
	return list
}

// Each answer of each trace, made wrong, must be reported at its statement, with what was expected
// and what came.
func TestWrongAnswersAreReported(t *testing.T) {
	needsTrackers(t)
	checked := 0
	for _, f := range files(t) {
		for _, b := range all {
			tracker, known := replay.TrackerNamed(b.Tracker)
			if !known || b.Storage != "naive" {
				continue
			}
			visit(f.Body, func(o replay.Observation) {
				answers := o.Expected()
				right := answers.For(tracker)
				if right == nil {
					return
				}
				slot := &answers.Default
				if answers.ByTracker[tracker] != nil {
					slot = &answers.ByTracker[tracker]
				}
				for _, w := range wrong(f, right) {
					*slot = w
					r := run(f, b, false)
					checked++
					if d := r.First; d == nil || r.Verdict != replay.Disagree || d.Position != o.Pos() ||
						d.Expected != f.FormatAnswer(w) || !worded(f, right, d.Got) {
						t.Errorf("%s, %s: %s with %s for %s: %+v", f.Name, b.Pair(), f.FormatStmt(o), f.FormatAnswer(w), f.FormatAnswer(right), d)
					}
				}
				*slot = right
			})
		}
	}
	if checked < 500 {
		t.Errorf("%d wrong answers", checked)
	}
}

// worded reports whether got says what a right answer says.
func worded(f *replay.File, right *replay.Answer, got string) bool {
	switch right.Form {
	case replay.AnswerError:
		return strings.HasPrefix(got, "error: ")
	case replay.AnswerList:
		return (got == "-") == (len(right.List) == 0) && got != ""
	}
	return got == strings.ReplaceAll(f.FormatAnswer(right), "-0", "0")
}

// visit calls f with each observation that is executed by itself.
func visit(body []replay.Stmt, f func(replay.Observation)) {
	for _, s := range body {
		switch s := s.(type) {
		case *replay.RunStmt:
			visit(s.Body, f)
		case *replay.RepeatStmt:
			visit(s.Body, f)
		case replay.Observation:
			f(s)
		}
	}
}

// A fail that is taken away leaves an error that nothing expects; one put before a statement that
// is right is an error that does not come.
func TestFailsAreReported(t *testing.T) {
	needsTrackers(t)
	checked := 0
	for _, f := range files(t) {
		for _, b := range all {
			if b.Storage != "naive" || b.Tracker == "none" {
				continue
			}
			each(f.Body, func(s *replay.Stmt) {
				was := *s
				expected, got := "no error", "error: "
				switch o := was.(type) {
				case *replay.FailStmt:
					*s = o.Stmt
				case replay.Operation:
					expected, got = "an error", "none: "
					*s = &replay.FailStmt{Position: o.Pos(), Stmt: o}
				default:
					return
				}
				r := run(f, b, false)
				checked++
				if d := r.First; d == nil || d.Position.Line != was.Pos().Line || d.Expected != expected || !strings.HasPrefix(d.Got, got) {
					t.Errorf("%s, %s: %s: %+v", f.Name, b.Pair(), f.FormatStmt(*s), d)
				}
				*s = was
			})
		}
	}
	if checked < 500 {
		t.Errorf("%d statements", checked)
	}
}

// each calls f with the place of each statement that is no block.
func each(body []replay.Stmt, f func(*replay.Stmt)) {
	for i := range body {
		switch s := body[i].(type) {
		case *replay.RunStmt:
			each(s.Body, f)
		case *replay.RepeatStmt:
			each(s.Body, f)
		default:
			f(&body[i])
		}
	}
}
