package backends_test

import (
	"testing"

	"ecslab/backends"
	"ecslab/ecs/ecstest"
)

func TestBackends(t *testing.T) { ecstest.Run(t, backends.All()) }

func FuzzSequence(f *testing.F) { ecstest.Fuzz(f, backends.All()) }

func TestTraces(t *testing.T) {
	seeds := 60
	if testing.Short() {
		seeds = 15
	}
	ecstest.Traces(t, backends.All(), seeds, 120)
}
