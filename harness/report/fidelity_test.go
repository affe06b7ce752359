package report

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ecslab/harness/claims"
	"ecslab/harness/fidelity"
	"ecslab/harness/internal/synthetic"
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

// TestContradictionsAreShown: each has a trace of its own, which says what the
// two places say, and what happens.
func TestContradictionsAreShown(t *testing.T) {
	traces, table, shown := fidelity.Traces(), fidelity.Committed(), map[string]bool{}
	for _, c := range claims.Contradictions() {
		text := string(traces[c.Trace+".trace"])
		words := strings.Join(strings.Fields(strings.ReplaceAll(text, "#", " ")), " ")
		for _, say := range c.Says {
			source, what, _ := strings.Cut(say, ": ")
			if !strings.Contains(strings.ToLower(words), strings.ToLower(source+": ")) || !strings.Contains(words, what) {
				t.Errorf("%s: the trace %q does not say that %q", c.Matter, c.Trace, say)
			}
		}
		if !strings.Contains(words, "What happens: ") || c.Happens == "" {
			t.Errorf("%s: nothing happens", c.Matter)
		}
		if shown[c.Trace] {
			t.Errorf("%s: the trace %q shows another matter too", c.Matter, c.Trace)
		}
		shown[c.Trace] = true
		if c.Says[0] == c.Says[1] {
			t.Errorf("%s: %q against %q", c.Matter, c.Says[0], c.Says[1])
		}
		if _, ok := table.Row(c.Schedule); !ok && c.Schedule != "" {
			t.Errorf("%s: no schedule %q", c.Matter, c.Schedule)
		}
	}
	// What the list of claims tells to look for.
	for _, place := range []string{"6.1", "6.2", "10.1", "Bevy's code", "10.3", "appendix E", "StaticEcs", "Estella"} {
		if !slices.ContainsFunc(claims.Contradictions(), func(c claims.Contradiction) bool {
			return strings.Contains(c.Says[0]+c.Says[1], place)
		}) {
			t.Errorf("no contradiction names %s", place)
		}
	}
}

var faultCell = regexp.MustCompile(`\d+ (missed|late|repeated|made up)`)

// TestFaultsLeadToTraces: each figure of a fault in the report is the text of a
// link to a trace that is there.
func TestFaultsLeadToTraces(t *testing.T) {
	r, text := reported(t, synthetic.Options{Processes: 2, Rounds: 3})
	from := strings.Index(text, "what was there when the reader last ran")
	to := strings.Index(text[from:], "Each figure leads to a trace")
	table := text[from : from+to]
	linked := 0
	for _, row := range strings.Split(table, "\n") {
		for _, cell := range strings.Split(row, "|") {
			if !faultCell.MatchString(cell) {
				continue
			}
			linked++
			_, target, ok := strings.Cut(strings.TrimSpace(cell), "](")
			if !ok || !strings.HasPrefix(strings.TrimSpace(cell), "[") {
				t.Errorf("%q is no link", cell)
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(r.Path), strings.TrimSuffix(target, ")"))); err != nil {
				t.Errorf("%q: %v", cell, err)
			}
		}
	}
	faults := 0
	for _, row := range fidelity.Committed().Rows {
		for name, counts := range row.Counts {
			if name != fidelity.Published && len(counts) > 0 {
				faults++
			}
		}
	}
	if linked != faults || faults == 0 {
		t.Errorf("%d cells with faults in the report, %d in the table", linked, faults)
	}
}
