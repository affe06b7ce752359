package measure

import (
	"context"
	"io"
	"runtime/pprof"
	"time"

	"ecslab/harness/plan"
)

// profileTime is how long a cell runs under the profiler: at 100 Hz, 400
// samples.
const profileTime = 4 * time.Second

// profile writes a CPU profile of a group in which every sample carries the
// labels family and cell, so that "go tool pprof -tagfocus" takes one out.
func profile(w io.Writer, work *plan.Work, spec Spec) error {
	m := &meter{spec: spec, plan: &work.Plan, progress: io.Discard}
	if err := pprof.StartCPUProfile(w); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	for i, f := range work.Families {
		if f.Group() != spec.Group {
			continue
		}
		for j, c := range f.Cells {
			if c.Twin {
				continue
			}
			b := m.build(f, c, work.Build[i][j])
			m.calibrate(b)
			pprof.Do(context.Background(), pprof.Labels("family", f.Name, "cell", c.Name), func(context.Context) {
				for start := time.Now(); b.wrong == "" && time.Since(start) < profileTime; {
					b.guard("profile", func() error { b.kernel.Run(b.iterations); return nil })
				}
			})
			b.close()
			m.collect()
		}
	}
	return nil
}
