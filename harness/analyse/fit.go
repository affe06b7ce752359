package analyse

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"ecslab/harness/plan"
	"ecslab/harness/stat"
)

// Fit is the cost of one contender along one parameter or several: of an
// iteration a fixed part, and a part for each unit of what varies.
type Fit struct {
	Scenario  string     `json:"scenario"`
	Where     string     `json:"where,omitempty"` // the parameters that stay
	Key       string     `json:"key"`             // those that vary, with commas
	X         string     `json:"x"`               // what a unit is: "entity", "changed entity", "byte carried", "byte"
	Cell      string     `json:"cell"`            // label
	Fixed     Interval   `json:"fixed_ns"`
	Per       Interval   `json:"ns_per_x"`
	And       *Part      `json:"and,omitempty"` // where two quantities vary, the second
	Residuals []Residual `json:"residuals"`
	Worst     float64    `json:"worst"` // largest relative residual
}

// Part is the cost of a second quantity.
type Part struct {
	X   string   `json:"x"`
	Per Interval `json:"ns_per_x"`
}

// Residual is what a point takes and what the fit says.
type Residual struct {
	X        float64  `json:"x"`
	And      *float64 `json:"and,omitempty"` // of the second quantity
	Measured float64  `json:"measured_ns"`
	Fitted   float64  `json:"fitted_ns"`
	Relative float64  `json:"relative"` // measured ÷ fitted − 1
}

// quantity is something that costs by the unit, as parameters say it.
type quantity struct {
	unit string
	keys []string // those that change it and nothing else
	of   func(p func(key string) (float64, bool)) (float64, bool)
}

// The quantities go by the names that parameters have in all scenarios.
var (
	entities = quantity{"entity", []string{"n"}, func(p func(string) (float64, bool)) (float64, bool) { return p("n") }}
	changed  = quantity{"changed entity", []string{"dirty"}, func(p func(string) (float64, bool)) (float64, bool) {
		n, okN := p("n")
		dirty, okDirty := p("dirty")
		return float64(n*dirty) / 100, okN && okDirty
	}}
	carried = quantity{"byte carried", []string{"carry", "bytes"}, func(p func(string) (float64, bool)) (float64, bool) {
		n, okN := p("n")
		carry, okCarry := p("carry")
		bytes, okBytes := p("bytes")
		return n * carry * bytes, okN && okCarry && okBytes
	}}
	components = quantity{"component carried", []string{"carry"}, func(p func(string) (float64, bool)) (float64, bool) {
		n, okN := p("n")
		carry, okCarry := p("carry")
		_, sized := p("bytes")
		return n * carry, okN && okCarry && !sized
	}}
	visited = quantity{"byte", []string{"bytes"}, func(p func(string) (float64, bool)) (float64, bool) {
		n, okN := p("n")
		bytes, okBytes := p("bytes")
		_, carried := p("carry")
		return n * bytes, okN && okBytes && !carried
	}}
)

// fitted are the quantities that are told apart together: migration by entity
// and by what moves with it, tracked queries by what is scanned and what is
// reported, passes by entity and by the bytes of each.
var fitted = [][]quantity{
	{entities}, {changed}, {carried}, {components}, {visited},
	{entities, changed}, {entities, carried}, {entities, components}, {entities, visited},
}

// ground is families that differ in the parameters of some quantities only,
// with how much there is of each.
type ground struct {
	keys     []string
	where    string
	families []plan.Family
	x        [][]float64
}

// grounds finds them.
func grounds(families []plan.Family, of []quantity) []ground {
	var out []ground
	var varied []string
	for _, q := range of {
		varied = append(varied, q.keys...)
	}
	at := map[string]int{}
	for _, f := range families {
		x, ok := amounts(f, of)
		if !ok {
			continue
		}
		where := f.Params.Without(varied...).String()
		i, ok := at[where]
		if !ok {
			i = len(out)
			at[where] = i
			out = append(out, ground{where: where})
			for _, p := range f.Params.Only(varied) {
				out[i].keys = append(out[i].keys, p.Key)
			}
		}
		k, _ := slices.BinarySearchFunc(out[i].x, x, slices.Compare)
		out[i].x = slices.Insert(out[i].x, k, x)
		out[i].families = slices.Insert(out[i].families, k, f)
	}
	return out
}

