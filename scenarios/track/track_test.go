package track_test

import (
	"testing"

	"ecslab/backends"
	"ecslab/scenarios/bench"
	"ecslab/scenarios/track"
)

func TestTrack(t *testing.T) { bench.Test(t, track.Scenarios(), backends.All()) }

func BenchmarkTrack(b *testing.B) { bench.Run(b, track.Scenarios(), backends.All()) }
