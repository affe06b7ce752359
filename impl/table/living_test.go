package table

import (
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest"
)

// TestLists proves exchanges of lists with chunks of few rows and of many.
func TestLists(t *testing.T) {
	for _, rows := range []int{1, 4, 300, 4096} {
		for seed := range uint64(8) {
			var s *Storage
			b := ecs.Backend{Storage: "table", Tracker: "none", NewStorage: func(env driver.Env) driver.Storage {
				s = NewSized(env, rows).(*Storage)
				return s
			}}
			if err := ecstest.Lists(b, false, seed, 20, min(2*rows, 400)+30); err != nil {
				t.Fatalf("%d rows, seed %d: %v", rows, seed, err)
			}
			if err := s.validate(); err != nil {
				t.Fatalf("%d rows, seed %d: %v", rows, seed, err)
			}
		}
	}
}
