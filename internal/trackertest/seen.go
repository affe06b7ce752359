package trackertest

import (
	"testing"

	"ecslab/ecs/driver"
)

// Seen is who sees a change, one for each tracker.
type Seen struct {
	Later       bool // a later system in the same frame
	RanNext     bool // a system that already ran in this frame, in its next run in the next frame
	SameRun     bool // the system itself, later in the same run, its first in the frame
	SameRun2    bool // the same in its second run in the frame
	OwnWrites   bool // the system itself, in its next run: what it wrote
	OwnDeferred bool // … and what it deferred
	SecondRun   bool // a second run in the same frame: what came since the first
	Slept       bool // a system that slept 100 frames
	First       bool // a system's first run, 100 frames later

	Removed      int // how many frames long a sleeping system's run sees a removal
	RemovedFirst int // the same for a first run
}

// SeenBy is what the table says, found out by trying it.
func SeenBy(t *testing.T, of Subject) (s Seen) {
	// Each line has a world of its own, in which all systems ran in frame 0.
	try := func(f func(m *machine, e driver.Entity, changed func() bool) bool) bool {
		m := newMachine(of, 1, 0)
		e := m.doSpawn(1, everything)[0]
		for i := range 2 {
			m.doBegin(i)
			m.doClose()
			m.doFinish()
		}
		m.doFrames(1)
		return f(m, e, func() bool {
			m.ask(t)
			var out driver.Bits
			ch := m.w.chunk(dense, everything, []driver.Entity{e})
			m.w.tracker.Filter(driver.Record{Kind: driver.Changed, Component: everything}, m.window, ch, 0, &out)
			return out.Has(0)
		})
	}
	run := func(m *machine, system int, body func()) {
		m.doBegin(system)
		body()
		m.doClose()
		m.doFinish()
	}
	// sees is whether a run of the system sees the change.
	sees := func(m *machine, system int, changed func() bool) (yes bool) {
		run(m, system, func() { yes = changed() })
		return yes
	}
	nothing := func() {}

	s.Later = try(func(m *machine, e driver.Entity, changed func() bool) bool {
		run(m, 0, func() { m.doChangeCell(everything, e) })
		return sees(m, 1, changed)
	})
	s.RanNext = try(func(m *machine, e driver.Entity, changed func() bool) bool {
		run(m, 1, nothing)
		run(m, 0, func() { m.doChangeCell(everything, e) })
		m.doFrames(1)
		return sees(m, 1, changed)
	})
	s.SameRun = try(func(m *machine, e driver.Entity, changed func() bool) (yes bool) {
		run(m, 0, func() {
			m.doChangeCell(everything, e)
			yes = changed()
		})
		return yes
	})
	s.SameRun2 = try(func(m *machine, e driver.Entity, changed func() bool) (yes bool) {
		run(m, 0, nothing)
		run(m, 0, func() {
			m.doChangeCell(everything, e)
			yes = changed()
		})
		return yes
	})
	s.OwnWrites = try(func(m *machine, e driver.Entity, changed func() bool) bool {
		run(m, 0, func() { m.doChangeCell(everything, e) })
		m.doFrames(1)
		return sees(m, 0, changed)
	})
	s.OwnDeferred = try(func(m *machine, e driver.Entity, changed func() bool) bool {
		m.doBegin(0)
		m.doClose()
		m.doChangeCell(everything, e)
		m.doFinish()
		m.doFrames(1)
		return sees(m, 0, changed)
	})
	s.SecondRun = try(func(m *machine, e driver.Entity, changed func() bool) bool {
		run(m, 0, nothing)
		m.doChangeCell(everything, e)
		return sees(m, 0, changed)
	})
	s.Slept = try(func(m *machine, e driver.Entity, changed func() bool) bool {
		m.doChangeCell(everything, e)
		m.doFrames(100)
		return sees(m, 0, changed)
	})
	s.First = try(func(m *machine, e driver.Entity, changed func() bool) bool {
		m.doFrames(100)
		return sees(m, 2, changed)
	})
	for system, frames := range map[int]*int{0: &s.Removed, 2: &s.RemovedFirst} {
		for try(func(m *machine, e driver.Entity, changed func() bool) bool {
			m.doRemove(everything, []driver.Entity{e})
			if *frames > 0 {
				m.doFrames(uint64(*frames))
			}
			m.doBegin(system)
			return len(m.w.tracker.Removals(everything, m.window, nil)) > 0
		}) {
			*frames++
		}
	}
	return s
}
