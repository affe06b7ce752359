package report

import (
	"testing"

	"ecslab/harness/claims"
	"ecslab/harness/fidelity"
)

// TestEveryQuestionIsCounted: the fidelity table has an answer to all that the
// claims ask of it.
func TestEveryQuestionIsCounted(t *testing.T) {
	table, asked := counted{fidelity.Committed()}, 0
	for _, c := range claims.All() {
		for _, p := range c.Points {
			if p.Question == nil {
				continue
			}
			asked++
			if _, ok := table.Counts(*p.Question); !ok {
				t.Errorf("%s: nothing on %q with %s", c.ID, p.Question.Schedule, p.Question.Tracker)
			}
		}
	}
	if asked == 0 {
		t.Error("no claim asks anything")
	}
	if _, ok := table.Counts(claims.Question{Schedule: "reader on holiday", Tracker: "ticks"}); ok {
		t.Error("a schedule that is not there was answered")
	}
	if _, ok := table.Counts(claims.Question{Schedule: "first frame", Tracker: "abacus"}); ok {
		t.Error("a tracker that is not there was answered")
	}
}

// TestContradictionsAreShown: each has a trace, and two places that disagree.
func TestContradictionsAreShown(t *testing.T) {
	traces := fidelity.Traces()
	for _, c := range claims.Contradictions() {
		if traces[c.Trace+".trace"] == nil {
			t.Errorf("%s: no trace %q", c.Matter, c.Trace)
		}
		if c.Says[0] == "" || c.Says[1] == "" || c.Says[0] == c.Says[1] {
			t.Errorf("%s: %q against %q", c.Matter, c.Says[0], c.Says[1])
		}
	}
}
