package cli

import (
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/harness/plan"
	"ecslab/harness/predict"
	"ecslab/harness/raw"
	"ecslab/replay"
	"ecslab/scenarios/catalog"
)

// whole is the suite of this repository.
var whole = Suite{Backends: backends.All(), Scenarios: catalog.All(), Command: "benchrun"}

// measured is a run of a plan in which each iteration took a time.
func measured(t *testing.T, o plan.Options) *raw.Run {
	t.Helper()
	w, err := plan.New(whole.Backends, whole.Scenarios, o)
	if err != nil {
		t.Fatal(err)
	}
	m := &raw.Manifest{Plan: w.Plan}
	r := &raw.Run{Manifest: m}
	for _, g := range w.Plan.Groups() {
		for p := 1; p <= w.Plan.Processes; p++ {
			m.Files = append(m.Files, raw.File{Group: g, Pass: raw.PassTime, Process: p})
		}
	}
	for _, f := range w.Plan.Families {
		for _, c := range f.Cells {
			for p := 1; p <= w.Plan.Processes; p++ {
				r.Samples = append(r.Samples, raw.Sample{Benchmark: f.Benchmark(c), Process: p, GOGC: "off",
					Values: map[string]float64{"ns/op": float64(f.N)}})
			}
		}
	}
	return r
}

// What a newcomer is told to do works: a quick run, whole, has every cost of
// every workload that can be asked for in numbers, on every pair.
func TestQuickRunHasEveryCost(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	model := predict.New(measured(t, plan.Options{Preset: plan.Presets[0].Name, Seed: 1}))
	usual := demand{entities: 100, components: 4, fields: 2, systems: 2, observers: 1, every: 1, changed: 1, toggled: 1, churn: 1}
	for name, change := range map[string]func(d *demand){
		"usual":             func(d *demand) {},
		"nothing goes":      func(d *demand) { d.churn = 0 },
		"nothing moves":     func(d *demand) { d.toggled = 0 },
		"nothing changes":   func(d *demand) { d.changed = 0 },
		"nobody asks":       func(d *demand) { d.observers = 0 },
		"nothing runs":      func(d *demand) { d.systems = 0 },
		"all of it changes": func(d *demand) { d.changed, d.toggled, d.churn = 100, 100, 100 },
	} {
		d := usual
		change(&d)
		f, err := replay.Parse(name, []byte(d.trace()))
		if err != nil {
			t.Fatal(err)
		}
		a := adviser{suite: whole, file: f}
		census, wrong := a.survey()
		if census == nil {
			t.Fatalf("%s: %+v", name, wrong)
		}
		w := predict.Of(f, census)
		for _, b := range whole.Backends {
			if w.Asks && b.Tracker == "none" {
				continue
			}
			if _, missing := model.Predict(w, b.Storage, b.Tracker); missing != nil {
				t.Errorf("%s: %v", name, missing[0])
			}
		}
	}
}

// The command that is told is of the smallest run that has what is missing.
func TestSupplier(t *testing.T) {
	for want, needs := range map[string][]string{
		"benchrun -o DIR":                  {"iterate/get", "track/iterate/order=shuffled"},
		"benchrun -preset standard -o DIR": {"iterate/get", "track/frame-end"},
		"":                                 {"iterate/get", "track/iterate/order=sideways"},
	} {
		var missing []*predict.Missing
		for _, n := range needs {
			missing = append(missing, &predict.Missing{Need: n})
		}
		if got := whole.supplier(missing); got != want {
			t.Errorf("%s: %q, want %q", strings.Join(needs, " "), got, want)
		}
	}
}
