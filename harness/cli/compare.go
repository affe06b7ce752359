package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"ecslab/harness/analyse"
	"ecslab/harness/raw"
	"ecslab/harness/report"
)

var compareCommand = command{
	name:  "compare",
	brief: "compare two results directories",
	help: `
usage: BENCHRUN compare [flags] OLD NEW

Compares two runs of one machine that were made at different
times. That is weaker evidence than ab: what changed on the
machine in between looks like a change of the program. Runs
of different machines are refused.

With -gate it exits with 3 if a backend is slower, and with
4 if one may be: its interval reaches beyond what is
tolerated.

Examples:
  BENCHRUN compare results/before results/after
  BENCHRUN compare -gate -tolerance 5 OLD NEW`,
	run: compareMain,
}

// gate is how a comparison becomes an exit code.
type gate struct {
	on        bool
	tolerance float64 // percent
}

func (g *gate) flags(f *flag.FlagSet) {
	f.BoolVar(&g.on, "gate", false, "exit with 3 if a backend is slower, with 4 if one may be")
	f.Float64Var(&g.tolerance, "tolerance", 0, "`percent` that -gate lets pass; at least the noise of the runs")
}

func (g *gate) sane() error {
	if !(g.tolerance >= 0 && g.tolerance <= 100) { // nor may it be NaN, which nothing exceeds
		return &usageError{fmt.Sprintf("-tolerance %g: 0 to 100 percent are possible", g.tolerance)}
	}
	return nil
}

func compareMain(s Suite, c command, args []string, stdout, stderr io.Writer) int {
	f := newFlags(c.name)
	var g gate
	g.flags(f)
	out := f.String("o", "", "`directory` to write COMPARISON.md, comparison.html, comparison.json and plots into; default: only a summary is printed")
	words, err := parse(f, args)
	if errors.Is(err, flag.ErrHelp) {
		printHelp(stdout, c, f, s.command())
		return exitFine
	}
	if err == nil {
		err = g.sane()
	}
	if err == nil && len(words) != 2 {
		err = &usageError{fmt.Sprintf("two results directories are needed, %d were given; see help compare", len(words))}
	}
	if err != nil {
		return complain(stderr, c.name, err)
	}
	x, old, err := compareDirs(words[0], words[1], false)
	if err != nil {
		return complain(stderr, c.name, err)
	}
	fmt.Fprintln(stderr, "runs of different times: weaker evidence; ab is the strong\ncomparison")
	return conclude(c.name, x, old, *out, g, stdout, stderr)
}

func compareDirs(old, now string, paired bool) (*analyse.Comparison, *raw.Run, error) {
	a, err := raw.Load(old)
	if err != nil {
		return nil, nil, err
	}
	b, err := raw.Load(now)
	if err != nil {
		return nil, nil, err
	}
	x, err := analyse.Compare(a, b, paired)
	return x, b, err
}

// conclude writes a comparison and gives the exit code that it deserves.
func conclude(name string, x *analyse.Comparison, of *raw.Run, dir string, g gate, stdout, stderr io.Writer) int {
	for _, l := range report.ComparisonSummary(x) {
		fmt.Fprintln(stdout, l)
	}
	if dir != "" {
		path, err := report.WriteComparison(dir, x, of)
		if err != nil {
			return complain(stderr, name, err)
		}
		fmt.Fprintln(stdout, "report:", path)
	}
	for _, w := range x.Wrong {
		fmt.Fprintln(stderr, alarm(stderr, w))
	}
	if len(x.Wrong) > 0 {
		return exitWrong
	}
	if !g.on {
		return exitFine
	}
	verdict, cells := x.Decide(g.tolerance / 100)
	fmt.Fprintln(stdout, "gate:", verdict)
	if verdict == analyse.Passed {
		return exitFine
	}
	fmt.Fprintf(stderr, "%s: %s\n", verdict, strings.Join(firstOf(cells, 5), "; "))
	if verdict == analyse.Regressed {
		return exitRegressed
	}
	return exitInconclusive
}

// firstOf names the first few and counts the rest.
func firstOf(names []string, n int) []string {
	switch {
	case len(names) == 0:
		return []string{"nothing was measured"}
	case len(names) <= n:
		return names
	}
	return append(names[:n:n], fmt.Sprintf("and %d more", len(names)-n))
}
