package apps_test

import (
	"testing"

	"ecslab/backends"
	"ecslab/scenarios/apps"
	"ecslab/scenarios/bench"
)

func TestApps(t *testing.T) { bench.Test(t, apps.Scenarios(), backends.All()) }

func BenchmarkApps(b *testing.B) { bench.Run(b, apps.Scenarios(), backends.All()) }
