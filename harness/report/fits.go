package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ecslab/harness/analyse"
)

// fits shows what an iteration costs: a fixed part and one by the unit of what
// varies. Where no line comes near the points there is nothing to show.
func (d *document) fits(s analyse.Scenario) {
	if len(s.Fits) == 0 {
		return
	}
	d.details("Fixed cost and cost by the unit, fitted", func() {
		t := newTable("along", "where", "backend", ">fixed [95 %]", "by the unit [95 %]", ">largest residual", ">points")
		curved, bent, crooked := 0, 0, 0
		for _, f := range s.Fits {
			fixed, per, worst := nanoseconds(f.Fixed), nanoseconds(f.Per)+" per "+f.X, percent(f.Worst)
			if f.And != nil {
				per += "<br>+ " + nanoseconds(f.And.Per) + " per " + f.And.X
			}
			switch {
			case f.Worst > useless:
				crooked++
				fixed, per = "–", "no line"
			case f.Worst > straight:
				curved++
				worst = "**" + worst + "**"
			}
			if f.Worst <= useless && f.Fixed.Value < 0 {
				bent++
			}
			t.row(strings.ReplaceAll(f.Key, ",", ", "), orDash(f.Where), f.Cell, fixed, per, worst, strconv.Itoa(len(f.Residuals)))
		}
		d.table(t)
		d.text("An iteration costs the fixed part and so much by the unit: a line by least squares of relative residuals, with intervals by a bootstrap " +
			"over processes. Every residual stands in results.json.")
		if curved > 0 {
			d.p("In %s a point lies more than %s off: there the cost is not in proportion, and the figures are an average.", plural(curved, "fit"), percent(straight))
		}
		if bent > 0 {
			d.p("In %s the fixed part is below zero, which no cost is: there a unit costs more the more there are, and the line holds between the "+
				"measured points only.", plural(bent, "fit"))
		}
		if crooked > 0 {
			d.p("In %s a point lies more than %s off, as where the data leave a cache: no line describes that cost, and none is shown.",
				plural(crooked, "fit"), percent(useless))
		}
	})
}

// A line describes a cost up to the first residual, and says nothing of it
// beyond the second.
const (
	straight = 0.15
	useless  = 0.5
)

func nanoseconds(i analyse.Interval) string {
	v, u := scaled(math.Abs(i.Value), timeUnits...)
	k := 1.0
	if v != 0 {
		k = math.Abs(i.Value) / v
	}
	sign := func(x float64) string {
		if x < 0 {
			return "−" + three(-x/k)
		}
		return three(x / k)
	}
	if i.Lo == nil || i.Hi == nil {
		return sign(i.Value) + " " + u
	}
	return fmt.Sprintf("%s %s [%s, %s]", sign(i.Value), u, sign(*i.Lo), sign(*i.Hi))
}
