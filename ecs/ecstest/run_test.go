package ecstest_test

import (
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/ecstest"
	"ecslab/ecs/ecstest/naive"
)

func TestNaive(t *testing.T) {
	ecstest.Run(t, []ecs.Backend{{Storage: "naive", Tracker: "none", NewStorage: naive.New}})
}
