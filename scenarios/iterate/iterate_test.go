package iterate_test

import (
	"testing"

	"ecslab/backends"
	"ecslab/scenarios/bench"
	"ecslab/scenarios/iterate"
)

func TestIterate(t *testing.T) { bench.Test(t, iterate.Scenarios(), backends.All()) }

func BenchmarkIterate(b *testing.B) { bench.Run(b, iterate.Scenarios(), backends.All()) }
