package plot

import (
	"strings"

	"ecslab/harness/analyse"
)

var newOverOld = quotient{
	"New in multiples of old", "a dot a backend; bars are 95 % intervals; left of 1 × the new one is faster",
	"time of new ÷ time of old", "every backend's time in the new run in multiples of that in the old one, by family",
}

// Versus draws a comparison: a row a family, split by scenario package where
// that gets long.
func (s Sheet) Versus(c *analyse.Comparison) []Picture {
	var all []overviewRow
	byGroup := map[string][]overviewRow{}
	var groups []string
	last := ""
	for _, f := range c.Families {
		r := overviewRow{label: orName(points(f), f.Name)}
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
		g := groupOf(f.Scenario)
		if byGroup[g] == nil {
			groups = append(groups, g)
		}
		byGroup[g] = append(byGroup[g], rows...)
		all = append(all, rows...)
	}
	switch {
	case len(all) == 0:
		return nil
	case len(all) <= maxRows:
		return []Picture{s.overview("versus", newOverOld, all)}
	}
	var out []Picture
	for _, g := range groups {
		out = append(out, s.overview("versus-"+g, newOverOld, byGroup[g]))
	}
	return out
}

func points(f analyse.ComparedFamily) string {
	var s []string
	for _, p := range f.Params {
		s = append(s, p.Key+"="+p.Value)
	}
	return strings.Join(s, " ")
}

func orName(s, name string) string {
	if s == "" {
		return name
	}
	return s
}
