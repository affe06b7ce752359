package analyse

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"ecslab/harness/host"
	"ecslab/harness/plan"
	"ecslab/harness/raw"
	"ecslab/harness/stat"
)

// Comparison is what two results directories say of each other. A ratio is new
// ÷ old: above 1 the new one is slower. Schema 1 of comparison.json is this
// type.
type Comparison struct {
	Schema   int              `json:"schema"`
	Paired   bool             `json:"paired"` // both were measured by turns, in one run
	Old      Side             `json:"old"`
	New      Side             `json:"new"`
	Groups   []ComparedGroup  `json:"groups"`
	Families []ComparedFamily `json:"families"`
	OnlyOld  []string         `json:"only_old,omitempty"` // cells that the other side lacks
	OnlyNew  []string         `json:"only_new,omitempty"`
	Wrong    []string         `json:"wrong,omitempty"` // INCORRECT cells of either side
	Notes    []string         `json:"notes,omitempty"` // what weakens the comparison
	Count    map[string]int   `json:"count"`           // verdicts on contenders
}

// Side is one of the two.
type Side struct {
	Run      string       `json:"run"`
	Created  string       `json:"created"`
	Machine  host.Machine `json:"machine"`
	Complete bool         `json:"complete"`
}

// ComparedGroup is a scenario package with the margin below which nothing is
// claimed of it: the larger one of the two sides.
type ComparedGroup struct {
	Name      string  `json:"name"`
	Margin    float64 `json:"margin"`
	Processes int     `json:"processes"` // of the side that has fewer
}

// ComparedFamily is one workload at one parameter point.
type ComparedFamily struct {
	Name     string         `json:"name"`
	Scenario string         `json:"scenario"`
	Params   plan.Params    `json:"params,omitempty"`
	Unit     string         `json:"unit"`
	Margin   float64        `json:"margin"`
	Against  string         `json:"against,omitempty"` // the floor that each side was set against first; "" where rounds are paired
	Cells    []ComparedCell `json:"cells"`             // in the order of the scenario
}

// ComparedCell is one contender.
type ComparedCell struct {
	Name      string    `json:"name"`
	Label     string    `json:"label"`
	Backend   string    `json:"backend"`
	Track     string    `json:"track,omitempty"`
	Floor     bool      `json:"floor,omitempty"`
	Old       *Estimate `json:"old_ns_per_unit,omitempty"`
	New       *Estimate `json:"new_ns_per_unit,omitempty"`
	Ratio     *Ratio    `json:"ratio,omitempty"` // p is corrected over all contenders of the comparison
	Verdict   string    `json:"verdict,omitempty"`
	OldMemory *Memory   `json:"old_memory,omitempty"`
	NewMemory *Memory   `json:"new_memory,omitempty"`

	ratio  stat.Ratio // not rounded
	margin float64
	p      float64
}

// Compare sets two runs against each other. Of runs that were measured by
// turns (paired) round is compared with round; of others each side's times are
// set against a floor of the same run first. An error is an *Incomparable.
func Compare(old, now *raw.Run, paired bool) (*Comparison, error) {
	if d := old.Machine.Elsewhere(now.Machine); len(d) > 0 {
		return nil, &Incomparable{fmt.Sprintf("%s and %s are of different machines (%s)", old.Run, now.Run, strings.Join(d, "; "))}
	}
	both, onlyOld, onlyNew := plan.Common(&old.Plan, &now.Plan)
	if len(both.Families) == 0 {
		return nil, &Incomparable{fmt.Sprintf("%s and %s have no family in common", old.Run, now.Run)}
	}
	c := &Comparison{
		Schema: Schema, Paired: paired, Old: side(old), New: side(now), OnlyOld: onlyOld, OnlyNew: onlyNew, Count: map[string]int{},
	}
	x := &analysis{run: old, series: collectSamples(old), margins: map[string]float64{}}
	y := &analysis{run: now, series: collectSamples(now), margins: map[string]float64{}}
	for _, g := range both.Groups() {
		a, b := x.group(g), y.group(g)
		c.Groups = append(c.Groups, ComparedGroup{g, max(a.Margin, b.Margin), min(a.Processes, b.Processes)})
	}
	for _, f := range both.Families {
		c.Families = append(c.Families, c.family(f, x, y))
	}
	c.judge()
	c.notes(old, now)
	return c, nil
}

