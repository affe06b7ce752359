package measure

import (
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"time"

	"ecslab/harness/plan"
	"ecslab/harness/raw"
)

// collections is how many forced collections are timed; their median counts.
const collections = 5

// weigh measures memory and allocations of each cell, alone in the process.
// What the constructor keeps alive counts, also what its check needs.
func (m *meter) weigh(f plan.Family, create []constructor) {
	m.out.Round(1)
	for i, c := range f.Cells {
		if c.Twin {
			continue
		}
		m.collect()
		before := heap()
		if m.ledger != nil {
			m.ledger.reset()
		}
		b := m.build(f, c, create[i])
		if b.wrong != "" {
			m.out.Fail(b.benchmark, b.wrong)
			m.tick(1)
			continue
		}
		m.collect()
		after := heap()
		values := []raw.Value{
			{Value: difference(after.HeapAlloc, before.HeapAlloc), Unit: raw.LiveBytes},
			{Value: difference(after.HeapObjects, before.HeapObjects), Unit: raw.LiveObjects},
			{Value: forcedGC(), Unit: raw.ForcedGC},
		}
		if m.ledger != nil && len(m.ledger.storages) > 0 {
			tracker, beside := m.ledger.bytes()
			values = append(values, raw.Value{Value: tracker, Unit: raw.TrackerBytes}, raw.Value{Value: beside, Unit: raw.BesideBytes})
			archetypes, tables := m.ledger.sets()
			values = append(values, raw.Value{Value: archetypes, Unit: raw.Archetypes}, raw.Value{Value: tables, Unit: raw.Tables})
		}
		debug.SetGCPercent(-1)
		m.calibrate(f, []*built{b})
		allocs, bytes := m.allocations(b)
		values = append(values, raw.Value{Value: bytes, Unit: "B/op"}, raw.Value{Value: allocs, Unit: "allocs/op"})
		b.check()
		b.close()
		if b.wrong != "" {
			m.out.Fail(b.benchmark, b.wrong)
		} else {
			m.out.Sample(b.benchmark, b.iterations, values...)
		}
		if m.ledger != nil {
			m.ledger.reset()
		}
		m.tick(1)
	}
	m.collect()
}

// countings is how often the allocations of an iteration are counted.
const countings = 3

// allocations counts what an iteration allocates in the steady state: the least
// of a few countings. What the workload allocates comes again in each of them;
// a list that grows once more does not, nor does what the runtime allocates for
// itself, such as a thread of 5 KB that it starts at a collection: none may lie
// between the readings. The fraction below a hundredth is dropped.
func (m *meter) allocations(b *built) (allocs, bytes float64) {
	b.guard("counting allocations", func() error {
		b.kernel.Run(1)
		n := float64(b.iterations)
		allocs, bytes = math.Inf(1), math.Inf(1)
		for range countings {
			runtime.GC()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			b.kernel.Run(b.iterations)
			runtime.ReadMemStats(&after)
			allocs = min(allocs, math.Floor(100*float64(after.Mallocs-before.Mallocs)/n)/100)
			bytes = min(bytes, math.Floor(float64(after.TotalAlloc-before.TotalAlloc)/n))
		}
		return nil
	})
	return allocs, bytes
}

// heap collects twice, so that what a finalizer freed is gone too.
func heap() runtime.MemStats {
	runtime.GC()
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s
}

// forcedGC is the wall time of a collection of all that lives, in ns.
func forcedGC() float64 {
	times := make([]float64, collections)
	for i := range times {
		start := time.Now()
		runtime.GC()
		times[i] = float64(time.Since(start))
	}
	slices.Sort(times)
	return times[collections/2]
}

func difference(after, before uint64) float64 {
	return max(float64(after)-float64(before), 0)
}
