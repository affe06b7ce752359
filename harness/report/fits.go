package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ecslab/harness/analyse"
)

// fits shows what an iteration costs: a fixed part and one by the unit of what varies.
func (d *document) fits(s analyse.Scenario) {
	if len(s.Fits) == 0 {
		return
	}
	d.details("Fixed cost and cost by the unit, fitted", func() {
		t := newTable("along", "where", "backend", ">fixed [95 %]", "by the unit [95 %]", ">largest residual", ">points")
		curved := 0
		for _, f := range s.Fits {
			worst := percent(f.Worst)
			if f.Worst > straight {
				curved++
				worst = "**" + worst + "**"
			}
			per := nanoseconds(f.Per) + " per " + f.X
			if f.And != nil {
				per += " + " + nanoseconds(f.And.Per) + " per " + f.And.X
			}
			t.row(strings.ReplaceAll(f.Key, ",", ", "), orDash(f.Where), f.Cell, nanoseconds(f.Fixed), per, worst, strconv.Itoa(len(f.Residuals)))
		}
		d.table(t)
		d.p("Costs in proportion, by least squares of relative residuals; intervals by a bootstrap over processes; every residual stands in results.json. "+
			"In %s a point lies more than %s off: there the cost is not in proportion, as where the data leave a cache, and the figures are an average.",
			plural(curved, "fit"), percent(straight))
	})
}

// straight is the residual up to which a line describes a cost.
const straight = 0.15

func nanoseconds(i analyse.Interval) string {
	sign := func(v float64) string {
		if v < 0 {
			return "−" + duration(math.Abs(v))
		}
		return duration(v)
	}
	if i.Lo == nil || i.Hi == nil {
		return sign(i.Value)
	}
	return fmt.Sprintf("%s [%s, %s]", sign(i.Value), sign(*i.Lo), sign(*i.Hi))
}
