package predict

import (
	"slices"
	"strconv"
	"strings"

	"ecslab/harness/host"
	"ecslab/harness/plan"
	"ecslab/harness/raw"
	"ecslab/harness/stat"
)

// Model is what a run knows of costs.
type Model struct {
	Machine   host.Machine
	storages  []string // in the order of the run: a cost is borrowed from the first that has it
	processes int      // the fewest of a group
	points    []*point
}

// point is a cell at its parameter point.
type point struct {
	plan.Family
	cell  plan.Cell
	perOp variate // ns an iteration

	weighed bool    // in bytes:
	live    float64 // all of it
	records float64 // of the tracker, beside the values or not
}

// New takes the costs out of a run. Cells that failed have none.
func New(r *raw.Run) *Model {
	m := &Model{Machine: r.Machine, storages: r.Plan.Storages}
	times, failed := map[string]map[int][]float64{}, map[string]bool{}
	memory := map[string]raw.Sample{}
	for _, f := range r.Failures {
		failed[f.Benchmark] = true
	}
	for _, s := range r.Samples {
		_, weighed := s.Values[raw.LiveBytes]
		_, frames := s.Values[raw.FrameP50]
		switch {
		case weighed:
			memory[s.Benchmark] = s
		case frames, s.GOGC == "100":
		default:
			if times[s.Benchmark] == nil {
				times[s.Benchmark] = map[int][]float64{}
			}
			times[s.Benchmark][s.Process] = append(times[s.Benchmark][s.Process], s.Values["ns/op"])
		}
	}
	drawn := map[string][][]int{}
	for _, f := range r.Plan.Families {
		n := r.Processes(f.Group())
		if n == 0 {
			continue
		}
		if drawn[f.Group()] == nil {
			drawn[f.Group()] = lots(r.Plan.Seed, f.Group(), n)
		}
		if m.processes == 0 || n < m.processes {
			m.processes = n
		}
		for _, c := range f.Cells {
			b := f.Benchmark(c)
			if c.Twin || c.Floor() || failed[b] || len(times[b]) != n {
				continue
			}
			var medians []float64
			for p := range n {
				medians = append(medians, stat.Median(times[b][p+1]))
			}
			x := &point{Family: f, cell: c, perOp: level(medians, drawn[f.Group()])}
			if s, ok := memory[b]; ok {
				x.weighed, x.live = true, s.Values[raw.LiveBytes]
				x.records = s.Values[raw.TrackerBytes] + s.Values[raw.BesideBytes]
			}
			m.points = append(m.points, x)
		}
	}
	return m
}

// number is a numeric parameter of the point; 0 if it has none of that name.
func (p *point) number(key string) float64 {
	v, _ := strconv.ParseFloat(strings.TrimSuffix(p.Param(key), "%"), 64)
	return v
}

// find gives the points of a scenario on a pair, in one of several forms, the
// first of them that there is, and with the parameters of where, key=value.
func (m *Model) find(scenario, storage, tracker string, forms []string, where ...string) []*point {
	for _, form := range forms {
		var out []*point
		for _, p := range m.points {
			if p.Scenario == scenario && p.cell.Backend == storage && p.cell.Track == tracker && p.cell.Form == form && p.at(where) {
				out = append(out, p)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

func (p *point) at(where []string) bool {
	for _, w := range where {
		key, value, _ := strings.Cut(w, "=")
		if p.Param(key) != value {
			return false
		}
	}
	return true
}

// through is the line of an iteration's time over a parameter.
func through(points []*point, x func(*point) float64) line {
	var xs []float64
	var ys []variate
	for _, p := range points {
		xs, ys = append(xs, x(p)), append(ys, p.perOp)
	}
	return fit(xs, ys)
}

func families(points ...[]*point) []string {
	var out []string
	for _, list := range points {
		for _, p := range list {
			if !slices.Contains(out, p.Name) {
				out = append(out, p.Name)
			}
		}
	}
	return out
}
