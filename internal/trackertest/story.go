package trackertest

import (
	"testing"

	"ecslab/ecs/driver"
)

// Components of a World, by what they are tracked for; see kindsOf.
const (
	everything  driver.ComponentID = 0
	onlyRemoved driver.ComponentID = 3
	untracked   driver.ComponentID = 5
)

// maxTick is the last value of a 32-bit clock, period that of Bevy's scan.
const (
	maxTick = 1<<32 - 1
	period  = 518_400_000
)

// stories are sequences that random operations hardly ever hit. After each
// operation that ask stands behind, all answers are compared.
var stories = []struct {
	name  string
	first uint32
	tell  func(m *machine, ask func())
}{
	{"a save is not changed by what comes after", 1, func(m *machine, ask func()) {
		m.doMoment()
		old := m.doSpawn(70, everything, onlyRemoved)
		m.doRemove(onlyRemoved, old[:5])
		m.doSave()
		for range 2 { // and a load can be done again
			m.doFrames(1)
			m.doMoment()
			m.doDespawn(old[:40])
			m.doSpawn(40, everything) // on the same indices
			m.doChangeCell(everything, old[50])
			m.doRemove(onlyRemoved, old[50:60])
			ask()
			m.doLoad(0)
			ask()
			m.doMoment()
			ask()
		}
	}},
	{"a load puts the clock back", maxTick - 3, func(m *machine, ask func()) {
		m.doMoment()
		m.doSpawn(3, everything)
		m.doSave()
		for _, n := range []uint64{5, maxAge - 1, maxAge, 1 << 32} {
			m.doFrames(n)
			ask()
			m.doLoad(0)
			ask()
			m.doBegin(0)
			ask()
			m.doClose()
			m.doFinish()
			m.doLoad(0)
		}
	}},
	{"an index is used again while its removal is known", 1, func(m *machine, ask func()) {
		m.doMoment()
		es := m.doSpawn(3, everything, onlyRemoved)
		m.doRemove(onlyRemoved, es)
		m.doRemove(everything, es)
		ask()
		m.doDespawn(es[1:2]) // has nothing that could be lost
		m.doSpawn(1, untracked)
		ask()
	}},
	{"values as old as can be", 1, func(m *machine, ask func()) {
		for _, jump := range []uint64{maxAge - 2, maxAge - 1, maxAge, maxAge + 1, maxTick - 1, maxTick, maxTick + 2} {
			m.doReset()
			m.doMoment()
			m.doSpawn(2, everything)
			m.doFrames(jump)
			ask()
			m.doBegin(0) // for the first time
			ask()
			m.doClose()
			m.doFinish()
			for range 12 { // old stays old through every period
				m.doFrames(period - 1)
				ask()
				m.doBegin(1)
				ask()
				m.doClose()
				m.doFinish()
				m.systems[1] = system{last: never}
			}
		}
	}},
	{"a scan falls due within a run", maxTick - 1, func(m *machine, ask func()) {
		for _, early := range []uint64{0, 1, 2, 3} {
			for _, age := range []uint64{maxAge - 2, maxAge - 1, maxAge, maxAge + 1} {
				m.doReset()
				m.systems = [3]system{{last: never}, {last: never}, {last: never}}
				// The next scan is at a whole number of periods from the first tick.
				now := uint64(m.m.clock) - (maxTick - 1)
				target := (now/period+12)*period - early
				m.doFrames(target - age - now)
				m.doSpawn(2, everything)
				m.doFrames(age)
				m.doBegin(0)
				for range 5 {
					m.doMoment()
					ask()
				}
				m.doClose()
				ask()
				m.doFinish()
				m.doBegin(0)
				ask()
				m.doClose()
				m.doFinish()
			}
		}
	}},
	{"windows about half of the clock wide", maxTick - 5, func(m *machine, ask func()) {
		for _, width := range []uint64{1<<31 - 2, 1<<31 - 1, 1 << 31, 1<<31 + 1} {
			m.doReset()
			m.doSpawn(64, everything)
			m.doFrames(1)
			m.doMoment()
			m.doFrames(width)
			m.doChangeCell(everything, m.w.living[33])
			ask()
		}
	}},
	{"a moment that is later than the run", 1, func(m *machine, ask func()) {
		m.doBegin(0)
		es := m.doSpawn(2, everything)
		m.doMoment()
		m.doRemove(everything, es[:1])
		ask()
		m.doClose()
		m.doSpawn(1, everything)
		ask()
		m.doFinish()
		ask()
	}},
	{"removals over frame ends", 1, func(m *machine, ask func()) {
		m.doMoment()
		for range 8 {
			es := m.doSpawn(4, everything, onlyRemoved)
			m.doRemove(onlyRemoved, es[:2])
			m.doDespawn(es[1:3])
			ask()
			m.doFrames(1)
			ask()
		}
		for _, n := range []uint64{2, 3, 4, 5} {
			m.doRemove(everything, m.w.living[:1])
			m.doFrames(n)
			ask()
		}
	}},
	{"clear in a run, and go on", 1, func(m *machine, ask func()) {
		es := m.doSpawn(66, everything, onlyRemoved)
		m.doMoment()
		m.doFrames(1)
		m.doBegin(0)
		m.doMoment()
		m.doChangeCell(everything, es[3])
		m.doRemove(onlyRemoved, es[:2])
		m.doClear(driver.PerComponent|driver.Created, 0, true)
		ask()
		m.doChangeCell(everything, es[4])
		m.doRemove(onlyRemoved, es[2:4])
		ask()
		m.doClose()
		m.doFinish()
		m.doFrames(maxAge - 3)
		ask()
	}},
}

// Stories tells the tracker all stories.
func Stories(t *testing.T, of Subject) {
	for _, s := range stories {
		t.Run(s.name, func(t *testing.T) {
			m := newMachine(of, s.first, 4090)
			s.tell(m, func() { t.Helper(); m.ask(t) })
		})
	}
}
