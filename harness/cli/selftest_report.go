package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ecslab/harness/analyse"
	"ecslab/harness/stat"
)

// fewestNarrow is how many narrow intervals it takes to say that 5 % is found
// in 90 % of them.
const fewestNarrow = 10

// finding is one line of a selftest.
type finding struct {
	question, due, got string
	state              string // "yes", "no", "too noisy"
}

// findings hold the tally against what is due.
func (t *tally) findings() []finding {
	state := func(ok bool) string {
		if ok {
			return "yes"
		}
		return "no"
	}
	flips := t.flips()
	five := finding{
		"5 % more work is called slower, where the half width is at most 2 %", "in 90 %",
		fmt.Sprintf("%d of %d; %d intervals were too wide", t.found, t.narrow, t.wide), state(t.found*10 >= t.narrow*9),
	}
	if t.narrow < fewestNarrow {
		five.state = "too noisy"
	}
	return []finding{
		{"identical cells are called different", "in at most 5 %", fmt.Sprintf("%d of %d", t.separable, t.same), state(t.separable*20 <= t.same)},
		five,
		{"1 % more work is called slower", "never", fmt.Sprintf("%d of %d", t.slower, t.one), state(t.slower == 0)},
		{"a form is called faster with one seed and slower with another", "never", fmt.Sprintf("%d of %d", len(flips), len(t.verdicts)), state(len(flips) == 0)},
	}
}

// flips are the forms that were called both faster and slower.
func (t *tally) flips() []string {
	var out []string
	for k, n := range t.verdicts {
		if n[0] > 0 && n[1] > 0 {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// changes sets the first two runs, which are of one commit, against each other.
func (t *selftest) changes() finding {
	f := finding{question: "two runs of one commit: cells called faster or slower", due: "in at most 5 %", state: "no"}
	c, err := analyse.Compare(t.runs[0], t.runs[1], false)
	if err != nil {
		f.got = err.Error()
		return f
	}
	all, moved := 0, c.Count[string(stat.Slower)]+c.Count[string(stat.Faster)]
	for _, n := range c.Count {
		all += n
	}
	f.got = fmt.Sprintf("%d of %d", moved, all)
	if moved*20 <= all {
		f.state = "yes"
	}
	return f
}

// report is the result as Markdown, and the exit code that it deserves.
func (t *selftest) report(took time.Duration) (string, int) {
	var b strings.Builder
	m, p := t.runs[0].Machine, t.runs[0].Plan
	fmt.Fprintf(&b, "# Selftest\n\n%d seeds, %d processes × %d rounds, %s a cell and round, on %s (%d cores), kernel %s %s, %s, commit `%s`; %s.\n\n",
		t.seeds, p.Processes, p.Rounds, p.CellTime, m.CPU, m.Cores, m.GOOS, m.Kernel, m.Go, m.Commit, took.Round(time.Second))
	b.WriteString("| question | due | got | holds |\n| --- | --- | --- | --- |\n")
	code := exitFine
	for _, f := range append(t.tally.findings(), t.changes()) {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", f.question, f.due, f.got, f.state)
		switch {
		case f.state == "no":
			code = exitWrong
		case f.state != "yes" && code == exitFine:
			code = exitInconclusive
		}
	}
	b.WriteString("\n| family and form | called faster | called slower |\n| --- | ---: | ---: |\n")
	var names []string
	for k := range t.tally.verdicts {
		names = append(names, k)
	}
	slices.Sort(names)
	for _, k := range names {
		fmt.Fprintf(&b, "| %s | %d | %d |\n", k, t.tally.verdicts[k][0], t.tally.verdicts[k][1])
	}
	for _, e := range t.tally.errors {
		fmt.Fprintf(&b, "\n**%s**\n", e)
		code = exitWrong
	}
	return b.String(), code
}
