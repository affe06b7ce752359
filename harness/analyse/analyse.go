package analyse

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"ecslab/harness/plan"
	"ecslab/harness/raw"
	"ecslab/harness/stat"
)

// Make computes the figures of a run.
func Make(r *raw.Run) *Figures {
	a := &analysis{run: r, series: collectSamples(r), margins: map[string]float64{}}
	out := &Figures{Schema: Schema, Run: r.Run, Complete: r.Complete(), Bandwidth: a.bandwidth()}
	for _, g := range r.Plan.Groups() {
		out.Groups = append(out.Groups, a.group(g))
	}
	for _, s := range r.Plan.Scenarios {
		scenario := Scenario{Scenario: s}
		var planned []plan.Family
		for _, f := range r.Plan.Families {
			if f.Scenario == s.Name {
				planned = append(planned, f)
				scenario.Families = append(scenario.Families, a.family(f, out.Bandwidth))
			}
		}
		scenario.Fits = a.fits(s.Name, planned)
		scenario.Crossovers = a.crossovers(scenario, planned)
		out.Scenarios = append(out.Scenarios, scenario)
	}
	out.Profiles = a.profiles()
	return out
}

type analysis struct {
	run     *raw.Run
	series  map[string]*series
	margins map[string]float64 // by group, not rounded
}

// get gives the samples of a cell; an empty series if there are none.
func (a *analysis) get(f plan.Family, c plan.Cell) *series {
	if s := a.series[f.Benchmark(c)]; s != nil {
		return s
	}
	return &series{}
}

// seed makes each comparison's draws its own.
func (a *analysis) seed(f plan.Family, words ...string) uint64 {
	return plan.Derive(a.run.Plan.Seed, append([]string{"analyse", f.Name}, words...)...)
}

func (a *analysis) group(name string) Group {
	g := Group{Name: name, Processes: a.run.Processes(name), Planned: a.run.Plan.Processes}
	var ratios []stat.Ratio
	for _, f := range a.run.Plan.InGroup(name) {
		for _, twin := range f.Cells {
			if !twin.Twin {
				continue
			}
			cell := twin
			cell.Twin, cell.Name = false, strings.TrimSuffix(twin.Name, plan.TwinSuffix)
			x, y := a.get(f, cell), a.get(f, twin)
			if x.failed != "" || y.failed != "" || len(x.paired) == 0 || len(y.paired) == 0 {
				continue
			}
			r := stat.Compare(y.matrix(), x.matrix(), a.seed(f, "twin"))
			ratios = append(ratios, r)
			g.Pairs = append(g.Pairs, Pair{f.Name, cell.Label(), *ratio(r, r.P), r.Agrees()})
		}
	}
	a.margins[name] = stat.Margin(ratios)
	g.Margin = stat.Round4(a.margins[name])
	return g
}

func (a *analysis) family(f plan.Family, copies []Bandwidth) Family {
	out := Family{
		Name: f.Name, Params: f.Params, Point: f.Point(), N: f.N, Unit: f.Unit, Bytes: f.Bytes,
		Processes: a.run.Processes(f.Group()), Margin: stat.Round4(a.margins[f.Group()]),
	}
	timed := map[string]*series{}
	for i, c := range f.Cells {
		if c.Twin {
			continue
		}
		cell := a.cell(f, c)
		cell.Order = i
		if cell.PerUnit != nil {
			timed[cell.Label] = a.get(f, c)
			if f.Bytes > 0 {
				cell.CopyShare = stat.Round4(share(f, cell.PerUnit.Median, copies))
			}
		}
		out.Cells = append(out.Cells, cell)
	}
	level := levels(timed)
	slices.SortStableFunc(out.Cells, func(x, y Cell) int {
		switch {
		case x.PerUnit != nil && y.PerUnit != nil:
			return cmp.Compare(level[x.Label], level[y.Label])
		case x.PerUnit != nil:
			return -1
		case y.PerUnit != nil:
			return 1
		}
		return 0
	})
	for _, c := range out.Cells {
		switch {
		case c.PerUnit == nil:
		case c.Floor && out.Floor == "":
			out.Floor = c.Label
		case !c.Floor && out.Best == "":
			out.Best = c.Label
		}
	}
	a.compare(f, &out)
	return out
}