// Incomparable says why two runs are not compared.
type Incomparable struct{ Message string }

func (e *Incomparable) Error() string { return e.Message }

func side(r *raw.Run) Side {
	return Side{r.Run, r.Created.UTC().Format("2006-01-02 15:04:05 UTC"), r.Machine, r.Complete()}
}

func (c *Comparison) family(f plan.Family, x, y *analysis) ComparedFamily {
	d := max(x.margins[f.Group()], y.margins[f.Group()])
	out := ComparedFamily{Name: f.Name, Scenario: f.Scenario, Params: f.Params, Unit: f.Unit, Margin: stat.Round4(d)}
	reference := plan.Cell{}
	if !c.Paired {
		reference = steadiest(f, x)
		out.Against = reference.Label()
	}
	for _, cell := range f.Cells {
		if cell.Twin {
			continue
		}
		a, b := x.get(f, cell), y.get(f, cell)
		k := ComparedCell{Name: cell.Name, Label: cell.Label(), Backend: cell.Backend, Track: cell.Track, Floor: cell.Floor(), margin: d}
		for _, s := range []struct {
			side string
			*series
		}{{"old", a}, {"new", b}} {
			if s.failed != "" {
				c.Wrong = append(c.Wrong, fmt.Sprintf("%s: %s: %s %s: %s", Incorrect, s.side, f.Name, k.Label, s.failed))
			}
		}
		if a.failed == "" && b.failed == "" && len(a.paired) > 0 && len(b.paired) > 0 {
			k.Old, k.New = estimate(a.all(), 1/float64(f.N)), estimate(b.all(), 1/float64(f.N))
			k.ratio = c.ratio(f, cell, reference, x, y)
			k.OldMemory, k.NewMemory = memory(a.memory, f), memory(b.memory, f)
			k.Ratio = &Ratio{}
		}
		out.Cells = append(out.Cells, k)
	}
	return out
}

// steadiest is the floor that stands for the machine: the first that is right.
func steadiest(f plan.Family, x *analysis) plan.Cell {
	for _, c := range f.Cells {
		if s := x.get(f, c); c.Floor() && s.failed == "" && len(s.paired) > 0 {
			return c
		}
	}
	return plan.Cell{}
}

func (c *Comparison) ratio(f plan.Family, cell, reference plan.Cell, x, y *analysis) stat.Ratio {
	seed := y.seed(f, "against old", cell.Name)
	a, b := x.get(f, cell), y.get(f, cell)
	if c.Paired {
		old, now := common(a, b)
		return stat.Compare(now, old, seed)
	}
	if cell.Floor() {
		return stat.CompareRuns(a.matrix(), nil, b.matrix(), nil, seed)
	}
	ra, rb := x.get(f, reference), y.get(f, reference)
	if reference.Name == "" || rb.failed != "" || len(rb.paired) == 0 {
		return stat.CompareRuns(a.matrix(), nil, b.matrix(), nil, seed)
	}
	return stat.CompareRuns(a.matrix(), ra.matrix(), b.matrix(), rb.matrix(), seed)
}

// common are the processes that both sides completed.
func common(a, b *series) (x, y [][]float64) {
	for _, p := range a.processes() {
		if b.paired[p] != nil {
			x, y = append(x, a.paired[p]), append(y, b.paired[p])
		}
	}
	return x, y
}

// judge corrects the p values over all contenders of the comparison, since it
// asks one question of all of them: did any change? Floors are the same code
// on both sides; they show what the machine, or the compiler, did.
func (c *Comparison) judge() {
	for _, floors := range []bool{false, true} {
		var cells []*ComparedCell
		var p []float64
		for i := range c.Families {
			for j := range c.Families[i].Cells {
				k := &c.Families[i].Cells[j]
				if k.Ratio != nil && k.Floor == floors {
					cells, p = append(cells, k), append(p, k.ratio.P)
				}
			}
		}
		for i, corrected := range stat.Holm(p) {
			k := cells[i]
			k.p = corrected
			k.Ratio = ratio(k.ratio, corrected)
			k.Verdict = string(stat.Judge(k.ratio, k.margin, corrected))
			if !floors {
				c.Count[k.Verdict]++
			}
		}
	}
}

