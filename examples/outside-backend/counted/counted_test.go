package counted_test

import (
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest"

	"example.com/flat/counted"
)

// pairs are ecslab's storages with the tracker around their own.
func pairs(made *[]*counted.Tracker) []ecs.Backend {
	var list []ecs.Backend
	for _, b := range backends.All() {
		if b.NewTracker == nil {
			continue
		}
		inside := b.NewTracker
		b.NewTracker = func(o ecs.Options) driver.Tracker {
			t := counted.Around(inside(o))
			*made = append(*made, t)
			return t
		}
		list = append(list, b)
	}
	return list
}

func TestTracker(t *testing.T) {
	var made []*counted.Tracker
	ecstest.Run(t, pairs(&made))
	questions := 0
	for _, c := range made {
		questions += c.Questions
	}
	if questions == 0 {
		t.Error("no question was counted")
	}
}