func (a *analysis) cell(f plan.Family, c plan.Cell) Cell {
	s := a.get(f, c)
	out := Cell{
		Name: c.Name, Label: c.Label(), Backend: c.Backend, Track: c.Track, Form: c.Form,
		Floor: c.Floor(), Status: OK,
	}
	switch {
	case s.failed != "":
		out.Status, out.Message = Incorrect, s.failed
	case len(s.paired) == 0:
		out.Status = Unmeasured
	default:
		out.Warnings = s.warnings(a.run.Plan.CellTime)
		out.PerOp = estimate(s.all(), 1)
		out.PerUnit = estimate(s.all(), 1/float64(f.N))
		out.WithGC = estimate(s.withGC(), 1/float64(f.N))
		out.Memory = memory(s.memory, f)
		out.Frames = s.slowFrames()
	}
	return out
}

// compare sets each cell against the floor and against the best contender.
// Holm's correction is made within the family, for each reference by itself:
// they answer two questions, each asked once of every cell.
func (a *analysis) compare(f plan.Family, out *Family) {
	d := a.margins[f.Group()]
	byLabel := map[string]plan.Cell{}
	for _, c := range f.Cells {
		if !c.Twin {
			byLabel[c.Label()] = c
		}
	}
	against := func(reference string, use func(c *Cell, r stat.Ratio, corrected float64)) {
		if reference == "" {
			return
		}
		base := a.get(f, byLabel[reference]).matrix()
		var cells []*Cell
		var ratios []stat.Ratio
		var p []float64
		for i := range out.Cells {
			c := &out.Cells[i]
			if c.PerUnit == nil || c.Floor || c.Label == reference {
				continue
			}
			r := stat.Compare(a.get(f, byLabel[c.Label]).matrix(), base, a.seed(f, reference, c.Label))
			cells, ratios, p = append(cells, c), append(ratios, r), append(p, r.P)
		}
		for i, corrected := range stat.Holm(p) {
			use(cells[i], ratios[i], corrected)
		}
	}
	against(out.Floor, func(c *Cell, r stat.Ratio, corrected float64) {
		c.OverFloor = ratio(r, corrected)
		if stat.Judge(r, d, corrected) == stat.Faster {
			c.Status = FloorBeaten
			c.Message = fmt.Sprintf("%.4g of the floor's time, at most %.4g", r.Ratio, r.Hi)
		}
	})
	against(out.Best, func(c *Cell, r stat.Ratio, corrected float64) {
		c.OverBest = ratio(r, corrected)
		c.Verdict = string(stat.Judge(r, d, corrected))
	})
	if best := out.Cell(out.Best); best != nil {
		best.Verdict = Best
	}
}

// bandwidth takes the median over all processes of the run.
func (a *analysis) bandwidth() []Bandwidth {
	var out []Bandwidth
	values := map[string][]float64{}
	for _, s := range a.run.Samples {
		set, ok := strings.CutPrefix(s.Benchmark, raw.CopyBenchmark)
		if !ok {
			continue
		}
		if values[set] == nil {
			out = append(out, Bandwidth{Set: set, Bytes: setBytes(set)})
		}
		values[set] = append(values[set], s.Values["MB/s"])
	}
	for i := range out {
		out[i].BytesPerSecond = *estimate(values[out[i].Set], 1e6)
	}
	slices.SortFunc(out, func(x, y Bandwidth) int { return x.Bytes - y.Bytes })
	return out
}

func setBytes(set string) int {
	var n int
	var unit string
	fmt.Sscanf(set, "%d%s", &n, &unit)
	if unit == "MiB" {
		return n << 20
	}
	return n << 10
}

// share is the part of the copy bandwidth that the workload draws, measured at
// the working set nearest to the family's.
func share(f plan.Family, nsPerUnit float64, copies []Bandwidth) float64 {
	set := f.Bytes * float64(f.N)
	best, distance := 0.0, math.Inf(1)
	for _, c := range copies {
		if d := math.Abs(math.Log(float64(c.Bytes) / set)); d < distance {
			best, distance = c.BytesPerSecond.Median, d
		}
	}
	if best == 0 || nsPerUnit == 0 {
		return 0
	}
	return f.Bytes / nsPerUnit * 1e9 / best
}
