package ticks

import (
	"ecslab/ecs/driver"
	"ecslab/internal/removal"
)

// saved is the tracker's state at one time. It shares nothing with a tracker.
type saved struct {
	clock    clock
	created  created
	removals removal.Saved
}

// Save implements driver.Tracker.
func (t *tracker) Save(unwanted any) any {
	s, ok := unwanted.(*saved)
	if !ok {
		s = new(saved)
	}
	s.clock, s.removals = t.clock, t.removals.Save()
	s.created.copy(&t.created)
	return s
}

// Load implements driver.Tracker. The clock goes back with the stamps beside
// the values, which the world has put back.
func (t *tracker) Load(state any) {
	s := state.(*saved)
	t.clock = s.clock
	t.created.copy(&s.created)
	t.removals.Load(s.removals)
	t.check()
}

// Reset implements driver.Tracker. Stamps beside values are gone with them.
func (t *tracker) Reset() {
	t.created = created{}
	t.removals.ClearAll()
}

// Clear implements driver.Tracker. Stamps cannot be taken away, but be made
// too old to be reported.
func (t *tracker) Clear(k driver.Kinds, c driver.ComponentID, all bool) {
	if !all {
		t.clearComponent(k, c)
		return
	}
	for c := range t.columns {
		t.clearComponent(k, driver.ComponentID(c))
	}
	if k&driver.Created != 0 {
		never := t.clock.never()
		t.created.each(func(stamps []uint32) { driver.Fill(stamps, never) })
	}
}

func (t *tracker) clearComponent(k driver.Kinds, c driver.ComponentID) {
	never, cs := t.clock.never(), t.columns[c]
	if k&cs.kinds&(driver.Added|driver.Changed) != 0 {
		t.eachColumn(c, func(column int, stamps []uint32) {
			if k&driver.Added != 0 && column == cs.added || k&driver.Changed != 0 && column == cs.changed {
				driver.Fill(stamps, never)
			}
		})
	}
	if k&driver.Removed != 0 {
		t.removals.Clear(c)
	}
}