// notes say what the reader has to know before the figures.
func (c *Comparison) notes(old, now *raw.Run) {
	add := func(format string, args ...any) { c.Notes = append(c.Notes, fmt.Sprintf(format, args...)) }
	if !c.Paired {
		add("The two runs were made at different times. What changed on the machine in between looks like a change of the program; " +
			"each run's times were set against the same floor of its own, which takes out what slows everything alike and nothing else. " +
			"The strong comparison is ab, which measures both builds by turns in one run.")
		if a, b := old.Plan, now.Plan; a.CellTime != b.CellTime || a.Processes != b.Processes || a.Rounds != b.Rounds {
			add("The runs are of different size: %d × %d rounds of %s before, %d × %d of %s now.",
				a.Processes, a.Rounds, a.CellTime, b.Processes, b.Rounds, b.CellTime)
		}
	}
	if old.Machine.Go != now.Machine.Go {
		add("The toolchains differ: %s before, %s now.", old.Machine.Go, now.Machine.Go)
	}
	moved := 0
	for _, f := range c.Families {
		for _, k := range f.Cells {
			if k.Floor && (k.Verdict == string(stat.Slower) || k.Verdict == string(stat.Faster)) {
				moved++
			}
		}
	}
	if moved > 0 {
		add("%d floors, which are hand-written code that no backend touches, changed their time: machine, toolchain or their own source is not the same.", moved)
	}
	for _, s := range []Side{c.Old, c.New} {
		if !s.Complete {
			add("%s is not complete.", s.Run)
		}
	}
}

// Headline is the comparison in a sentence.
func (c *Comparison) Headline() string {
	var parts []string
	for _, v := range []stat.Verdict{stat.Slower, stat.Faster, stat.Equivalent, stat.NotSeparable} {
		parts = append(parts, fmt.Sprintf("%d %s", c.Count[string(v)], v))
	}
	return "new against old: " + strings.Join(parts, ", ")
}

// Gate is what a comparison decides.
type Gate string

const (
	Passed       Gate = "passed"       // nothing is slower, and all intervals exclude it
	Regressed    Gate = "regressed"    // a cell is slower by more than is tolerated
	Inconclusive Gate = "inconclusive" // a cell may be
)

// Decide says whether a contender is slower by more than the tolerance, a share
// such as 0.05, or the margin of the noise where that is larger. A cell that one
// side alone has decides nothing.
func (c *Comparison) Decide(tolerance float64) (Gate, []string) {
	var slower, open []string
	for _, f := range c.Families {
		for _, k := range f.Cells {
			if k.Ratio == nil || k.Floor {
				continue
			}
			d := max(k.margin, tolerance)
			name := f.Name + " " + k.Label
			switch {
			case k.ratio.Processes > 1 && k.ratio.Lo > 1+d && k.p < stat.Alpha:
				slower = append(slower, name)
			case k.ratio.Processes < 2 || k.ratio.Hi > 1+min(d, max(tolerance, stat.MaxEquivalence)):
				open = append(open, name)
			}
		}
	}
	switch {
	case len(slower) > 0:
		return Regressed, slower
	case len(open) > 0 || !slices.ContainsFunc(c.Families, measured):
		return Inconclusive, open
	}
	return Passed, nil
}

func measured(f ComparedFamily) bool {
	return slices.ContainsFunc(f.Cells, func(k ComparedCell) bool { return k.Ratio != nil && !k.Floor })
}

// JSON is the text of comparison.json.
func (c *Comparison) JSON() ([]byte, error) {
	b, err := json.MarshalIndent(c, "", " ")
	if err != nil {
		return nil, err
	}
	return append(b, '\n'), nil
}
