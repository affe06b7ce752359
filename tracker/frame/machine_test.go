package frame_test

import (
	"testing"

	"ecslab/ecs/driver"
	"ecslab/internal/trackertest"
	"ecslab/tracker/frame"
)

func both(t *testing.T, test func(t *testing.T, exact bool, fresh func(uint32) driver.Tracker)) {
	for _, exact := range []bool{false, true} {
		t.Run(frame.New(exact).Name(), func(t *testing.T) {
			test(t, exact, func(uint32) driver.Tracker { return frame.New(exact) })
		})
	}
}

// TestMachine runs random operations beside a model.
func TestMachine(t *testing.T) {
	both(t, func(t *testing.T, _ bool, fresh func(uint32) driver.Tracker) { trackertest.Run(t, fresh) })
}

func TestStories(t *testing.T) {
	both(t, func(t *testing.T, _ bool, fresh func(uint32) driver.Tracker) { trackertest.Stories(t, fresh) })
}

func TestSeenBy(t *testing.T) {
	both(t, func(t *testing.T, exact bool, fresh func(uint32) driver.Tracker) {
		want := trackertest.Seen{
			Later: true, RanNext: exact, SameRun: true, SameRun2: exact, OwnWrites: false, OwnDeferred: false,
			SecondRun: exact, Slept: true, First: true, Removed: 4, RemovedFirst: 4,
		}
		if got := trackertest.SeenBy(t, fresh); got != want {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	})
}
