package ticks_test

import (
	"testing"

	"ecslab/internal/trackertest"
	"ecslab/tracker/ticks"
)

// TestMachine runs random operations beside a model whose clock never wraps.
func TestMachine(t *testing.T) { trackertest.Run(t, ticks.New) }
