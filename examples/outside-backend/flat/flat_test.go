package flat_test

import (
	"testing"

	"ecslab/backends"
	"ecslab/ecs/ecstest"

	"example.com/flat/flat"
)

// pairs is the storage with every tracker of ecslab.
var pairs = backends.Of("flat", flat.New)

func TestBackend(t *testing.T) { ecstest.Run(t, pairs) }

func TestTraces(t *testing.T) { ecstest.Traces(t, pairs, 10, 60) }

func FuzzBackend(f *testing.F) { ecstest.Fuzz(f, pairs) }
