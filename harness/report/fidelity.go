package report

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ecslab/harness/claims"
	"ecslab/harness/fidelity"
)

// counted answers the claims' questions from the fidelity table.
type counted struct{ *fidelity.Table }

// Counts implements claims.Fidelity. That reports come a frame later is what
// bitmap does in every schedule, so the claim on it asks for the plain ones.
func (t counted) Counts(q claims.Question) (claims.Counts, bool) {
	row, ok := t.Row(strings.TrimPrefix(q.Schedule, "one frame of delay, "))
	if !ok {
		return nil, false
	}
	faults, ok := row.Counts[q.Tracker]
	out := claims.Counts{}
	for f, n := range faults {
		out[claims.Fault(f)] = n
	}
	return out, ok
}

// fidelity is the section on what trackers report.
func (d *document) fidelity() {
	t := fidelity.Committed()
	d.text("What each tracker's reports get wrong when a reader looks at a world that others change. An oracle that knows no stamps " +
		"compares values: what is there now with what was there when the reader last ran. *Missed*: never reported. *Late*: reported at a later " +
		"look than it could be. *Repeated*: reported again though nothing was done since. *Made up*: reported though no value differs. " +
		"These are counts, not measurements: they hold for every storage, every machine and every run, and a test makes them again.")
	trackers := slices.DeleteFunc(slices.Clone(t.Trackers), func(name string) bool { return name == fidelity.Published })
	d.faultless(t, trackers)
	header := []string{"schedule", "asks for", ">due"}
	for _, name := range trackers {
		header = append(header, ">"+name)
	}
	all := newTable(header...)
	for _, row := range t.Rows {
		cells := []string{escape(row.Schedule), row.Asks, fmt.Sprint(row.Due)}
		for _, name := range trackers {
			cells = append(cells, d.faults(row, name))
		}
		all.row(cells...)
	}
	d.table(all)
	d.text("Each figure leads to a trace of a few lines that shows it; `benchrun replay` runs it, and `benchrun why` tells the rule behind each answer.")
	for _, row := range t.Rows {
		if as := row.Counts[fidelity.Published]; !maps.Equal(as, row.Counts["bitmap"]) {
			d.p("**%s**: the code of StaticEcs as published lets a new entity inherit the bits of its index: %s of %s looked at, where `bitmap` has %s.",
				escape(row.Schedule), d.faults(row, fidelity.Published), plural(row.Due, "entity"), told(row.Counts["bitmap"]))
		}
	}
}

// faultless says in how many schedules which tracker is right.
func (d *document) faultless(t *fidelity.Table, trackers []string) {
	sum := newTable("tracker", ">without a fault", ">that miss", ">that repeat", ">that are late", ">that make up")
	for _, name := range trackers {
		right, with := 0, map[fidelity.Fault]int{}
		for _, row := range t.Rows {
			if len(row.Counts[name]) == 0 {
				right++
			}
			for f := range row.Counts[name] {
				with[f]++
			}
		}
		cells := []string{"`" + name + "`", fmt.Sprintf("%d of %d", right, len(t.Rows))}
		for _, f := range fidelity.Faults {
			cells = append(cells, fmt.Sprint(with[f]))
		}
		sum.row(cells...)
	}
	d.text("In how many of the schedules a tracker reports what it should:")
	d.table(sum)
}

// faults is a cell of the table, with a link to the trace.
func (d *document) faults(row fidelity.Row, tracker string) string {
	if len(row.Counts[tracker]) == 0 {
		return "0"
	}
	return fmt.Sprintf("[%s](%s%s/%s)", told(row.Counts[tracker]), d.prefix, tracesFolder, row.File())
}

func told(counts map[fidelity.Fault]int) string {
	var words []string
	for _, f := range fidelity.Faults {
		if n := counts[f]; n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, f))
		}
	}
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, ", ")
}

// tracesFolder is where the traces stand in a results directory, so that a
// report is whole without the repository.
const tracesFolder = "traces"

// writeTraces puts the traces that cells lead to beside the plots.
func writeTraces(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, tracesFolder), 0o755); err != nil {
		return fmt.Errorf("cannot write traces: %w", err)
	}
	for name, text := range fidelity.Traces() {
		if err := update(filepath.Join(dir, tracesFolder, name), text); err != nil {
			return err
		}
	}
	return nil
}
