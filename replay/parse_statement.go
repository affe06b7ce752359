package replay

import "slices"

// keywords are the words that a line can begin with, for the nearest of a misspelled one.
var keywords = slices.Concat([]string{
	"world", "component", "defer", "fail", "run", "end", "repeat", "tick", "mark", "clear", "save",
	"load", "measure", "=>",
}, operations, observations)

// statementLine reads a line that is not empty.
func (p *parser) statementLine() {
	w := p.take("a statement")
	switch w.text {
	case "world":
		p.header(w)
		p.world()
		return
	case "component":
		p.header(w)
		p.componentLine(w)
		return
	case "=>":
		p.answerBelow(w)
		return
	}
	p.headerOver = true
	p.asked = nil
	switch w.text {
	case "end":
		p.endOfLine()
		p.end(w)
	case "run", "repeat":
		p.begin(w)
	default:
		s := p.statement(w)
		p.endOfLine()
		b := p.block()
		b.body = append(b.body, s)
	}
}

// begin opens a run or repeat.
func (p *parser) begin(w word) {
	b := *p.block()
	b.keyword, b.body = w, nil
	if w.text == "run" {
		p.outsideRun(w)
		name := p.name("a system's name")
		b.inRun = true
		b.stmt = &RunStmt{Position: p.at(w), System: intern(p.scope.systems, &p.file.Systems, name.text)}
	} else {
		if b.repeats++; b.repeats > maxRepeats {
			p.reject(w, "a statement: repeat nests at most %d deep", maxRepeats)
		}
		n := p.number("a number of times", 1, maxTimes)
		b.times = saturatingMul(b.times, n)
		b.stmt = &RepeatStmt{Position: p.at(w), N: n}
	}
	p.endOfLine()
	p.blocks = append(p.blocks, b)
}

// end closes the innermost run or repeat.
func (p *parser) end(w word) {
	b := p.block()
	switch s := b.stmt.(type) {
	case *RunStmt:
		s.Body = b.body
	case *RepeatStmt:
		s.Body = b.body
	default:
		p.reject(w, "a statement: no run or repeat is open")
	}
	s := b.stmt
	p.blocks = p.blocks[:len(p.blocks)-1]
	outer := p.block()
	outer.body = append(outer.body, s)
}

// outsideRun rejects a statement's keyword inside a run.
func (p *parser) outsideRun(w word) {
	if p.block().inRun {
		p.reject(w, "a statement that may stand inside run, or its end")
	}
}

// statement reads the statement that w begins, but for its lines below and the check that the
// line ends.
func (p *parser) statement(w word) Stmt {
	if s := p.operation(w); s != nil {
		return s
	}
	if s := p.observation(w); s != nil {
		return s
	}
	at := p.at(w)
	switch w.text {
	case "fail":
		return p.fail(w)
	case "defer":
		return p.deferral(w)
	case "tick":
		p.outsideRun(w)
		n := 1
		if p.peek().text != "" {
			n = p.number("a number of frames", 1, maxTicks)
		}
		return &TickStmt{at, n}
	case "mark":
		p.outsideRun(w)
		return &MarkStmt{at, intern(p.scope.marks, &p.file.Marks, p.name("a mark's name").text)}
	case "clear":
		p.outsideRun(w)
		return p.clear(w)
	case "save":
		p.outsideRun(w)
		return &SaveStmt{at, intern(p.scope.snapshots, &p.file.Snapshots, p.name("a snapshot's name").text)}
	case "load":
		p.outsideRun(w)
		name := p.name("a snapshot's name")
		id, ok := p.scope.snapshots[name.text]
		if !ok {
			p.reject(name, "a snapshot saved on an earlier line%s", nearest(name.text, p.file.Snapshots))
		}
		return &LoadStmt{at, id}
	case "measure":
		if p.measured || len(p.blocks) > 1 {
			p.reject(w, "a statement: measure stands once, at top level")
		}
		p.measured = true
		return &MeasureStmt{at}
	}
	p.reject(w, "a statement%s", nearest(w.text, keywords))
	return nil
}

// fail reads an operation or an observation without answers.
func (p *parser) fail(fail word) Stmt {
	p.failing = true
	w := p.take("an operation or an observation")
	if s := p.operation(w); s != nil {
		return &FailStmt{p.at(fail), s}
	}
	if s := p.observation(w); s != nil {
		return &FailStmt{p.at(fail), s}
	}
	p.reject(w, "an operation or an observation%s", nearest(w.text, slices.Concat(operations, observations)))
	return nil
}

// deferral reads [fail] OPERATION.
func (p *parser) deferral(w word) Stmt {
	if !p.block().inRun {
		p.reject(w, "a statement: defer stands only inside run")
	}
	p.deferred = true
	s := &DeferStmt{Position: p.at(w)}
	w = p.take("an operation")
	if w.text == "fail" {
		s.Fail = true
		w = p.take("an operation")
	}
	if s.Op = p.operation(w); s.Op == nil {
		p.reject(w, "an operation%s", nearest(w.text, operations))
	}
	return s
}

// clear reads [added|changed|removed] [COMP], or created. A component of such a name is reached
// behind a kind only.
func (p *parser) clear(w word) Stmt {
	s := &ClearStmt{Position: p.at(w), Kinds: AllKinds, Component: NoComponent}
	if w := p.peek(); w.text == "" {
		s.Created = true
		return s
	} else if w.text == "created" {
		p.next++
		s.Kinds, s.Created = 0, true
		return s
	} else if kind, ok := componentKind(w.text); ok {
		p.next++
		s.Kinds = 1 << kind
	}
	if w := p.peek(); w.text != "" {
		p.next++
		id, ok := p.scope.components[w.text]
		if !ok && s.Kinds == AllKinds {
			p.reject(w, "added, changed, removed, created or a component of the header%s", nearest(w.text, slices.Concat(kindNames[:], p.componentNames())))
		} else if !ok {
			p.componentNamed(w, w.text)
		}
		s.Component = id
	}
	return s
}

// markNamed looks up the mark behind an @ of w.
func (p *parser) markNamed(w word, name string) MarkID {
	id, ok := p.scope.marks[name]
	if !ok {
		p.reject(w, "a mark of an earlier line behind the @%s%s", not(w, name), nearest(name, p.file.Marks))
	}
	return id
}

// trackedHere rejects w, where a question about records has no mark, outside run.
func (p *parser) trackedHere(w word) {
	if !p.block().inRun {
		p.reject(w, "@MARK, since only a run has a window of its own")
	}
}
