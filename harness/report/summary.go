package report

import (
	"fmt"

	"ecslab/harness/analyse"
)

// Summary is the answer in lines of at most 60 columns, for a terminal.
func Summary(f *analyse.Figures) []string {
	var out []string
	for _, s := range f.Scenarios {
		for _, x := range stretches(s) {
			var ns, floors []float64
			for _, c := range x.bests() {
				ns = append(ns, c.PerUnit.Median)
				if c.OverFloor != nil {
					floors = append(floors, c.OverFloor.Ratio)
				}
			}
			out = append(out, s.Name+" "+x.where())
			line := fmt.Sprintf("  %s  %s", x.best, span(ns, duration))
			if len(floors) > 0 {
				line += "  " + span(floors, times) + " floor"
			}
			out = append(out, line)
			for _, e := range x.equals {
				out = append(out, "  equivalent: "+e)
			}
			for _, e := range x.open {
				out = append(out, "  not separable: "+e)
			}
		}
	}
	return out
}
