package cli

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchmath"

	"ecslab/replay"
)

// workTime is how long one kind of statement took on one pair: the median over
// the rounds and its 95 % interval, in ns for a statement.
type workTime struct {
	Kind       string  `json:"kind"`
	NS         float64 `json:"ns"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	Statements int     `json:"statements"` // in one run of the measured part
	Entities   float64 `json:"entities"`   // that a statement was about, on average
	Readings   float64 `json:"readings"`   // of the clock for a statement
	ReadingNS  float64 `json:"reading_ns"` // taken off for each
	Rounds     int     `json:"rounds"`
}

// time measures a file on every pair.
func (r *replayer) time(f *replay.File) []*outcome {
	o := r.options
	tell, done := tellRounds(r.stderr, f.Name+": ")
	defer done()
	o.Progress = tell
	all := replay.Time(f, r.backends, o)
	outcomes := make([]*outcome, len(r.backends))
	for i := range all {
		outcomes[i] = newOutcome(all[i].Result)
		outcomes[i].Times = summarize(all[i])
	}
	return outcomes
}

func summarize(t *replay.Times) (list []workTime) {
	for i := range t.Works {
		w := &t.Works[i]
		s := benchmath.AssumeNothing.Summary(benchmath.NewSample(slices.Clone(w.Samples), &benchmath.DefaultThresholds), 0.95)
		list = append(list, workTime{w.Work.String(), s.Center, s.Lo, s.Hi, w.Statements, w.Entities, w.Turns, float64(t.Turn.Nanoseconds()), len(w.Samples)})
	}
	return list
}

// timeTables writes a table for each file and kind of statement.
func timeTables(w io.Writer, outcomes []*outcome) {
	var files []string
	for _, o := range outcomes {
		if len(o.Times) > 0 && !slices.Contains(files, o.File) {
			files = append(files, o.File)
		}
	}
	for _, file := range files {
		of := slices.DeleteFunc(slices.Clone(outcomes), func(o *outcome) bool { return o.File != file })
		var kinds []string
		rounds := 0
		for _, o := range of {
			for _, t := range o.Times {
				rounds = t.Rounds
				if !slices.Contains(kinds, t.Kind) {
					kinds = append(kinds, t.Kind)
				}
			}
		}
		fmt.Fprintf(w, "\n%s\nns for a statement: median of %d rounds, 95 %% interval\n", file, rounds)
		for _, kind := range kinds {
			timeTable(w, kind, of)
		}
	}
	if len(files) > 0 {
		fmt.Fprintln(w)
	}
}

func timeTable(w io.Writer, kind string, outcomes []*outcome) {
	statements := 0
	for _, o := range outcomes {
		at := slices.IndexFunc(o.Times, func(t workTime) bool { return t.Kind == kind })
		if at < 0 {
			continue
		}
		t := &o.Times[at]
		if statements == 0 {
			statements = t.Statements
			note := ""
			if kind == replay.WorkNames.String() {
				note = ", to find the living ones of a label"
			} else if t.Entities > 0 {
				note = fmt.Sprintf(", %s entities each", strings.TrimSuffix(strconv.FormatFloat(t.Entities, 'f', 1, 64), ".0"))
			}
			fmt.Fprintf(w, "%s: %d a run%s\n", kind, t.Statements, note)
			if t.Readings >= 0.01 {
				fmt.Fprintf(w, "  clock taken off: %.2g × %.0f ns\n", t.Readings, t.ReadingNS)
			}
		}
		fmt.Fprintf(w, "  %-18s %10s  [%s, %s]", o.Pair, nanoseconds(t.NS), nanoseconds(t.Low), nanoseconds(t.High))
		if t.Statements != statements {
			fmt.Fprintf(w, "  %d a run", t.Statements)
		}
		fmt.Fprintln(w)
	}
}

// nanoseconds is a time with four significant digits at most.
func nanoseconds(ns float64) string {
	switch {
	case ns < 100:
		return fmt.Sprintf("%.1f", ns)
	case ns < 1e7:
		return fmt.Sprintf("%.0f", ns)
	}
	return fmt.Sprintf("%.3e", ns)
}
