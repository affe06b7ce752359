package replay

import (
	"math"
	"strings"
)

// A question is an observation while its answers are read.
type question struct {
	answers **Answers // the observation's field
	keyword string
	form    AnswerForm // what answers it, beside error
	values  int        // how many, for AnswerValues
	here    bool       // an answer may stand on its line
	below   bool       // answers may stand on the lines below
}

// ask reads the rest of an observation's line: => ANSWER or nothing.
func (p *parser) ask(q question) {
	w := p.peek()
	if !p.failing {
		p.asked = &q
	}
	switch {
	case w.text == "":
		return
	case w.text != "=>" || p.failing || !q.here:
		switch {
		case p.failing:
			p.reject(w, "the end of the line: fail is the answer")
		case !q.here:
			p.reject(w, "the end of the line: %s is answered on the lines below", q.keyword)
		}
		p.reject(w, `"=>" or the end of the line`)
	}
	p.next++
	*q.answers = &Answers{SameLine: true, Default: p.answer(&q)}
}

// answerBelow reads => [TRACKER:] ANSWER, a line of its own.
func (p *parser) answerBelow(arrow word) {
	q := p.asked
	switch {
	case q == nil:
		p.reject(arrow, "a statement: no observation stands above that this line could answer")
	case !q.below:
		p.reject(arrow, "a statement: %s is answered on its own line", q.keyword)
	case *q.answers == nil:
		*q.answers = &Answers{}
	case (*q.answers).SameLine:
		p.reject(arrow, "a statement: %s has its answer on its own line already", q.keyword)
	}
	answers := *q.answers
	w := p.peek()
	slot := &answers.Default
	if name, ok := strings.CutSuffix(w.text, ":"); ok {
		if tracker, ok := trackerNamed(name); ok {
			p.next++
			slot = &answers.ByTracker[tracker]
		} else if _, label := p.scope.labels[w.text]; !label || q.form != AnswerList {
			// A label may end in a colon too; only a tracker's name wins over it.
			p.reject(w, "one of ticks: bitmap: frame: frame-exact:%s", nearest(name, trackerNames[:]))
		}
	}
	if *slot != nil {
		if slot == &answers.Default {
			w = arrow
		}
		p.reject(w, "at most one line without a tracker and one for each tracker")
	}
	*slot = p.answer(q)
	p.endOfLine()
}

func trackerNamed(name string) (TrackerName, bool) {
	for t, other := range trackerNames {
		if other == name {
			return TrackerName(t), true
		}
	}
	return 0, false
}

// expected names the answers of q other than lists.
func (q *question) expected() string {
	switch q.form {
	case AnswerBool:
		return "true, false or error"
	case AnswerCount:
		return "a number or error"
	}
	return plural(q.values, "value") + " or error"
}

// answer reads an ANSWER.
func (p *parser) answer(q *question) *Answer {
	w := p.peek()
	a := &Answer{Position: p.at(w), Form: q.form}
	if q.form == AnswerList {
		p.answerList(a)
		return a
	}
	p.take(q.expected())
	if w.text == "error" {
		a.Form = AnswerError
		return a
	}
	switch q.form {
	case AnswerBool:
		if w.text != "true" && w.text != "false" {
			p.reject(w, "%s", q.expected())
		}
		a.Bool = w.text == "true"
	case AnswerCount:
		n, ok := parseNumberIn(w.text, 0, math.MaxInt64)
		if !ok {
			p.reject(w, "%s", q.expected())
		}
		a.Count = int64(n)
	case AnswerValues:
		a.Values = p.values(w, w.text, q.values)
	}
	return a
}

// answerList reads labels up to the end of the line, or "-", or error. As the first of several
// words, and not as the only one, error may be a label.
func (p *parser) answerList(a *Answer) {
	const expected = `labels, "-" or error`
	w := p.take(expected)
	if _, label := p.scope.labels["error"]; w.text == "error" && !(label && p.peek().text != "") {
		a.Form = AnswerError
		return
	}
	if w.text == "-" {
		return
	}
	for {
		r := p.referenceIn(w)
		if r.Form == RefSample {
			p.reject(w, "LABEL, LABEL.N, LABEL.N-M or LABEL.*")
		}
		a.List = append(a.List, r)
		if p.peek().text == "" {
			return
		}
		w = p.take("a label")
	}
}
