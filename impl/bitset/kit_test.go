package bitset

import (
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/ecstest"
)

// TestKit proves the storage by the kit.
func TestKit(t *testing.T) {
	ecstest.Run(t, []ecs.Backend{{Storage: "bitset", Tracker: "none", NewStorage: New}})
}
