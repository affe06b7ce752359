package replay

// observations are the keywords of observations.
var observations = []string{"read", "has", "alive", "was", "count", "sum", "query", "removed"}

// observation reads the observation that w begins, with the answer on its line; nil when it
// begins none.
func (p *parser) observation(w word) Observation {
	at := p.at(w)
	switch w.text {
	case "read":
		s := &ReadStmt{Position: at, Target: p.single()}
		name := p.peek()
		s.Component = p.component()
		p.rejectTag(name, s.Component)
		p.ask(question{answers: &s.Answers, keyword: w.text, form: AnswerValues, here: true,
			values: p.file.Components[s.Component].Fields})
		return s
	case "has":
		s := &HasStmt{Position: at, Target: p.single(), Component: p.component()}
		p.ask(question{answers: &s.Answers, keyword: w.text, form: AnswerBool, here: true})
		return s
	case "alive":
		s := &AliveStmt{Position: at, Target: p.single()}
		p.ask(question{answers: &s.Answers, keyword: w.text, form: AnswerBool, here: true})
		return s
	case "was":
		return p.was(w)
	case "count":
		s := &CountStmt{Position: at, Terms: p.terms("=>")}
		p.ask(question{answers: &s.Answers, keyword: w.text, form: AnswerCount, here: true, below: true})
		return s
	case "sum":
		return p.sum(w)
	case "query":
		s := &QueryStmt{Position: at, Terms: p.terms("=>")}
		p.ask(question{answers: &s.Answers, keyword: w.text, form: AnswerList, below: true})
		return s
	case "removed":
		if !p.block().inRun {
			p.reject(w, "a statement: removed stands only inside run")
		}
		s := &RemovedStmt{Position: at, Component: p.component()}
		p.ask(question{answers: &s.Answers, keyword: w.text, form: AnswerList, below: true})
		return s
	}
	return nil
}

// was reads REF added|changed|removed COMP [@MARK] or REF created [@MARK].
func (p *parser) was(keyword word) Observation {
	s := &WasStmt{Position: p.at(keyword), Target: p.single(), Component: NoComponent, Mark: NoMark}
	w := p.take("added, changed, removed or created")
	if kind, ok := componentKind(w.text); ok {
		s.Kind = kind
		s.Component = p.component()
	} else if w.text == Created.String() {
		s.Kind = Created
	} else {
		p.reject(w, "added, changed, removed or created%s", nearest(w.text, kindNames[:]))
	}
	if w := p.peek(); w.text != "" && w.text[0] == '@' {
		p.next++
		s.Mark = p.markNamed(w, w.text[1:])
	} else {
		p.trackedHere(w)
	}
	p.ask(question{answers: &s.Answers, keyword: keyword.text, form: AnswerBool, here: true, below: true})
	return s
}

// sum reads TERM... of COMP.
func (p *parser) sum(keyword word) Observation {
	s := &SumStmt{Position: p.at(keyword), Terms: p.terms("of")}
	if w := p.take(`a term or "of"`); w.text != "of" {
		p.reject(w, `"of" behind the terms`)
	}
	name := p.peek()
	s.Component = p.component()
	p.rejectTag(name, s.Component)
	p.inAll(name, s.Component, s.Terms)
	p.ask(question{answers: &s.Answers, keyword: keyword.text, form: AnswerValues, here: true, below: true, values: 1})
	return s
}
