package hybrid

import (
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest"
)

// TestFull: with an error for want of a chunk nothing has changed.
func TestFull(t *testing.T) {
	for _, plain := range []bool{true, false} {
		var s *Storage
		b := ecs.Backend{Storage: "hybrid", Tracker: "none", NewStorage: func(env driver.Env) driver.Storage {
			s = NewTiny(env).(*Storage)
			s.store.Limit(40)
			return s
		}}
		if err := ecstest.Full(b, plain); err != nil {
			t.Errorf("plain %t: %v", plain, err)
		}
		if err := s.validate(); err != nil {
			t.Errorf("plain %t: %v", plain, err)
		}
	}
}
