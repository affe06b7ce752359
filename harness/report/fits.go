package report

import (
	"fmt"
	"math"

	"ecslab/harness/analyse"
)

// fits shows what an iteration costs: a fixed part and one for each entity.
func (d *document) fits(s analyse.Scenario) {
	if len(s.Fits) == 0 {
		return
	}
	d.details("Fixed cost and cost per entity, fitted", func() {
		t := newTable("where", "backend", ">fixed [95 %]", "per", ">cost [95 %]", ">largest residual")
		curved := 0
		for _, f := range s.Fits {
			worst := percent(f.Worst)
			if f.Worst > straight {
				curved++
				worst = "**" + worst + "**"
			}
			t.row(orDash(f.Where), f.Cell, nanoseconds(f.Fixed), f.X, nanoseconds(f.Per), worst)
		}
		d.table(t)
		d.p("A line through the points, by least squares of relative residuals; intervals by a bootstrap over processes. "+
			"In %s a point lies more than %s off its line: there the cost is not a line, as where the data leave a cache, and the figures are an average.",
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
