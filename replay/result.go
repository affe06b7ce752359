package replay

import "fmt"

// A Verdict is what a run of a trace says about a backend.
type Verdict uint8

const (
	OK            Verdict = iota // every answer was as expected
	Disagree                     // at least one was not, or an error came that no fail expects
	NotApplicable                // the backend has no tracker, and refused what needs one
)

var verdictNames = [...]string{"ok", "disagree", "n/a"}

// String is "ok", "disagree" or "n/a".
func (v Verdict) String() string { return verdictNames[v] }

// A Result is what came of one run of a file on one backend.
type Result struct {
	File          string
	Pair          string
	Verdict       Verdict
	First         *Disagreement // nil: none
	Disagreements int           // executions of statements that disagreed
	Refused       int           // executions of statements that were refused for want of a tracker
	Cut           bool          // an each was refused: what stands behind it was not run
}

// A Disagreement is an answer that was not as expected, or an error that was not.
type Disagreement struct {
	File     string
	Position Position // of the statement, for a deferred one that of its defer
	Expected string
	Got      string
}

// String is FILE:LINE: expected …, got ….
func (d *Disagreement) String() string {
	return fmt.Sprintf("%s:%d: expected %s, got %s", d.File, d.Position.Line, d.Expected, d.Got)
}