func amounts(f plan.Family, of []quantity) (out []float64, ok bool) {
	number := func(key string) (float64, bool) {
		v, err := strconv.ParseFloat(strings.TrimSuffix(f.Param(key), "%"), 64)
		return v, err == nil && v >= 0
	}
	for _, q := range of {
		v, ok := q.of(number)
		if !ok {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}

// fits are made where the points leave at least one over to judge the fit by.
func (a *analysis) fits(scenario string, families []plan.Family) []Fit {
	var out []Fit
	for _, of := range fitted {
		for _, g := range grounds(families, of) {
			for _, cell := range g.contenders() {
				if f, ok := a.fit(g, of, cell); ok {
					f.Scenario, f.Where, f.Key = scenario, g.where, strings.Join(g.keys, ",")
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// contenders are the cells of the families, each once, twins left out.
func (g ground) contenders() []plan.Cell {
	var out []plan.Cell
	for _, f := range g.families {
		for _, c := range f.Cells {
			known := func(x plan.Cell) bool {
				at, ok := pick(f, x)
				return ok && at == c
			}
			if !c.Twin && !slices.ContainsFunc(out, known) {
				out = append(out, c)
			}
		}
	}
	return out
}

// pick is the cell of a family that goes on what another family has: the same,
// or, where the pair has several forms there and one here, the first of them.
func pick(f plan.Family, cell plan.Cell) (plan.Cell, bool) {
	first := -1
	for i, c := range f.Cells {
		if c.Twin {
			continue
		}
		if c == cell {
			return c, true
		}
		if first < 0 && cell.Form == "" && !cell.Floor() && c.Backend == cell.Backend && c.Track == cell.Track {
			first = i
		}
	}
	if first < 0 {
		return plan.Cell{}, false
	}
	return f.Cells[first], true
}

func (a *analysis) fit(g ground, of []quantity, cell plan.Cell) (Fit, bool) {
	var times [][][]float64
	var x [][]float64
	for i, f := range g.families {
		c, ok := pick(f, cell)
		if !ok {
			continue
		}
		s := a.get(f, c)
		if s.failed != "" || len(s.paired) == 0 {
			return Fit{}, false
		}
		x, times = append(x, g.x[i]), append(times, s.matrix())
	}
	if len(x) < len(of)+2 {
		return Fit{}, false
	}
	words := []string{"fit", g.where, cell.Name}
	for _, q := range of {
		words = append(words, q.unit)
	}
	costs, fixed, per, ok := stat.FitProcesses(x, times, a.seed(g.families[0], words...))
	if !ok {
		return Fit{}, false
	}
	out := Fit{Cell: cell.Label(), X: of[0].unit, Fixed: interval(costs.Fixed, fixed), Per: interval(costs.Per[0], per[0])}
	if len(of) > 1 {
		out.And = &Part{of[1].unit, interval(costs.Per[1], per[1])}
	}
	for i, t := range times {
		var logs []float64
		for _, rounds := range t {
			logs = append(logs, math.Log(stat.Median(rounds)))
		}
		measured, fitted := math.Exp(mean(logs)), costs.At(x[i])
		r := Residual{X: stat.Round4(x[i][0]), Measured: stat.Round4(measured), Fitted: stat.Round4(fitted), Relative: stat.Round4(measured/fitted - 1)}
		if len(of) > 1 {
			r.And = pointer(x[i][1])
		}
		out.Residuals = append(out.Residuals, r)
		out.Worst = max(out.Worst, math.Abs(r.Relative))
	}
	return out, true
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}
