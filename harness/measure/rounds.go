package measure

import (
	"cmp"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"time"

	"ecslab/harness/plan"
	"ecslab/harness/raw"
)

// paired measures all cells of a family side by side and gives the iteration
// counts that it used.
func (m *meter) paired(f plan.Family, create []constructor) map[string]int {
	rng := plan.Rand(m.seed("rounds", f.Name))
	cells := make([]*built, len(f.Cells))
	for _, i := range rng.Perm(len(cells)) {
		m.pad(rng.IntN(maxPadLines))
		cells[i] = m.build(f, f.Cells[i], create[i])
	}
	runtime.GC()
	debug.SetGCPercent(-1)
	m.calibrate(f, cells)
	for r := range m.plan.Rounds + 1 {
		inTurn(f, cells, rng, func(b *built) { m.round(b, r) })
		m.tick(len(cells))
	}
	for _, b := range cells {
		b.check()
		b.close()
	}
	m.collect()
	m.write(cells, "off")
	counts := map[string]int{}
	for _, b := range cells {
		counts[b.benchmark] = b.iterations
	}
	return counts
}

// inTurn does something with each cell, in shuffled order.
func inTurn(f plan.Family, cells []*built, rng *rand.Rand, do func(*built)) {
	runtime.GC()
	for _, i := range rng.Perm(len(cells)) {
		if f.Allocs {
			// What the cell before threw away would otherwise lie in the
			// way: each cell starts from a swept heap.
			runtime.GC()
		}
		do(cells[i])
	}
}

// alone measures each cell by itself with the collector on. All rounds count,
// not their median: a collection that comes every few rounds is a part of the
// price of each operation.
func (m *meter) alone(f plan.Family, create []constructor, counts map[string]int) {
	rng := plan.Rand(m.seed("alone", f.Name))
	var cells []*built
	for _, i := range rng.Perm(len(f.Cells)) {
		if f.Cells[i].Twin {
			continue
		}
		m.pad(rng.IntN(maxPadLines))
		b := m.build(f, f.Cells[i], create[i])
		b.iterations = counts[b.benchmark]
		m.collect()
		for r := range m.plan.Rounds + 1 {
			m.round(b, r)
		}
		b.check()
		b.close()
		cells = append(cells, b)
		m.collect()
		m.tick(m.plan.Rounds + 1)
	}
	m.write(cells, "100")
}

// round warms a cell and times it. Round 0 is thrown away.
func (m *meter) round(b *built, r int) {
	if b.iterations == 0 {
		b.wrong = cmp.Or(b.wrong, "no iteration count")
	}
	m.turn()
	b.guard("round", func() error {
		took := b.warmAndTime()
		if r > 0 {
			b.rounds = append(b.rounds, float64(took)/float64(b.iterations))
		}
		return nil
	})
}

// warmAndTime is what a round is made of.
func (b *built) warmAndTime() time.Duration {
	b.kernel.Run(max(1, int(float64(b.iterations)*plan.WarmShare)))
	return clock(b.kernel.Run, b.iterations)
}

// clock is the one place where time is taken. Run is a variable, so that the
// call cannot be inlined and the clock's readings cannot move into it.
func clock(run func(int), iterations int) time.Duration {
	start := time.Now()
	run(iterations)
	return time.Since(start)
}

// write gives the rounds out in the order in which they were run. A cell that
// turned out wrong has only that.
func (m *meter) write(cells []*built, gogc string) {
	m.out.GOGC(gogc)
	for r := range m.plan.Rounds {
		m.out.Round(r + 1)
		for _, b := range cells {
			if b.wrong == "" {
				m.out.Sample(b.benchmark, b.iterations, raw.Value{Value: b.rounds[r], Unit: "ns/op"})
			}
		}
	}
	for _, b := range cells {
		if b.wrong != "" {
			m.out.Fail(b.benchmark, b.wrong)
		}
	}
}
