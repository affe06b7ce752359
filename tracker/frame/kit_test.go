package frame_test

import (
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest"
	"ecslab/ecs/ecstest/naive"
	"ecslab/tracker/frame"
)

// TestKit runs the conformance kit over the smallest storage.
func TestKit(t *testing.T) {
	for _, exact := range []bool{false, true} {
		ecstest.Run(t, []ecs.Backend{{
			Storage: "naive", Tracker: frame.New(exact).Name(), NewStorage: naive.New,
			NewTracker: func(ecs.Options) driver.Tracker { return frame.New(exact) },
		}})
	}
}
