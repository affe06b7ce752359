package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ecslab/harness/analyse"
	"ecslab/harness/claims"
	"ecslab/harness/fidelity"
	"ecslab/harness/raw"
	"ecslab/harness/stat"
)

// judged are the claims that the run has anything to say of: none, for the run
// of a module with scenarios of its own.
func judged(r *raw.Run, f *analyse.Figures, builds *analyse.Comparison) []analyse.Claim {
	return judgedBy(analyse.NewComparer(r, f).With(builds), func(family string) bool { return f.Family(family) != nil })
}

func judgedBy(m claims.Measured, has func(family string) bool) []analyse.Claim {
	all := claims.All()
	if !slices.ContainsFunc(all, func(c claims.Claim) bool {
		return slices.ContainsFunc(c.Points, func(p claims.Point) bool {
			return p.Quantity != claims.Builds && has(p.Of.Family)
		})
	}) {
		return nil
	}
	return claims.Judge(all, m, counted{fidelity.Committed()})
}

// shown is how many points of a claim its row lists.
const shown = 4

func (d *document) claims() {
	list := d.figures.Claims
	d.p("What the sources say about cost and behaviour, and what this run says of it: %s. A verdict is computed by a rule "+
		"for the kind of relation; the ratio is the first of what is compared ÷ the second, with its 95 %% interval.", tally(list))
	for _, g := range verdictGroups {
		t := newTable("id", "claim", "source", "ratio [95 %]", "verdict", "workload")
		t.ragged = true
		for _, c := range list {
			if claims.Kind(c.Verdict) == g.verdict {
				t.row(c.ID, escape(c.Statement), escape(c.Source), pointLines(c), verdictText(c), d.claimLinks(c))
			}
		}
		switch {
		case len(t.rows) == 0:
		case g.verdict == claims.NotMeasured:
			d.details(fmt.Sprintf("<b>%s</b>: %s", g.title, plural(len(t.rows), "claim")), func() { d.table(t) })
		default:
			d.heading(3, "%s", g.title)
			d.table(t)
		}
	}
	d.details("How a verdict is made, and every point of every claim", func() {
		d.rules()
		d.points()
	})
	d.contradictions()
}

// verdictGroups are the claims by verdict: first what surprises.
var verdictGroups = []struct{ verdict, title string }{
	{claims.Refuted, "Claims refuted"},
	{claims.Refuted + claims.InPart, "Claims refuted in part, otherwise undecided"},
	{claims.DependsOn, "Claims that depend"},
	{claims.DirectionOnly, "Claims right in direction only"},
	{claims.DirectionOnly + claims.InPart, "Claims right in direction in part, otherwise undecided"},
	{claims.Supported + claims.InPart, "Claims supported in part, otherwise undecided"},
	{claims.NotSeparable, "Claims not separable"},
	{claims.Supported, "Claims supported"},
	{claims.NotMeasured, "Claims not measured by this run"},
}

func (d *document) rules() {
	d.p("d is the noise margin of the package. *k to m times*: supported if the interval lies in [k/%g, %g·m], direction only "+
		"if above 1 + d. *More*: above 1 + d. *At least twice*: above 2. *The same*, and *flat* along a range: within ±%.0f %%; "+
		"*grows*: by more; *does not grow*: at most that much more. "+
		"*Free*: at most 1 + d; *a negligible share*: at most d. *Refuted* is what lies wholly on the other side, *not separable* what does neither. "+
		"A point of *k to m times* is refuted too if its interval, d added, lies below k/%g: so many times it is not, whichever is ahead. "+
		"What lies above 1 needs p < %g as well, after Holm's correction over the points of the claim. "+
		"Points of two families were measured "+
		"in the same processes, but not in the same rounds, so their intervals are wider.",
		claims.Slack, claims.Slack, 100*claims.Tenth, claims.Slack, stat.Alpha)
	d.text(combination)
}

// combination is how points make a claim's verdict, whatever the claim is.
const combination = "A claim is supported, or refuted, if all of its points are; if some support and some refute it, it *depends*, and the crossover is " +
	"interpolated between the points around it. Points that are not separable neither support nor refute: what the others decide stands *in part*, " +
	"the points are named, and of the rest it is only said which effect would have been seen, not that the answer turns there. A claim without a decided point is *not separable*."

func (d *document) points() {
	t := newTable("id", "point", "of", "against", "quantity", "expected", ">measured", "verdict")
	t.ragged = true
	for _, c := range d.figures.Claims {
		for _, p := range c.Points {
			t.row(c.ID, escape(p.Label), orDash(escape(p.Of)), orDash(escape(p.Against)), p.Quantity, p.Relation,
				measured(p), escape(strings.TrimSuffix(p.Verdict+": "+p.Detail, ": ")))
		}
	}
	d.table(t)
}

