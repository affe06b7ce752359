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
			time, floors := x.spans()
			out = append(out, s.Name+" "+x.where())
			line := fmt.Sprintf("  %s  %s", x.best, time)
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
