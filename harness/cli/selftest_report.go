package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ecslab/harness/analyse"
	"ecslab/harness/host"
	"ecslab/harness/raw"
	"ecslab/harness/stat"
)

// fewestNarrow is how many narrow intervals it takes to say that 5 % is found
// in 90 % of them.
const fewestNarrow = 10

// finding is one line of a selftest.
type finding struct {
	Question string `json:"question"`
	Due      string `json:"due"`
	Got      string `json:"got"`
	State    string `json:"holds"` // "yes", "no", "too noisy"
}

// findings hold the tally against what is due.
func (t *tally) findings() []finding {
	state := func(ok bool) string {
		if ok {
			return "yes"
		}
		return "no"
	}
	found := func(where string, found, of int, got string) finding {
		f := finding{"a form slowed by 5 % is called slower, where the half width is at most 2 %" + where, "in 90 %", got, state(found*10 >= of*9)}
		if of < fewestNarrow {
			f.State = "too noisy"
		}
		return f
	}
	flips := t.flips()
	return []finding{
		{"identical cells are called different", "in at most 5 %", fmt.Sprintf("%d of %d", t.separable, t.same), state(t.separable*20 <= t.same)},
		found("", t.found, t.narrow, fmt.Sprintf("%d of %d; %d intervals were too wide", t.found, t.narrow, t.wide)),
		found(" and the run's margin at most 3 %", t.cleared, t.clear, fmt.Sprintf("%d of %d", t.cleared, t.clear)),
		{"a form slowed by 1 % is called slower", "never", fmt.Sprintf("%d of %d", t.slower, t.one), state(t.slower == 0)},
		{"a form is called faster with one seed and slower with another", "never", fmt.Sprintf("%d of %d%s", len(flips), len(t.verdicts), t.chance()), state(len(flips) == 0)},
	}
}

// chance says how many identical forms would be called both faster and slower
// if the first line were just met: either way with half of 5 % at each seed.
func (t *tally) chance() string {
	forms := 0
	for name := range t.verdicts {
		if strings.HasSuffix(name, " "+formSame) {
			forms++
		}
	}
	if forms == 0 {
		return ""
	}
	seeds := float64(t.same) / float64(forms)
	both := 1 - 2*math.Pow(1-stat.Alpha/2, seeds) + math.Pow(1-stat.Alpha, seeds)
	return fmt.Sprintf("; by chance %.2g of the %d identical ones, if 5 %% of their comparisons were called different", both*float64(forms), forms)
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
	f := finding{Question: "two runs of one commit: cells called faster or slower", Due: "in at most 5 %", State: "no"}
	c, err := analyse.Compare(t.runs[0], t.runs[1], false)
	if err != nil {
		f.Got = err.Error()
		return f
	}
	all, moved := 0, c.Count[string(stat.Slower)]+c.Count[string(stat.Faster)]
	for _, n := range c.Count {
		all += n
	}
	f.Got = fmt.Sprintf("%d of %d", moved, all)
	if moved*20 <= all {
		f.State = "yes"
	}
	return f
}

// selftestResult is what a selftest found; selftest.json is this type.
type selftestResult struct {
	Schema      int            `json:"schema"`
	Created     time.Time      `json:"created,omitzero"` // UTC
	Machine     host.Machine   `json:"machine"`
	Seeds       int            `json:"seeds"` // 1, 2, … so many
	Processes   int            `json:"processes"`
	Rounds      int            `json:"rounds"`
	CellTime    time.Duration  `json:"cell_time_ns"`
	Took        time.Duration  `json:"took_ns"`
	Findings    []finding      `json:"findings"`
	Forms       []selftestForm `json:"forms"`
	Errors      []string       `json:"errors,omitempty"`
	Comparisons []comparison   `json:"comparisons"`
}

// selftestForm is how often a form of a family was called different from it.
type selftestForm struct {
	Name   string `json:"name"` // family and form
	Faster int    `json:"faster"`
	Slower int    `json:"slower"`
}

// comparison is what one run said of one form, against the cell as it is.
type comparison struct {
	Seed    uint64  `json:"seed"`
	Family  string  `json:"family"`
	Form    string  `json:"form"`
	Ratio   float64 `json:"ratio"`
	Lo      float64 `json:"lo"`
	Hi      float64 `json:"hi"`
	P       float64 `json:"p_holm"`
	Margin  float64 `json:"margin"`
	Verdict string  `json:"verdict"`
}

// conclude sums the runs up.
func (t *selftest) conclude(took time.Duration) selftestResult {
	p := t.runs[0].Plan
	out := selftestResult{
		Schema: raw.Schema, Created: time.Now().UTC().Truncate(time.Second), Machine: t.runs[0].Machine, Seeds: t.seeds, Processes: p.Processes, Rounds: p.Rounds,
		CellTime: p.CellTime, Took: took.Round(time.Second), Findings: append(t.tally.findings(), t.changes()),
		Errors: t.tally.errors, Comparisons: t.tally.made,
	}
	for _, name := range slices.Sorted(maps.Keys(t.tally.verdicts)) {
		n := t.tally.verdicts[name]
		out.Forms = append(out.Forms, selftestForm{name, n[0], n[1]})
	}
	return out
}

// code is the exit code that the result deserves.
func (r selftestResult) code() int {
	code := exitFine
	for _, f := range r.Findings {
		switch {
		case f.State == "no":
			return exitWrong
		case f.State != "yes":
			code = exitInconclusive
		}
	}
	if len(r.Errors) > 0 {
		return exitWrong
	}
	return code
}

func (r selftestResult) markdown() string {
	var b strings.Builder
	m := r.Machine
	fmt.Fprintf(&b, "# Selftest\n\n%d seeds, %d processes × %d rounds, %s a cell and round, on %s (%d cores), kernel %s %s, %s, commit `%s`; %s, %s.\n\n",
		r.Seeds, r.Processes, r.Rounds, r.CellTime, m.CPU, m.Cores, m.GOOS, m.Kernel, m.Go, m.Commit, r.Created.Format(time.DateOnly), r.Took)
	b.WriteString("| question | due | got | holds |\n| --- | --- | --- | --- |\n")
	for _, f := range r.Findings {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", f.Question, f.Due, f.Got, f.State)
	}
	b.WriteString("\n| family and form | called faster | called slower |\n| --- | ---: | ---: |\n")
	for _, f := range r.Forms {
		fmt.Fprintf(&b, "| %s | %d | %d |\n", f.Name, f.Faster, f.Slower)
	}
	for _, e := range r.Errors {
		fmt.Fprintf(&b, "\n**%s**\n", e)
	}
	b.WriteString("\nEvery comparison, with its interval, stands in selftest.json.\n")
	return b.String()
}

// write puts both files into a directory that is there.
func (r selftestResult) write(dir string) error {
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return errors.Join(
		raw.Replace(filepath.Join(dir, "selftest.json"), append(text, '\n')),
		raw.Replace(filepath.Join(dir, "SELFTEST.md"), []byte(r.markdown())))
}
