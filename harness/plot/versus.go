package plot

import (
	"cmp"

	"ecslab/harness/analyse"
)

var newOverOld = quotient{
	"New in multiples of old", "a dot a backend; bars are 95 % intervals; left of 1 × the new one is faster",
	"time of new ÷ time of old", "every backend's time in the new run in multiples of that in the old one, by family",
}

// Versus draws a comparison: a row a family, split by scenario package where
// that gets long.
func (s Sheet) Versus(c *analyse.Comparison) []Picture {
	all := groupedRows{}
	last := ""
	for _, f := range c.Families {
		r := overviewRow{label: cmp.Or(f.Params.String(), f.Name)}
		seen := map[string]bool{}
		for _, k := range f.Cells {
			pair := k.Backend + "/" + k.Track
			if k.Ratio == nil || k.Floor || seen[pair] {
				continue
			}
			seen[pair] = true
			d := dot{pair, s.Styles.Of(k.Backend, k.Track, false), k.Ratio.Ratio, k.Ratio.Ratio, k.Ratio.Ratio}
			if k.Ratio.Lo != nil {
				d.lo, d.hi = *k.Ratio.Lo, *k.Ratio.Hi
			}
			r.dots = append(r.dots, d)
		}
		if len(r.dots) == 0 {
			continue
		}
		rows := []overviewRow{r}
		if f.Scenario != last {
			rows = []overviewRow{{label: f.Scenario}, r}
			last = f.Scenario
		}
		all.add(f.Scenario, rows)
	}
	return s.overviews("versus", newOverOld, all)
}
