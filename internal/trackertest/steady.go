package trackertest

import (
	"testing"

	"ecslab/ecs/driver"
)

// Steady fails if a frame like the last takes memory.
func Steady(t *testing.T, of Subject) {
	w := NewWorld(of.New(1), 0)
	es := w.spawn(2000, []driver.ComponentID{everything, onlyRemoved})
	runs := []*driver.Chunk{w.chunk(dense, everything, es), w.chunk(shuffled, everything, es)}
	tr := w.tracker
	var tl driver.Timeline
	var out driver.Bits
	var list []driver.Entity
	column := 0
	frame := func() {
		win := tr.Begin(&tl)
		for _, ch := range runs {
			for _, k := range []driver.Kinds{driver.Added, driver.Changed} {
				tr.Filter(driver.Record{Kind: k, Component: everything}, win, ch, column, &out)
			}
			tr.Filter(driver.Record{Kind: driver.Created}, win, ch, -1, &out)
			tr.Filter(driver.Record{Kind: driver.Removed, Component: onlyRemoved}, win, ch, -1, &out)
			tr.Mark(everything, driver.Changed, ch, column)
		}
		tr.Close(&tl)
		tr.Lost(onlyRemoved, es[:50])
		tr.Finish(&tl)
		tr.Born(es[:50])
		tr.Died(es[:0])
		list = tr.Removals(onlyRemoved, tr.Since(tr.Moment()), list[:0])
		tr.EndFrame(1)
	}
	for range 10 {
		frame()
	}
	if n := testing.AllocsPerRun(100, frame); n > 0 {
		t.Errorf("%.1f allocations a frame", n)
	}
}
