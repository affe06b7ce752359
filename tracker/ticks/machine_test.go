package ticks_test

import (
	"testing"

	"ecslab/internal/trackertest"
	"ecslab/tracker/ticks"
)

// TestMachine runs random operations beside a model whose clock never wraps.
func TestMachine(t *testing.T) { trackertest.Run(t, ticks.New) }

func TestStories(t *testing.T) { trackertest.Stories(t, ticks.New) }

func TestSeenBy(t *testing.T) {
	want := trackertest.Seen{
		Later: true, RanNext: true, SameRun: true, SameRun2: true, OwnWrites: false, OwnDeferred: true,
		SecondRun: true, Slept: true, First: true, Removed: 2, RemovedFirst: 2,
	}
	if got := trackertest.SeenBy(t, ticks.New); got != want {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}
