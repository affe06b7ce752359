package frame_test

import (
	"testing"

	"ecslab/ecs/driver"
	"ecslab/internal/trackertest"
	"ecslab/tracker/frame"
)

// TestMachine runs random operations beside a model, both forms.
func TestMachine(t *testing.T) {
	for _, exact := range []bool{false, true} {
		t.Run(frame.New(exact).Name(), func(t *testing.T) {
			trackertest.Run(t, func(uint32) driver.Tracker { return frame.New(exact) })
		})
	}
}
