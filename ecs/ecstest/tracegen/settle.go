package tracegen

import (
	"ecslab/ecs/ecstest/model"
	"ecslab/replay"
)

// maxRounds is how often a body is executed to find out what is left of it. A
// round that changes nothing ends it earlier.
const maxRounds = 20

// tally counts the executions of one statement.
type tally struct {
	executed int
	failed   []int // by machine
}

// settle gives a copy of a body without answers in which no error is
// unexpected, and the machines that stand behind it; the machines given stay
// where they are. What fails every time on all machines is put behind fail if
// keep says so; what fails at some times, or on some machines where the answer
// cannot say so, is taken away.
func settle(machines []*model.Machine, body []replay.Stmt, keep func() bool) ([]replay.Stmt, []*model.Machine, bool) {
	for range maxRounds {
		body = model.CopyBody(body)
		after := make([]*model.Machine, len(machines))
		tallies := map[replay.Stmt]*tally{}
		for i, m := range machines {
			after[i] = m.Clone()
			for _, s := range body {
				after[i].Exec(s, func(o model.Outcome) {
					t := tallies[o.Stmt]
					if t == nil {
						t = &tally{failed: make([]int, len(machines))}
						tallies[o.Stmt] = t
					}
					t.executed++
					if o.Err != nil {
						t.failed[i]++
					}
				})
			}
		}
		s := settler{tallies: tallies, machines: len(machines), keep: keep}
		body = s.body(body)
		if !s.changed {
			return body, after, true
		}
	}
	return nil, nil, false
}

// settler goes through a body once.
type settler struct {
	tallies  map[replay.Stmt]*tally
	machines int
	keep     func() bool
	changed  bool
}

func (s *settler) body(body []replay.Stmt) []replay.Stmt {
	var settled []replay.Stmt
	for _, stmt := range body {
		switch stmt := stmt.(type) {
		case *replay.RunStmt:
			stmt.Body = s.body(stmt.Body)
			settled = append(settled, stmt)
		case *replay.RepeatStmt:
			stmt.Body = s.body(stmt.Body)
			settled = append(settled, stmt)
		default:
			left := s.leaf(stmt)
			if left != nil {
				settled = append(settled, left)
			}
			s.changed = s.changed || left != stmt
		}
	}
	return settled
}

// leaf is what is left of a statement without a body, or nil.
func (s *settler) leaf(stmt replay.Stmt) replay.Stmt {
	t := s.tallies[stmt]
	if t == nil { // it cannot fail
		return stmt
	}
	always, never, sometimes := s.failures(t)
	switch stmt := stmt.(type) {
	case *replay.FailStmt:
		switch {
		case always:
			return stmt
		case never:
			return stmt.Stmt
		}
		return nil
	case *replay.DeferStmt:
		switch {
		case always != never && stmt.Fail == always:
			return stmt
		case never, always && s.keep():
			return &replay.DeferStmt{Fail: always, Op: stmt.Op}
		}
		return nil
	case replay.Observation:
		if !sometimes && !always && answersByTracker(stmt) {
			return stmt
		}
	}
	switch {
	case never:
		return stmt
	case always && s.keep():
		return &replay.FailStmt{Stmt: stmt}
	}
	return nil
}

// failures says whether a statement failed every time on all machines, at no
// time, or so and so on one and the same machine.
func (s *settler) failures(t *tally) (always, never, sometimes bool) {
	always, never = true, true
	times := t.executed / s.machines
	for _, n := range t.failed {
		always = always && n == times
		never = never && n == 0
		sometimes = sometimes || n != 0 && n != times
	}
	return always, never, sometimes
}

// answersByTracker reports whether an observation can have an answer for one
// tracker alone.
func answersByTracker(o replay.Observation) bool {
	switch o.(type) {
	case *replay.CountStmt, *replay.SumStmt, *replay.WasStmt, *replay.QueryStmt, *replay.RemovedStmt:
		return true
	}
	return false
}
