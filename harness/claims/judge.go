package claims

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ecslab/harness/analyse"
	"ecslab/harness/stat"
)

// Measured is what a run found; *analyse.Comparer is one. An error says what
// is missing.
type Measured interface {
	Time(of, against analyse.Cost) (r stat.Ratio, margin float64, err error)
	Builds(at analyse.Cost) (r stat.Ratio, margin float64, err error)
	Memory(at analyse.Cost) (*analyse.Memory, error)
}

// timed reports whether the quantity has an interval.
func (q Quantity) timed() bool { return q == Time || q == Builds }

// Judge gives the verdict on each claim. Fidelity may be nil.
func Judge(list []Claim, m Measured, f Fidelity) []analyse.Claim {
	var out []analyse.Claim
	for _, c := range list {
		out = append(out, c.judge(m, f))
	}
	return out
}

func (c Claim) judge(m Measured, f Fidelity) analyse.Claim {
	effects := make([]effect, len(c.Points))
	missing := make([]error, len(c.Points))
	var p []float64
	for i, x := range c.Points {
		effects[i], missing[i] = x.measure(m, f)
		if x.Quantity.timed() && missing[i] == nil {
			p = append(p, effects[i].P)
		}
	}
	p = stat.Holm(p)
	out := analyse.Claim{ID: c.ID, Source: c.Source, Statement: c.Statement}
	for i, x := range c.Points {
		e := &effects[i]
		if x.Quantity.timed() && missing[i] == nil {
			e.corrected, p = p[0], p[1:]
		}
		out.Points = append(out.Points, x.figures(*e, missing[i]))
	}
	c.combine(&out, effects)
	return out
}

// measure gives the effect of a point; the error says what is missing.
func (x Point) measure(m Measured, f Fidelity) (effect, error) {
	counted := func(v float64) effect { return effect{Ratio: stat.Ratio{Ratio: v, Lo: v, Hi: v, Processes: 2}} }
	switch {
	case x.Question != nil:
		if f == nil {
			return effect{}, errors.New("no fidelity table")
		}
		n, ok := f.Counts(*x.Question)
		if !ok {
			return effect{}, fmt.Errorf("the fidelity table has no schedule %q for %s", x.Question.Schedule, x.Question.Tracker)
		}
		sum := 0
		for _, fault := range x.Question.Faults {
			sum += n[fault]
		}
		return counted(float64(sum)), nil
	case x.Quantity.timed():
		var r stat.Ratio
		var margin float64
		var err error
		if x.Quantity == Time {
			r, margin, err = m.Time(x.Of, x.Against)
		} else {
			r, margin, err = m.Builds(x.Of)
		}
		if err == nil && r.Processes < 2 {
			err = errors.New("one process gives no interval")
		}
		return effect{Ratio: r, margin: margin}, err
	}
	of, err := m.Memory(x.Of)
	if err != nil {
		return effect{}, err
	}
	switch x.Quantity {
	case Allocs:
		return counted(of.AllocsPerOp), nil
	case Sharing:
		if of.Archetypes == nil || of.Tables == nil {
			return effect{}, fmt.Errorf("archetypes of %s in %s were not counted", x.Of.Cell, x.Of.Family)
		}
		return counted(*of.Archetypes - *of.Tables), nil
	}
	against, err := m.Memory(x.Against)
	switch {
	case err != nil:
		return effect{}, err
	case x.Quantity == Difference:
		return counted(of.LiveBytesPerUnit - against.LiveBytesPerUnit), nil
	case x.Quantity == TrackerBytes:
		if of.TrackerBytes == nil || against.TrackerBytes == nil || *against.TrackerBytes == 0 {
			return effect{}, fmt.Errorf("the tracker of %s in %s was not weighed", x.Against.Cell, x.Against.Family)
		}
		return counted(*of.TrackerBytes / *against.TrackerBytes), nil
	case against.LiveBytes == 0:
		return effect{}, fmt.Errorf("%s in %s holds no bytes", x.Against.Cell, x.Against.Family)
	}
	return counted(of.LiveBytes / against.LiveBytes), nil
}

// figures is the point as the report shows it.
func (x Point) figures(e effect, missing error) analyse.ClaimPoint {
	out := analyse.ClaimPoint{
		Label: x.Label, Relation: x.Rule.String(), Quantity: string(x.Quantity),
		Of: written(x.Of), Against: written(x.Against),
	}
	if q := x.Question; q != nil {
		out.Of, out.Against = q.Schedule+", "+q.Tracker, ""
	}
	if missing != nil {
		out.Verdict, out.Detail = NotMeasured, missing.Error()
		return out
	}
	out.Verdict = x.Rule.judge(e)
	switch x.Quantity {
	case Time, Builds:
		lo, hi := stat.Round4(e.Lo), stat.Round4(e.Hi)
		out.Ratio = &analyse.Ratio{Ratio: stat.Round4(e.Ratio.Ratio), Lo: &lo, Hi: &hi, Corrected: stat.Round4(e.corrected)}
		out.Margin = stat.Round4(e.margin)
		if out.Verdict == NotSeparable {
			out.Detail = fmt.Sprintf("an effect above %s would have been seen", size(e.hidden()))
		}
	case LiveBytes, TrackerBytes:
		out.Ratio = &analyse.Ratio{Ratio: stat.Round4(e.Ratio.Ratio)}
	default:
		v := stat.Round4(e.Ratio.Ratio)
		out.Count = &v
	}
	return out
}

