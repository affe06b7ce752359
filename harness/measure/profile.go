package measure

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/pprof"
	"time"

	"ecslab/harness/plan"
	"ecslab/harness/profile"
	"ecslab/harness/raw"
)

// profile writes the profile of one cell, which is alone in the process and
// runs with the collector as users have it. A cell that gives a wrong answer
// has a profile without samples.
func (m *meter) profile(w io.Writer, work *plan.Work) error {
	i, j, ok := work.Locate(m.spec.Cell)
	if !ok {
		return fmt.Errorf("the plan holds no cell %s", m.spec.Cell)
	}
	f, c := work.Families[i], work.Families[i].Cells[j]
	if m.spec.Pass == raw.PassHeap {
		// From here on every allocation counts; what the plan took does not.
		runtime.MemProfileRate = 1
	}
	b := m.build(f, c, work.Build[i][j])
	m.calibrate(f, []*built{b})
	var text bytes.Buffer
	labels := pprof.Labels("family", f.Name, "cell", c.Name, "backend", c.Label())
	b.guard("profile", func() (err error) {
		pprof.Do(context.Background(), labels, func(context.Context) { err = m.record(b, &text) })
		return err
	})
	b.check()
	b.close()
	out := text.Bytes()
	var err error
	if b.wrong != "" {
		out, err = profile.Incorrect(m.spec.Pass, b.wrong)
	} else {
		out, err = profile.Scrub(out)
	}
	if err == nil {
		_, err = w.Write(out)
	}
	return err
}

// record runs the cell under the profiler. A heap profile is taken while the
// workload lives, after a shorter time: it shows a state and not a rate.
func (m *meter) record(b *built, w io.Writer) error {
	if m.spec.Pass == raw.PassHeap {
		m.work(b, m.spec.ProfileTime/10)
		heap()
		err := pprof.Lookup("heap").WriteTo(w, 0)
		runtime.KeepAlive(b)
		return err
	}
	if err := pprof.StartCPUProfile(w); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	m.work(b, m.spec.ProfileTime)
	return nil
}

// patience bounds how long the wall clock may run while a busy machine withholds
// the processor time that a profile is meant to have.
const patience = 4

// work runs the cell until its runs have had so much of a processor. Time on
// other threads counts too: the profiler sees them.
func (m *meter) work(b *built, atLeast time.Duration) {
	start, used := time.Now(), processorTime()
	for {
		clock(b.kernel.Run, b.iterations)
		m.tick(1)
		if wall := time.Since(start); wall >= atLeast && (processorTime()-used >= atLeast || wall >= patience*atLeast) {
			return
		}
	}
}
