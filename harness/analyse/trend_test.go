package analyse_test

import (
	"math"
	"strings"
	"testing"

	"ecslab/harness/analyse"
	"ecslab/harness/internal/synthetic"
)

func TestFitsAndCrossovers(t *testing.T) {
	f, _ := figures(t, synthetic.Options{Processes: 8, Rounds: 10})
	var density, pair analyse.Scenario
	for _, s := range f.Scenarios {
		switch s.Name {
		case "track/density":
			density = s
		case "iterate/pair":
			pair = s
		}
	}
	// Put in: (0.45 + 1.1 × share) ns for each of 10000 entities, so 4500 ns
	// and 1.1 ns for each that changed.
	found := false
	for _, x := range density.Fits {
		if x.Key != "dirty" || x.Cell != "table/ticks" {
			continue
		}
		found = true
		if math.Abs(x.Fixed.Value/4500-1) > 0.03 || math.Abs(x.Per.Value/1.1-1) > 0.05 || x.X != "changed entity" || x.Worst > 0.05 {
			t.Errorf("%+v", x)
		}
		if x.Per.Lo == nil || *x.Per.Lo > x.Per.Value || *x.Per.Hi < x.Per.Value || len(x.Residuals) != 5 {
			t.Errorf("interval or residuals: %+v", x)
		}
	}
	if !found {
		t.Error("table/ticks over dirty has no fit")
	}
	// The floor of iterate/pair gets slower by a quarter a decade above 10 k.
	curved := false
	for _, x := range pair.Fits {
		curved = curved || x.Cell == "floor" && x.Worst > 0.03
	}
	if !curved {
		t.Error("a cost that is no line has no residual")
	}
	// 0.45+1.1s against 0.03+2.4s: equal at a share of 32.3 %.
	if len(density.Crossovers) != 1 {
		t.Fatalf("crossovers: %+v", density.Crossovers)
	}
	x := density.Crossovers[0]
	if x.Key != "dirty" || x.From != "10" || x.To != "100" || x.Before != "table/bitmap" || x.After != "table/ticks" {
		t.Errorf("%+v", x)
	}
	if math.Abs(x.At.Value/32.3-1) > 0.05 || x.At.Lo == nil || *x.At.Lo > x.At.Value || *x.At.Hi < x.At.Value {
		t.Errorf("at %+v", x.At)
	}
}

func TestWarningsOfSamples(t *testing.T) {
	const cell = "Iterate/pair/n=10000/backend=table/track=none"
	warnings := func(o synthetic.Options) string {
		f, _ := figures(t, o)
		return strings.Join(f.Family("iterate/pair/n=10000").Cell("table/none").Warnings, "\n")
	}
	base := synthetic.Options{Processes: 6, Rounds: 10}
	if got := warnings(base); got != "" {
		t.Errorf("steady samples: %s", got)
	}
	drifts, modes, short := base, base, base
	drifts.Drift = map[string]float64{cell: 0.03}
	if got := warnings(drifts); !strings.Contains(got, "drifts") {
		t.Errorf("3 %% a round: %q", got)
	}
	modes.Modes = map[string]float64{cell: 1.4}
	if got := warnings(modes); !strings.Contains(got, "two modes, 1.4") && !strings.Contains(got, "two modes, 1.3") {
		t.Errorf("two modes: %q", got)
	}
	short.Short = map[string]int{cell: 3}
	if got := warnings(short); !strings.Contains(got, "short rounds, of 0.33 of the planned time") {
		t.Errorf("a third of the iterations: %q", got)
	}
}
