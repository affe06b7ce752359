package ecstest_test

import (
	"sync/atomic"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest"
	"ecslab/ecs/ecstest/naive"
)

// TestNaive also shows that all is done when Run returns, though pairs are proved
// side by side: what an author's backend counts meanwhile is whole then.
func TestNaive(t *testing.T) {
	var made atomic.Int64
	ecstest.Run(t, []ecs.Backend{{Storage: "naive", Tracker: "none", NewStorage: func(env driver.Env) driver.Storage {
		made.Add(1)
		return naive.New(env)
	}}})
	if made.Load() == 0 {
		t.Error("Run returned before a storage was made")
	}
}
