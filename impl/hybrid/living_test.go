package hybrid

import (
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest"
)

var _ driver.LivingExchanger = (*moveExchange)(nil)

// TestLists proves exchanges of lists with chunks of few rows and of many, of
// components in tables, in sets and in both.
func TestLists(t *testing.T) {
	for _, rows := range []int{1, 4, 300, 4096} {
		for name, lies := range where {
			for seed := range uint64(3) {
				l := usual
				l.rows, l.lies = rows, lies
				var s *Storage
				b := ecs.Backend{Storage: name, Tracker: "none", NewStorage: func(env driver.Env) driver.Storage {
					s = newStorage(env, l)
					return s
				}}
				if err := ecstest.Lists(b, false, seed, 20, min(2*rows, 400)+30); err != nil {
					t.Fatalf("%s, %d rows, seed %d: %v", name, rows, seed, err)
				}
				if err := s.validate(); err != nil {
					t.Fatalf("%s, %d rows, seed %d: %v", name, rows, seed, err)
				}
			}
		}
	}
}