// undecidedClaims warns on the first screen of a run that decided too little:
// of the claims, or of the points that they are judged by.
func (d *document) undecidedClaims() {
	list := d.figures.Claims
	open, points, openPoints := 0, 0, 0
	for _, c := range list {
		if c.Verdict == claims.NotSeparable {
			open++
		}
		for _, p := range c.Points {
			points++
			if p.Verdict == claims.NotSeparable {
				openPoints++
			}
		}
	}
	if 5*open > len(list) || 5*openPoints > points {
		d.warning("**More than a fifth of the claims, or of their points, is not separable**: %d of %s, %d of %s. This run is too noisy, or too short, to decide them.",
			open, plural(len(list), "claim"), openPoints, plural(points, "point"))
	}
}

// tally counts the verdicts, the most favourable first.
func tally(list []analyse.Claim) string {
	var parts []string
	for _, v := range []string{
		claims.Supported, claims.Supported + claims.InPart, claims.DirectionOnly, claims.DirectionOnly + claims.InPart, claims.DependsOn,
		claims.Refuted, claims.Refuted + claims.InPart, claims.NotSeparable, claims.NotMeasured,
	} {
		n := 0
		for _, c := range list {
			if claims.Kind(c.Verdict) == v {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	return fmt.Sprintf("of %s, %s", plural(len(list), "claim"), strings.Join(parts, ", "))
}

// pointLines lists the measured points; of many, those with the smallest and
// the largest ratio.
func pointLines(c analyse.Claim) string {
	points := slices.DeleteFunc(slices.Clone(c.Points), func(p analyse.ClaimPoint) bool { return measured(p) == "–" })
	rest := ""
	if len(points) > shown {
		slices.SortStableFunc(points, func(a, b analyse.ClaimPoint) int { return cmp.Compare(value(a), value(b)) })
		rest = fmt.Sprintf("<br>(%d more between)", len(points)-2)
		points = []analyse.ClaimPoint{points[0], points[len(points)-1]}
	}
	var lines []string
	for _, p := range points {
		lines = append(lines, escape(p.Label)+": "+measured(p))
	}
	return orDash(strings.Join(lines, "<br>") + rest)
}

func value(p analyse.ClaimPoint) float64 {
	if p.Ratio != nil {
		return p.Ratio.Ratio
	}
	return *p.Count
}

func measured(p analyse.ClaimPoint) string {
	switch {
	case p.Ratio != nil && p.Ratio.Ratio < 0.1 && p.Ratio.Lo != nil: // a share
		return fmt.Sprintf("%s × [%s, %s]", small(p.Ratio.Ratio), small(*p.Ratio.Lo), small(*p.Ratio.Hi))
	case p.Ratio != nil:
		return ratio(p.Ratio)
	case p.Count != nil:
		return number3(*p.Count)
	}
	return "–"
}

// verdictText is the verdict, where it turns, and what else is to be said.
func verdictText(c analyse.Claim) string {
	text := "**" + escape(c.Verdict) + "**"
	var cross []string
	for _, x := range c.Crossovers {
		at := plain(x.At)
		if x.Lo != nil && x.Hi != nil {
			at += " [" + plain(*x.Lo) + ", " + plain(*x.Hi) + "]"
		}
		cross = append(cross, escape(x.Series)+" at "+at)
	}
	if len(cross) > 0 {
		text += "; crossover: " + strings.Join(cross, ", ")
	}
	if c.Detail != "" {
		text += ": " + escape(c.Detail)
	}
	return text
}

// small writes two digits of what is far below 1.
func small(v float64) string {
	if v < 0.001 {
		return strconv.FormatFloat(v, 'g', 2, 64)
	}
	return strconv.FormatFloat(v, 'f', max(1-int(math.Floor(math.Log10(v))), 0), 64)
}

func plain(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }

// claimLinks leads to what a claim was judged by: workloads, the fidelity table,
// the comparison of two builds.
func (d *document) claimLinks(c analyse.Claim) string {
	var out []string
	for _, p := range c.Points {
		l := ""
		switch {
		case p.Verdict == claims.NotMeasured:
			continue
		case p.Quantity == string(claims.Reports):
			l = "[fidelity](" + d.target(fidelityTitle) + ")"
		case p.Quantity == string(claims.Builds):
			l = "[two builds](" + d.prefix + Builds + "/" + ComparisonName + ")"
		default:
			parts := strings.SplitN(p.Of, "/", 3)
			if len(parts) < 2 {
				continue
			}
			name, _, _ := strings.Cut(parts[0]+"/"+parts[1], " ")
			l = link(name)
		}
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return orDash(strings.Join(out, ", "))
}
