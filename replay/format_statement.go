package replay

import "strconv"

func (w *writer) body(body []Stmt) {
	for _, s := range body {
		w.line(s)
	}
}

// line writes a statement with its indentation, its lines below and its line end.
func (w *writer) line(s Stmt) {
	w.begin()
	w.statement(s)
	w.newline()
	switch s := s.(type) {
	case *RunStmt:
		w.block(s.Body)
	case *RepeatStmt:
		w.block(s.Body)
	case Observation:
		w.below(s.Expected())
	}
}

// block writes the body of a run or repeat and its end.
func (w *writer) block(body []Stmt) {
	w.indent++
	w.body(body)
	w.indent--
	w.begin()
	w.text("end")
	w.newline()
}

// statement writes the first line of s.
func (w *writer) statement(s Stmt) {
	f := w.file
	switch s := s.(type) {
	case Operation:
		w.operation(s)
	case Observation:
		w.observation(s)
		w.here(s.Expected())
	case *DeferStmt:
		w.text("defer ")
		if s.Fail {
			w.text("fail ")
		}
		w.operation(s.Op)
	case *FailStmt:
		w.text("fail ")
		w.statement(s.Stmt)
	case *RunStmt:
		w.text("run " + f.Systems[s.System])
	case *RepeatStmt:
		w.text("repeat ")
		w.number(s.N)
	case *TickStmt:
		w.text("tick")
		if s.N != 1 {
			w.text(" ")
			w.number(s.N)
		}
	case *MarkStmt:
		w.text("mark " + f.Marks[s.Mark])
	case *ClearStmt:
		w.clear(s)
	case *SaveStmt:
		w.text("save " + f.Snapshots[s.Snapshot])
	case *LoadStmt:
		w.text("load " + f.Snapshots[s.Snapshot])
	case *MeasureStmt:
		w.text("measure")
	}
}

func (w *writer) operation(s Operation) {
	switch s := s.(type) {
	case *SpawnStmt:
		w.text("spawn " + w.file.Labels[s.Label])
		switch s.Form {
		case SpawnBatch:
			w.text("*")
			w.number(s.N)
		case SpawnMore:
			w.text("+")
			w.number(s.N)
		}
		w.args(s.Args)
	case *EditStmt:
		w.text(edits[s.Edit] + " ")
		w.reference(s.Target)
		w.args(s.Args)
	case *EachStmt:
		w.text("each")
		w.terms(s.Terms)
		w.text(" mut")
		for _, c := range s.Mut {
			w.text(" " + w.file.Components[c].Name)
		}
	}
}

func (w *writer) observation(s Observation) {
	components := w.file.Components
	switch s := s.(type) {
	case *ReadStmt:
		w.text("read ")
		w.reference(s.Target)
		w.text(" " + components[s.Component].Name)
	case *HasStmt:
		w.text("has ")
		w.reference(s.Target)
		w.text(" " + components[s.Component].Name)
	case *AliveStmt:
		w.text("alive ")
		w.reference(s.Target)
	case *WasStmt:
		w.text("was ")
		w.reference(s.Target)
		w.text(" " + s.Kind.String())
		if s.Component != NoComponent {
			w.text(" " + components[s.Component].Name)
		}
		w.mark(s.Mark, " @")
	case *CountStmt:
		w.text("count")
		w.terms(s.Terms)
	case *SumStmt:
		w.text("sum")
		w.terms(s.Terms)
		w.text(" of " + components[s.Component].Name)
	case *QueryStmt:
		w.text("query")
		w.terms(s.Terms)
	case *RemovedStmt:
		w.text("removed " + components[s.Component].Name)
	}
}

func (w *writer) clear(s *ClearStmt) {
	w.text("clear")
	for k := Added; k <= Removed; k++ {
		if s.Kinds == 1<<k {
			w.text(" " + k.String())
		}
	}
	if s.Created && s.Kinds == 0 {
		w.text(" created")
	}
	if s.Component != NoComponent {
		w.text(" " + w.file.Components[s.Component].Name)
	}
}

// here writes the answer that stands on the observation's line.
func (w *writer) here(a *Answers) {
	if a != nil && a.SameLine && a.Default != nil {
		w.text(" => ")
		w.answer(a.Default)
	}
}

// below writes the answers that stand on lines of their own.
func (w *writer) below(a *Answers) {
	if a == nil || a.SameLine {
		return
	}
	w.indent++
	if a.Default != nil {
		w.begin()
		w.text("=> ")
		w.answer(a.Default)
		w.newline()
	}
	for t, own := range a.ByTracker {
		if own != nil {
			w.begin()
			w.text("=> " + trackerNames[t] + ": ")
			w.answer(own)
			w.newline()
		}
	}
	w.indent--
}

func (w *writer) answer(a *Answer) {
	switch a.Form {
	case AnswerError:
		w.text("error")
	case AnswerBool:
		w.out = strconv.AppendBool(w.out, a.Bool)
	case AnswerCount:
		w.out = strconv.AppendInt(w.out, a.Count, 10)
	case AnswerValues:
		w.values(a.Values)
	case AnswerList:
		if len(a.List) == 0 {
			w.text("-")
		}
		for i, r := range a.List {
			if i > 0 {
				w.text(" ")
			}
			w.reference(r)
		}
	}
}
