package ticks_test

import (
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest"
	"ecslab/ecs/ecstest/naive"
	"ecslab/tracker/ticks"
)

// TestKit runs the conformance kit over the smallest storage, from a usual
// first tick and from one that wraps at once.
func TestKit(t *testing.T) {
	for _, first := range []uint32{1, 0xFFFFFFF0} {
		ecstest.Run(t, []ecs.Backend{{
			Storage: "naive", Tracker: "ticks", NewStorage: naive.New,
			NewTracker: func(ecs.Options) driver.Tracker { return ticks.New(first) },
		}})
	}
}
