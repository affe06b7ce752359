package ticks_test

import (
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest"
	"ecslab/ecs/ecstest/naive"
	"ecslab/tracker/ticks"
)

// TestKit runs the conformance kit over the smallest storage, with a clock that
// soon wraps.
func TestKit(t *testing.T) {
	ecstest.Run(t, []ecs.Backend{{
		Storage: "naive", Tracker: "ticks", NewStorage: naive.New,
		NewTracker: func(ecs.Options) driver.Tracker { return ticks.New(0xFFFFFFF0) },
	}})
}
