package flat_test

import (
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/ecs/ecstest"

	"example.com/flat/flat"
)

// pairs is the storage with every tracker of ecslab.
func pairs() []ecs.Backend {
	var list []ecs.Backend
	for _, b := range backends.All() {
		if b.Storage == "table" {
			b.Storage, b.NewStorage = "flat", flat.New
			list = append(list, b)
		}
	}
	return list
}

func TestBackend(t *testing.T) { ecstest.Run(t, pairs()) }

func TestTraces(t *testing.T) { ecstest.Traces(t, pairs(), 10, 60) }

func FuzzBackend(f *testing.F) { ecstest.Fuzz(f, pairs()) }
