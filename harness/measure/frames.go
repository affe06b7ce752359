package measure

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"

	"ecslab/harness/plan"
	"ecslab/harness/raw"
)

// framesTime is how long a cell's frames are watched in a process, in multiples
// of the plan's cell time, if plan.LeastFrames do not take longer.
const framesTime = 20

// frames times single frames of a family that is about frames, each cell alone
// and with the collector on: what a user sees is not the mean but the frame that
// comes late. Where an iteration is several frames, whole iterations of them are
// watched.
func (m *meter) frames(f plan.Family, create []constructor) {
	rng := plan.Rand(m.seed("frames", f.Name))
	m.out.GOGC("100")
	m.out.Round(1)
	for _, i := range rng.Perm(len(f.Cells)) {
		if f.Cells[i].Twin {
			continue
		}
		m.turn()
		m.pad(rng.IntN(maxPadLines))
		b := m.build(f, f.Cells[i], create[i])
		debug.SetGCPercent(100)
		runtime.GC()
		var took []float64
		b.guard("frames", func() error {
			frame := b.kernel.Run
			switch {
			case b.kernel.Frame != nil:
				frame = func(int) { b.kernel.Frame() }
			case f.N > 1:
				return fmt.Errorf("an iteration is %d frames, of which none can be run alone", f.N)
			}
			b.kernel.Run(1 + plan.LeastFrames/10/f.N) // the first frames are cold
			limit, spent := framesTime*float64(m.spec.CellTime), 0.0
			for len(took) < plan.LeastFrames || spent < limit || len(took)%f.N != 0 {
				ns := float64(clock(frame, 1))
				took, spent = append(took, ns), spent+ns
			}
			return nil
		})
		b.check()
		b.close()
		if b.wrong != "" {
			m.out.Fail(b.benchmark, b.wrong)
		} else {
			m.out.Sample(b.benchmark, len(took), percentiles(took)...)
		}
		m.collect()
		m.tick(1)
	}
}

// percentiles are those of single frames: the smallest time that so many of
// them do not exceed.
func percentiles(took []float64) []raw.Value {
	slices.Sort(took)
	at := func(q float64) float64 { return took[max(int(math.Ceil(q*float64(len(took))))-1, 0)] }
	return []raw.Value{
		{Value: at(0.5), Unit: raw.FrameP50}, {Value: at(0.99), Unit: raw.FrameP99}, {Value: took[len(took)-1], Unit: raw.FrameWorst},
	}
}
