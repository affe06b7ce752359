package analyse

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"ecslab/harness/plan"
	"ecslab/harness/stat"
)

// Interval is an estimate with its 95 % interval.
type Interval struct {
	Value float64  `json:"value"`
	Lo    *float64 `json:"lo,omitempty"` // absent: fewer than two processes, or open at this end
	Hi    *float64 `json:"hi,omitempty"`
}

// Overtaking is where, between two points, one contender overtakes another.
type Overtaking struct {
	Scenario string   `json:"scenario"`
	Where    string   `json:"where,omitempty"`
	Key      string   `json:"key"`
	From     string   `json:"from"` // values of the key at the two points
	To       string   `json:"to"`
	Before   string   `json:"before"` // label of the one that is faster at From
	After    string   `json:"after"`
	At       Interval `json:"at"` // value of the key
}

// course is families of a scenario that differ in one numeric parameter.
type course struct {
	key      string
	where    string
	families []plan.Family // ascending
	x        []float64     // values of the key
}

// courses finds those along a parameter.
func courses(families []plan.Family, key string) []course {
	var out []course
	at := map[string]int{}
	for _, f := range families {
		x, err := strconv.ParseFloat(strings.TrimSuffix(f.Param(key), "%"), 64)
		if err != nil || x < 0 {
			continue
		}
		where := f.Params.Without(key).String()
		i, ok := at[where]
		if !ok {
			i = len(out)
			at[where] = i
			out = append(out, course{key: key, where: where})
		}
		k, _ := slices.BinarySearch(out[i].x, x)
		out[i].x = slices.Insert(out[i].x, k, x)
		out[i].families = slices.Insert(out[i].families, k, f)
	}
	return slices.DeleteFunc(out, func(c course) bool { return len(c.x) < 2 })
}

// numericKeys are the parameters of the families that hold numbers.
func numericKeys(families []plan.Family) []string {
	var out []string
	for _, f := range families {
		for _, p := range f.Params {
			if _, err := strconv.ParseFloat(strings.TrimSuffix(p.Value, "%"), 64); err == nil && !slices.Contains(out, p.Key) {
				out = append(out, p.Key)
			}
		}
	}
	return out
}

func interval(v float64, s stat.Span) Interval {
	out := Interval{Value: stat.Round4(v)}
	if !math.IsInf(s.Lo, 0) {
		out.Lo = pointer(s.Lo)
	}
	if !math.IsInf(s.Hi, 0) {
		out.Hi = pointer(s.Hi)
	}
	return out
}

// crossovers are the places between neighbours at which the fastest contender
// changes, where each of the two is slower, by a verdict, on the other side.
func (a *analysis) crossovers(s Scenario, families []plan.Family) []Overtaking {
	var out []Overtaking
	for _, key := range numericKeys(families) {
		for _, c := range courses(families, key) {
			for i := range len(c.families) - 1 {
				if x, ok := a.crossover(s, c, i); ok {
					out = append(out, x)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(x, y Overtaking) int { return cmp.Compare(x.Key, y.Key) })
	return out
}

func (a *analysis) crossover(s Scenario, c course, i int) (Overtaking, bool) {
	f, g := c.families[i], c.families[i+1]
	near, far := s.family(f.Name), s.family(g.Name)
	if near == nil || far == nil || near.Best == "" || far.Best == "" || near.Best == far.Best {
		return Overtaking{}, false
	}
	late, early := near.Cell(far.Best), far.Cell(near.Best)
	if late == nil || early == nil || late.Verdict != string(stat.Slower) || early.Verdict != string(stat.Slower) {
		return Overtaking{}, false
	}
	times := func(f plan.Family, label string) [][]float64 {
		for _, cell := range f.Cells {
			if cell.Label() == label {
				return a.get(f, cell).matrix()
			}
		}
		return nil
	}
	at, within, ok := stat.Crossing(c.x[i], c.x[i+1], times(f, near.Best), times(f, far.Best), times(g, near.Best), times(g, far.Best),
		a.seed(f, "crossing", near.Best, far.Best))
	return Overtaking{
		Scenario: s.Name, Where: c.where, Key: c.key, From: f.Param(c.key), To: g.Param(c.key),
		Before: near.Best, After: far.Best, At: interval(at, within),
	}, ok
}

func (s Scenario) family(name string) *Family {
	for i := range s.Families {
		if s.Families[i].Name == name {
			return &s.Families[i]
		}
	}
	return nil
}

// driftWorthMentioning is what a cell may drift without a warning.
const driftWorthMentioning = 0.05

// shortRound is the share of the planned time below which a round is too short:
// the cell's iterations were found while something slowed it. They are the same
// in all processes, so that no interval shows what a colder round costs.
const shortRound = 0.5

// warnings say of a cell's samples what a median and an interval do not show.
func (s *series) warnings(planned time.Duration) []string {
	var out []string
	if share := float64(s.iterations) * stat.Median(s.all()) / float64(planned); share < shortRound {
		out = append(out, fmt.Sprintf("has short rounds, of %.2g of the planned time: its iterations were found at a disturbed moment, and its time may be that of a colder start", share))
	}
	m := s.matrix()
	if d := stat.Drift(m); math.Abs(d-1) > driftWorthMentioning {
		out = append(out, fmt.Sprintf("drifts: the last third of a process's rounds takes %.3g times the first", d))
	}
	if apart, two := stat.Modes(s.all()); two {
		out = append(out, fmt.Sprintf("has two modes, %.3g × apart: its median may be the time of no round", apart))
	}
	return out
}
