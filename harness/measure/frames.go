package measure

import (
	"math"
	"runtime"
	"runtime/debug"
	"slices"

	"ecslab/harness/plan"
	"ecslab/harness/raw"
)

// framesTime bounds how long a cell's frames are watched in a process, in
// multiples of the plan's cell time.
const framesTime = 20

// frames times single iterations of a family whose iteration is a frame, each
// cell alone and with the collector on: what a user sees is not the mean but
// the frame that comes late. At least plan.LeastFrames of them are watched, so
// that a percentile of 99 has something above it.
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
			b.kernel.Run(plan.LeastFrames / 10) // the first frames are cold
			limit, spent := framesTime*float64(m.spec.CellTime), 0.0
			for len(took) < plan.LeastFrames || spent < limit {
				ns := float64(clock(b.kernel.Run, 1))
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
