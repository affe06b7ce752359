package backends_test

import (
	"testing"

	"ecslab/backends"
	"ecslab/ecs/ecstest"
)

func TestBackends(t *testing.T) { ecstest.Run(t, backends.All()) }

func FuzzSequence(f *testing.F) { ecstest.Fuzz(f, backends.All()) }
