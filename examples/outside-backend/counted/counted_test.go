package counted_test

import (
	"sync"
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest"

	"example.com/flat/counted"
)

// trackers are those that were made, by several goroutines at a time.
type trackers struct {
	mu   sync.Mutex
	made []*counted.Tracker
}

func (l *trackers) add(t *counted.Tracker) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.made = append(l.made, t)
}

// pairs are ecslab's storages with the tracker around their own.
func pairs(made *trackers) []ecs.Backend {
	var list []ecs.Backend
	for _, b := range backends.All() {
		if b.NewTracker == nil {
			continue
		}
		inside := b.NewTracker
		b.NewTracker = func(o ecs.Options) driver.Tracker {
			t := counted.Around(inside(o))
			made.add(t)
			return t
		}
		list = append(list, b)
	}
	return list
}

func TestTracker(t *testing.T) {
	var made trackers
	ecstest.Run(t, pairs(&made))
	questions := 0
	for _, c := range made.made {
		questions += c.Questions
	}
	if questions == 0 {
		t.Error("no question was counted")
	}
}
