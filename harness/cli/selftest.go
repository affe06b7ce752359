package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ecslab/harness/analyse"
	"ecslab/harness/host"
	"ecslab/harness/plan"
	"ecslab/harness/raw"
	"ecslab/harness/run"
	"ecslab/harness/stat"
)

var selftestCommand = command{
	name:  "selftest",
	brief: "measure whether the method is honest here",
	help: `
usage: BENCHRUN selftest [flags]

Measures one workload of each scenario package in four
forms: as it is, the same again, and slowed by 5 and by 1
percent on purpose. Over 20 seeds the same must be separable
in at most 5 percent, 5 percent be found in 90 where the
interval's half width is at most 2 percent, and 1 percent
never be called slower. No form may be called faster with
one seed and slower with another, and two of the runs, set
against each other, differ in at most 5 percent. Takes up to
20 minutes; prints Markdown. With -o the result stands in
SELFTEST.md and, with every comparison that was made, in
selftest.json of a directory.

Exit codes: 0 honest, 1 not, 4 too noisy to tell.

Examples:
  BENCHRUN selftest
  BENCHRUN selftest -o results/selftest`,
	run: selftestMain,
}

// selftest is one use of the command.
type selftest struct {
	suite  Suite
	stderr io.Writer
	dir    string
	seeds  int
	o      plan.Options
	child  []string
	runs   []*raw.Run
	tally  tally
	result selftestResult
}

// tally counts what the method said of what was put in.
type tally struct {
	same, separable int               // comparisons of identical cells; those called different
	narrow, found   int               // comparisons of 5 % with a narrow interval; those called slower
	wide            int               // those whose interval was too wide to count
	clear, cleared  int               // of the narrow ones those with a small margin; those of them called slower
	one, slower     int               // comparisons of 1 %; those called slower
	verdicts        map[string][2]int // by family and form: times called faster and slower
	made            []comparison
	errors          []string
}

// narrowEnough is the half width of an interval in which 5 % has to be found.
const narrowEnough = 0.02

// smallMargin is the largest margin with which an interval of 5 ± 2 % may lie
// beyond it.
const smallMargin = 0.03

func selftestMain(s Suite, c command, args []string, stdout, stderr io.Writer) int {
	f := newFlags(c.name)
	t := selftest{suite: s, stderr: stderr, tally: tally{verdicts: map[string][2]int{}}}
	f.IntVar(&t.seeds, "seeds", 20, "`number` of runs, each with a seed of its own")
	f.IntVar(&t.o.Processes, "processes", 18, "`number` of processes of each scenario package")
	// Most of the noise is between rounds, not between processes, and comes in
	// bursts: many short rounds tell more than a few long ones.
	f.IntVar(&t.o.Rounds, "rounds", 36, "`number` of rounds in each process")
	f.DurationVar(&t.o.CellTime, "time-per-cell", time.Millisecond, "shortest `time` of a cell's round")
	out := f.String("o", "", "`directory` for SELFTEST.md and selftest.json; what they hold is replaced")
	words, err := parse(f, args)
	if errors.Is(err, flag.ErrHelp) {
		printHelp(stdout, c, f, s.command())
		return exitFine
	}
	t.o.Preset = plan.Presets[0].Name
	switch {
	case err != nil:
	case len(words) > 0:
		err = &usageError{fmt.Sprintf("%q is not expected: selftest takes flags only", words[0])}
	case t.seeds < 2 || t.seeds > 100:
		err = &usageError{fmt.Sprintf("-seeds %d: 2 to 100 are possible", t.seeds)}
	default:
		err = sane(t.o)
	}
	if err == nil && *out != "" {
		err = os.MkdirAll(*out, 0o755) // not after 20 minutes
	}
	code := exitFine
	if err == nil {
		code, err = t.run()
	}
	if errors.Is(err, context.Canceled) {
		return exitInterrupted
	}
	if err != nil {
		return complain(stderr, c.name, err)
	}
	io.WriteString(stdout, t.result.markdown())
	if *out != "" {
		if err := t.result.write(*out); err != nil {
			return complain(stderr, c.name, fmt.Errorf("cannot write the result: %w", err))
		}
	}
	return code
}

