package frame

import (
	"ecslab/ecs/driver"
	"ecslab/internal/removal"
)

// saved is the tracker's state at one time. It shares nothing with a tracker.
type saved struct {
	clock    clock
	values   []values
	created  *records
	removals removal.Saved
}

// Save implements driver.Tracker.
func (t *tracker) Save(unwanted any) any {
	s, ok := unwanted.(*saved)
	if !ok {
		s = new(saved)
	}
	s.clock, s.removals = t.clock, t.removals.Save()
	s.values = copyValues(s.values, t.values)
	s.created = s.created.copy(t.created)
	return s
}

// Load implements driver.Tracker.
func (t *tracker) Load(state any) {
	s := state.(*saved)
	t.clock = s.clock
	t.values = copyValues(t.values, s.values)
	t.created = t.created.copy(s.created)
	t.removals.Load(s.removals)
	t.check()
}

// copyValues is a copy of the records of from, in the memory of to.
func copyValues(to, from []values) []values {
	to = append(to, make([]values, max(0, len(from)-len(to)))...)[:len(from)]
	for i, v := range from {
		to[i] = values{to[i].added.copy(v.added), to[i].changed.copy(v.changed)}
	}
	return to
}

// Reset implements driver.Tracker. The pages are given back.
func (t *tracker) Reset() {
	for i := range t.values {
		for _, r := range []*records{t.values[i].added, t.values[i].changed} {
			if r != nil {
				r.pages = nil
			}
		}
	}
	if t.created != nil {
		t.created.pages = nil
	}
	t.removals.ClearAll()
}

// Clear implements driver.Tracker.
func (t *tracker) Clear(k driver.Kinds, c driver.ComponentID, all bool) {
	if !all {
		t.clearComponent(k, c)
		return
	}
	for c := range t.values {
		t.clearComponent(k, driver.ComponentID(c))
	}
	if k&driver.Created != 0 && t.created != nil {
		t.created.forget()
	}
}

func (t *tracker) clearComponent(k driver.Kinds, c driver.ComponentID) {
	v := &t.values[c]
	if k&driver.Added != 0 && v.added != nil {
		v.added.forget()
	}
	if k&driver.Changed != 0 && v.changed != nil {
		v.changed.forget()
	}
	if k&driver.Removed != 0 {
		t.removals.Clear(c)
	}
}
