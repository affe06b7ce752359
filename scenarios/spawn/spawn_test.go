package spawn_test

import (
	"testing"

	"ecslab/backends"
	"ecslab/scenarios/bench"
	"ecslab/scenarios/spawn"
)

func TestSpawn(t *testing.T) { bench.Test(t, spawn.Scenarios(), backends.All()) }

func BenchmarkSpawn(b *testing.B) { bench.Run(b, spawn.Scenarios(), backends.All()) }
