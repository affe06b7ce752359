package ticks

import (
	"testing"

	"ecslab/ecs/driver"
	"ecslab/internal/trackertest"
)

var subject = trackertest.Subject{
	New:      New,
	Validate: func(t driver.Tracker) error { return t.(*tracker).validate() },
}

// TestMachine runs random operations beside a model whose clock never wraps.
func TestMachine(t *testing.T) { trackertest.Run(t, subject) }

func TestStories(t *testing.T) { trackertest.Stories(t, subject) }

func TestSteady(t *testing.T) { trackertest.Steady(t, subject) }

func TestSeenBy(t *testing.T) {
	want := trackertest.Seen{
		Later: true, RanNext: true, SameRun: true, SameRun2: true, OwnWrites: false, OwnDeferred: true,
		SecondRun: true, Slept: true, First: true, Removed: 2, RemovedFirst: 2,
	}
	if got := trackertest.SeenBy(t, subject); got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}
