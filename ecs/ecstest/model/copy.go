package model

import "ecslab/replay"

// CopyBody copies statements without their answers, so that each stands for
// itself even if one was listed twice. What no one writes to is shared.
func CopyBody(body []replay.Stmt) []replay.Stmt {
	var copied []replay.Stmt
	for _, s := range body {
		copied = append(copied, copyStmt(s))
	}
	return copied
}

func copyStmt(s replay.Stmt) replay.Stmt {
	switch s := s.(type) {
	case *replay.SpawnStmt:
		return shallow(s)
	case *replay.EditStmt:
		return shallow(s)
	case *replay.EachStmt:
		return shallow(s)
	case *replay.FailStmt:
		c := shallow(s)
		c.Stmt = copyStmt(s.Stmt)
		return c
	case *replay.DeferStmt:
		c := shallow(s)
		c.Op = copyStmt(s.Op).(replay.Operation)
		return c
	case *replay.RunStmt:
		c := shallow(s)
		c.Body = CopyBody(s.Body)
		return c
	case *replay.RepeatStmt:
		c := shallow(s)
		c.Body = CopyBody(s.Body)
		return c
	case *replay.ReadStmt:
		return withAnswers(shallow(s), nil)
	case *replay.HasStmt:
		return withAnswers(shallow(s), nil)
	case *replay.AliveStmt:
		return withAnswers(shallow(s), nil)
	case *replay.WasStmt:
		return withAnswers(shallow(s), nil)
	case *replay.CountStmt:
		return withAnswers(shallow(s), nil)
	case *replay.SumStmt:
		return withAnswers(shallow(s), nil)
	case *replay.QueryStmt:
		return withAnswers(shallow(s), nil)
	case *replay.RemovedStmt:
		return withAnswers(shallow(s), nil)
	case *replay.TickStmt:
		return shallow(s)
	case *replay.MarkStmt:
		return shallow(s)
	case *replay.ClearStmt:
		return shallow(s)
	case *replay.SaveStmt:
		return shallow(s)
	case *replay.LoadStmt:
		return shallow(s)
	case *replay.MeasureStmt:
		return shallow(s)
	default:
		panic("model: an unknown statement")
	}
}

func shallow[S any](s *S) *S {
	c := *s
	return &c
}

// withAnswers sets the answers of an observation, and returns it.
func withAnswers(o replay.Observation, a *replay.Answers) replay.Observation {
	switch o := o.(type) {
	case *replay.ReadStmt:
		o.Answers = a
	case *replay.HasStmt:
		o.Answers = a
	case *replay.AliveStmt:
		o.Answers = a
	case *replay.WasStmt:
		o.Answers = a
	case *replay.CountStmt:
		o.Answers = a
	case *replay.SumStmt:
		o.Answers = a
	case *replay.QueryStmt:
		o.Answers = a
	case *replay.RemovedStmt:
		o.Answers = a
	default:
		panic("model: an unknown observation")
	}
	return o
}
