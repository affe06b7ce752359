package poison_test

import (
	"testing"

	"ecslab/backends"
	"ecslab/scenarios/bench"

	"example.com/flat/poison"
)

func TestPoison(t *testing.T) { bench.Test(t, poison.Scenarios(), backends.All()) }

func BenchmarkPoison(b *testing.B) { bench.Run(b, poison.Scenarios(), backends.All()) }