func written(c analyse.Cost) string {
	if c.Family == "" {
		return ""
	}
	return c.Family + " " + c.Cell
}

// hidden is the factor of the largest effect that the point could not have
// shown: half of its interval, in logarithms, and the margin.
func (e effect) hidden() float64 { return math.Sqrt(float64(e.Hi/e.Lo)) * (1 + e.margin) }

// size writes a factor as what it is more than 1, or as itself if it is large.
func size(factor float64) string {
	if factor < 2 {
		return strconv.FormatFloat(100*(factor-1), 'f', 1, 64) + " %"
	}
	return strconv.FormatFloat(factor, 'g', 3, 64) + " ×"
}

// combine makes the claim's verdict from those of its points, and says which
// points it rests on wherever they differ.
func (c Claim) combine(out *analyse.Claim, effects []effect) {
	verdicts := make([]string, len(out.Points))
	for i, x := range out.Points {
		verdicts[i] = x.Verdict
	}
	out.Verdict = Together(c.Over, verdicts)
	switch Kind(out.Verdict) {
	case NotMeasured:
		out.Detail = c.lacks(out.Points)
		return
	case DependsOn:
		out.Crossovers = c.crossovers(out.Points, effects)
	}
	var parts []string
	for _, v := range []string{Supported, DirectionOnly, Refuted, NotSeparable} {
		if at := c.where(v, verdicts); at != "" && v != out.Verdict {
			parts = append(parts, v+" "+at)
		}
	}
	if seen := c.visible(effects, out.Points); seen != "" {
		parts = append(parts, seen)
	}
	if n := count(verdicts, NotMeasured); n > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d points not measured", n, len(out.Points)))
	}
	if c.Missing != "" {
		parts = append(parts, "a test of the rest needs "+c.Missing)
	}
	out.Detail = strings.Join(parts, "; ")
}

// where names the points of a verdict: those at an end of the claim's one series
// by where they begin or end, others by their labels; "" if there are none.
func (c Claim) where(verdict string, verdicts []string) string {
	n, first := count(verdicts, verdict), slices.Index(verdicts, verdict)
	if n == 0 {
		return ""
	}
	together := !slices.ContainsFunc(verdicts[first:first+n], func(v string) bool { return v != verdict })
	if n > 1 && n < len(verdicts) && together && c.ascending() {
		switch {
		case first+n == len(verdicts):
			return "from " + c.Points[first].Label + " on"
		case first == 0:
			return "up to " + c.Points[n-1].Label
		}
	}
	var labels []string
	for i, v := range verdicts {
		if v == verdict {
			labels = append(labels, c.Points[i].Label)
		}
	}
	return "at " + sentence(fewOf(labels))
}

// ascending reports whether the points are one series, along which they stand
// in order.
func (c Claim) ascending() bool {
	for i, p := range c.Points {
		if p.Series == "" || p.Series != c.Points[0].Series || i > 0 && p.X <= c.Points[i-1].X {
			return false
		}
	}
	return true
}

func count(verdicts []string, verdict string) int {
	n := 0
	for _, v := range verdicts {
		if v == verdict {
			n++
		}
	}
	return n
}

// visible is the largest effect that could have hidden in a point that is not
// separable.
func (c Claim) visible(effects []effect, points []analyse.ClaimPoint) string {
	widest := 0.0
	for i, e := range effects {
		if points[i].Verdict == NotSeparable && c.Points[i].Quantity.timed() {
			widest = max(widest, e.hidden())
		}
	}
	if widest == 0 {
		return ""
	}
	return fmt.Sprintf("effects above %s would have been seen", size(widest))
}

// lacks says what kept the claim from being measured: what it lacks itself, or
// the first of what its points lack. Each point says what it lacks.
func (c Claim) lacks(points []analyse.ClaimPoint) string {
	if c.Missing != "" {
		return c.Missing
	}
	var out []string
	for _, x := range points {
		if !slices.Contains(out, x.Detail) {
			out = append(out, x.Detail)
		}
	}
	if len(out) > 1 {
		return fmt.Sprintf("%s, and %d more", out[0], len(out)-1)
	}
	return strings.Join(out, "")
}

// fewOf names at most three and counts the rest. The commas of a list are not
// those within its labels.
func fewOf(labels []string) []string {
	var out []string
	for i, l := range labels {
		if i == 2 && len(labels) > 3 {
			return append(out, fmt.Sprintf("%d more", len(labels)-i))
		}
		out = append(out, strings.ReplaceAll(l, ",", ""))
	}
	return out
}

func sentence(s []string) string {
	if len(s) < 2 {
		return strings.Join(s, "")
	}
	return strings.Join(s[:len(s)-1], ", ") + " and " + s[len(s)-1]
}