// clear removes the runs while one of them may still be writing into its place:
// a folder that is not empty by the time that it goes is gone through again.
func (t *selftest) clear() {
	for range 20 {
		if os.RemoveAll(t.dir) == nil {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// run measures with each seed and says what came out.
func (t *selftest) run() (int, error) {
	exe, err := os.Executable()
	if err != nil {
		return exitWrong, fmt.Errorf("cannot find this program to start it again: %w", err)
	}
	t.child = []string{exe, selftestChild}
	if t.dir, err = os.MkdirTemp("", "selftest"); err != nil {
		return exitWrong, err
	}
	defer os.RemoveAll(t.dir)
	ctx, stop := interruptible(t.stderr, t.clear)
	defer stop()
	began := time.Now()
	for seed := range t.seeds {
		r, err := t.measure(ctx, uint64(seed+1))
		if err != nil {
			return exitWrong, err
		}
		t.runs = append(t.runs, r)
		t.tally.add(r)
		fmt.Fprintf(t.stderr, "%d/%d seeds, %s\n", seed+1, t.seeds, time.Since(began).Round(time.Second))
	}
	t.result = t.conclude(time.Since(began))
	return t.result.code(), nil
}

func (t *selftest) measure(ctx context.Context, seed uint64) (*raw.Run, error) {
	o := t.o
	o.Seed = seed
	work, err := plan.New(t.suite.Backends, t.suite.selftestScenarios(), o)
	if err != nil {
		return nil, err
	}
	c := run.Config{
		Work: work, Options: o, Dir: filepath.Join(t.dir, fmt.Sprintf("seed-%d", seed)), Command: t.suite.command() + " selftest",
		Machine: host.Describe(), Child: t.child, Progress: run.Silent, Now: time.Now,
	}
	m, err := run.Start(c)
	if err != nil {
		return nil, err
	}
	if err := run.Run(ctx, c, m); err != nil {
		return nil, err
	}
	return raw.Load(c.Dir)
}

// add judges every form against the base, as a family is judged.
func (t *tally) add(r *raw.Run) {
	figures := analyse.Make(r)
	t.errors = append(t.errors, incorrect(figures)...)
	compare := analyse.NewComparer(r, figures)
	for _, f := range r.Plan.Families {
		base := ""
		var labels, forms []string
		for _, c := range f.Cells {
			switch {
			case c.Twin:
			case c.Form == formBase:
				base = c.Label()
			default:
				labels, forms = append(labels, c.Label()), append(forms, c.Form)
			}
		}
		var ratios []stat.Ratio
		var p []float64
		margin := 0.0
		for _, l := range labels {
			x, d, err := compare.Time(analyse.Cost{Family: f.Name, Cell: l}, analyse.Cost{Family: f.Name, Cell: base})
			if err != nil {
				t.errors = append(t.errors, err.Error())
				return
			}
			ratios, p, margin = append(ratios, x), append(p, x.P), d
		}
		for i, corrected := range stat.Holm(p) {
			v := stat.Judge(ratios[i], margin, corrected)
			t.count(f.Name, forms[i], ratios[i], margin, v)
			t.made = append(t.made, comparison{
				r.Plan.Seed, f.Name, forms[i], stat.Round4(ratios[i].Ratio), stat.Round4(ratios[i].Lo), stat.Round4(ratios[i].Hi),
				stat.Round4(corrected), stat.Round4(margin), string(v),
			})
		}
	}
}

// incorrect are the wrong cells. A floor that is beaten is no matter of the
// method.
func incorrect(f *analyse.Figures) []string {
	var out []string
	for _, w := range f.Wrong() {
		if strings.HasPrefix(w, analyse.Incorrect) {
			out = append(out, w)
		}
	}
	return out
}

func (t *tally) count(family, form string, r stat.Ratio, margin float64, v stat.Verdict) {
	different := v == stat.Faster || v == stat.Slower
	switch form {
	case formSame:
		t.same++
		if different {
			t.separable++
		}
	case formSlower1:
		t.one++
		if v == stat.Slower {
			t.slower++
		}
	case formSlower5:
		if (r.Hi-r.Lo)/2 > narrowEnough {
			t.wide++
			break
		}
		t.narrow++
		if v == stat.Slower {
			t.found++
		}
		if margin <= smallMargin {
			t.clear++
			if v == stat.Slower {
				t.cleared++
			}
		}
	}
	n := t.verdicts[family+" "+form]
	if v == stat.Faster {
		n[0]++
	}
	if v == stat.Slower {
		n[1]++
	}
	t.verdicts[family+" "+form] = n
}
