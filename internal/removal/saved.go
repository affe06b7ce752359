package removal

import (
	"slices"

	"ecslab/ecs/driver"
)

// Saved is a copy of a log's events. It shares nothing with the log.
type Saved struct {
	lists [][][]event // by component, from the oldest generation to the present
}

// Save copies the events.
func (l *Log) Save() Saved {
	s := Saved{make([][][]event, len(l.lists))}
	for c, of := range l.lists {
		if of == nil {
			continue
		}
		for age := l.kept - 1; age >= 0; age-- {
			s.lists[c] = append(s.lists[c], slices.Clone(of.ring[(l.turned+l.kept-age)%l.kept]))
		}
	}
	return s
}

// Load puts the events of a save in the place of the log's own, of a log that
// tracks the same components and keeps as many generations.
func (l *Log) Load(s Saved) {
	l.ClearAll()
	for c, generations := range s.lists {
		if !l.Tracks(driver.ComponentID(c)) {
			continue
		}
		ring := l.lists[c].ring
		for i, events := range generations {
			at := (l.turned + 1 + i) % l.kept
			ring[at] = append(ring[at], events...)
		}
	}
	l.changed()
}
