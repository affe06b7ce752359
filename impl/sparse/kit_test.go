package sparse

import (
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/ecstest"
)

// TestKit proves the storage by the kit.
func TestKit(t *testing.T) {
	ecstest.Run(t, []ecs.Backend{{Storage: "sparse", Tracker: "none", NewStorage: New}})
}

// TestKitTiny proves it with chunks of a few matches.
func TestKitTiny(t *testing.T) {
	ecstest.Run(t, []ecs.Backend{{Storage: "tiny", Tracker: "none", NewStorage: NewTiny}})
}
