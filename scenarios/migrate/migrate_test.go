package migrate_test

import (
	"testing"

	"ecslab/backends"
	"ecslab/scenarios/bench"
	"ecslab/scenarios/migrate"
)

func TestMigrate(t *testing.T) { bench.Test(t, migrate.Scenarios(), backends.All()) }

func BenchmarkMigrate(b *testing.B) { bench.Run(b, migrate.Scenarios(), backends.All()) }
