package report

import (
	"strconv"

	"ecslab/harness/analyse"
)

// frames shows how long single frames take, where an iteration is one.
func (d *document) frames(s analyse.Scenario) {
	t := newTable("where", "backend", ">p50", ">p99", ">worst", ">worst ÷ p50", ">frames")
	for _, f := range s.Families {
		for _, c := range f.Cells {
			if x := c.Frames; x != nil && x.P50 > 0 {
				t.row(orDash(s.Short(f)), c.Label, duration(x.P50), duration(x.P99), duration(x.Worst), times(x.Worst/x.P50), strconv.Itoa(x.N))
			}
		}
	}
	if len(t.rows) == 0 {
		return
	}
	d.details("Single frames: p50, p99 and the worst", func() {
		d.table(t)
		d.text("Each cell alone in the process, with the collector on; percentiles are medians over processes, the worst is that of all. " +
			"A worst frame is often the machine's and not the program's: it has no interval.")
	})
}
