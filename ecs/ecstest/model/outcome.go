package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ecslab/replay"
)

// Name is what one entity was spawned as.
type Name struct {
	Label replay.LabelID
	Index int // in its batch; -1 for a single entity
}

// Answer is what an observation gave. An error is not an answer.
type Answer struct {
	Form     replay.AnswerForm // which of the fields below holds it; never AnswerError
	Bool     bool
	Count    int64
	Values   []float64
	Entities []Name // by label, then index; repeats kept
}

// Outcome is what one execution of one statement gave.
type Outcome struct {
	// Stmt is the operation or the observation, or the fail or defer before
	// it. A deferred operation has its outcome when it is applied.
	Stmt    replay.Stmt
	Answer  *Answer // nil for an operation, and with an error
	Err     error
	Refused bool // the tracker is none and the statement needs another; not checked

	// Mismatch says what the file expects and what came instead; "" when they
	// agree, and where nothing is checked.
	Mismatch string
}

// Line is where the statement stands.
func (o Outcome) Line() int { return int(o.Stmt.Pos().Line) }

// judge compares an outcome with what the file expects of it.
func (m *Machine) judge(o *Outcome, fail bool, answers *replay.Answers) {
	if o.Err != nil {
		o.Answer = nil
	}
	if o.Refused {
		return
	}
	expected := m.expected(answers)
	got := m.world.showOutcome(o)
	switch {
	case fail || expected != nil && expected.Form == replay.AnswerError:
		if o.Err == nil {
			o.Mismatch = fmt.Sprintf("expected an error, got %s", got)
		}
	case o.Err != nil:
		o.Mismatch = fmt.Sprintf("expected %s, got %s", m.world.showExpected(expected), got)
	case expected != nil && !m.world.agree(expected, o):
		o.Mismatch = fmt.Sprintf("expected %s, got %s", m.world.showExpected(expected), got)
	}
}

// expected gives the answer that the file has for the machine's tracker, nil
// when nothing is checked. For none, only the default line speaks.
func (m *Machine) expected(answers *replay.Answers) *replay.Answer {
	if answers == nil {
		return nil
	}
	for _, t := range []replay.TrackerName{replay.Ticks, replay.Bitmap, replay.Frame, replay.FrameExact} {
		if t.String() == m.tracker {
			return answers.For(t)
		}
	}
	return answers.Default
}

func (w *world) agree(expected *replay.Answer, o *Outcome) bool {
	got := o.Answer
	if got == nil || got.Form != expected.Form {
		return false
	}
	switch expected.Form {
	case replay.AnswerBool:
		return got.Bool == expected.Bool
	case replay.AnswerCount:
		return got.Count == expected.Count
	case replay.AnswerValues:
		return slices.Equal(got.Values, expected.Values)
	}
	count := map[Name]int{}
	for _, r := range expected.List {
		names, ok := w.expand(r)
		if !ok {
			return false
		}
		for _, n := range names {
			count[n]++
		}
	}
	_, repeats := o.Stmt.(*replay.RemovedStmt)
	if !repeats {
		for n := range count {
			count[n] = 1
		}
	}
	for _, n := range got.Entities {
		count[n]--
	}
	for _, c := range count {
		if c != 0 {
			return false
		}
	}
	return true
}

// expand spells out a reference of an answer: all that it names, dead or not.
// The whole of a batch that is not there cannot be spelled out.
func (w *world) expand(r replay.Reference) ([]Name, bool) {
	from, to := r.From, r.To
	switch r.Form {
	case replay.RefOne:
		return []Name{{r.Label, single}}, true
	case replay.RefAll:
		l, ok := w.labels[r.Label]
		if !ok || !l.batch {
			return nil, false
		}
		from, to = 0, l.count-1
	}
	var names []Name
	for i := from; i <= to; i++ {
		names = append(names, Name{r.Label, i})
	}
	return names, true
}

func (w *world) showOutcome(o *Outcome) string {
	switch {
	case o.Err != nil:
		return "error: " + o.Err.Error()
	case o.Answer == nil:
		return "no error"
	}
	switch o.Answer.Form {
	case replay.AnswerBool:
		return strconv.FormatBool(o.Answer.Bool)
	case replay.AnswerCount:
		return strconv.FormatInt(o.Answer.Count, 10)
	case replay.AnswerValues:
		return showValues(o.Answer.Values)
	}
	var words []string
	for _, n := range o.Answer.Entities {
		words = append(words, w.show(name{n.Label, n.Index}))
	}
	return showWords(words)
}

func (w *world) showExpected(a *replay.Answer) string {
	if a == nil {
		return "no error"
	}
	switch a.Form {
	case replay.AnswerBool:
		return strconv.FormatBool(a.Bool)
	case replay.AnswerCount:
		return strconv.FormatInt(a.Count, 10)
	case replay.AnswerValues:
		return showValues(a.Values)
	}
	var words []string
	for _, r := range a.List {
		word := w.file.Labels[r.Label]
		switch r.Form {
		case replay.RefMember:
			word += fmt.Sprintf(".%d", r.From)
		case replay.RefRange:
			word += fmt.Sprintf(".%d-%d", r.From, r.To)
		case replay.RefAll:
			word += ".*"
		}
		words = append(words, word)
	}
	return showWords(words)
}

func showWords(words []string) string {
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, " ")
}

func showValues(values []float64) string {
	var words []string
	for _, v := range values {
		words = append(words, strconv.FormatFloat(v, 'g', -1, 64))
	}
	return strings.Join(words, ",")
}
