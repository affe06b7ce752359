package frame

import (
	"testing"

	"ecslab/ecs/driver"
	"ecslab/internal/trackertest"
)

func both(t *testing.T, test func(t *testing.T, exact bool, s trackertest.Subject)) {
	for _, exact := range []bool{false, true} {
		t.Run(New(exact).Name(), func(t *testing.T) {
			test(t, exact, trackertest.Subject{
				New:      func(uint32) driver.Tracker { return New(exact) },
				Validate: func(t driver.Tracker) error { return t.(*tracker).validate() },
			})
		})
	}
}

// TestMachine runs random operations beside a model.
func TestMachine(t *testing.T) {
	both(t, func(t *testing.T, _ bool, s trackertest.Subject) { trackertest.Run(t, s) })
}

func TestStories(t *testing.T) {
	both(t, func(t *testing.T, _ bool, s trackertest.Subject) { trackertest.Stories(t, s) })
}

func TestSteady(t *testing.T) {
	both(t, func(t *testing.T, _ bool, s trackertest.Subject) { trackertest.Steady(t, s) })
}

func TestSeenBy(t *testing.T) {
	both(t, func(t *testing.T, exact bool, s trackertest.Subject) {
		want := trackertest.Seen{
			Later: true, RanNext: exact, SameRun: true, SameRun2: exact, OwnWrites: false, OwnDeferred: false,
			SecondRun: exact, Slept: true, First: true, Removed: 4, RemovedFirst: 4,
		}
		if got := trackertest.SeenBy(t, s); got != want {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
	})
}
