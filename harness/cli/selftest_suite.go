package cli

import (
	"slices"
	"time"

	"ecslab/ecs"
	"ecslab/harness/plan"
	"ecslab/scenarios"
)

// selftestChild is the hidden command under which a program serves the
// measuring processes of its selftest.
const selftestChild = "measure-selftest"

// The forms of a cell in a selftest: the cell, the same again, and the same
// slowed by so many per cent.
const (
	formBase    = "base"
	formSame    = "same"
	formSlower5 = "slowed-by-5-percent"
	formSlower1 = "slowed-by-1-percent"
)

var slowedBy = map[string]int{formBase: 0, formSame: 0, formSlower5: 5, formSlower1: 1}

// selftestScenarios are made of the suite's own workloads: of each scenario
// package the first that does not allocate, on its first backend, in four
// forms, of which two are slowed on purpose.
func (s Suite) selftestScenarios() []scenarios.Scenario {
	var out []scenarios.Scenario
	seen := map[string]bool{}
	for _, sc := range s.Scenarios {
		for _, f := range sc.Families(scenarios.Quick, s.Backends) {
			group := plan.Family{Scenario: f.Scenario}.Group()
			if f.Allocs || seen[group] || !slices.ContainsFunc(f.Cells, contends) {
				continue
			}
			seen[group] = true
			out = append(out, slowed(sc, group, f.Name()))
		}
	}
	return out
}

func contends(c scenarios.Cell) bool { return c.Backend != scenarios.Floor }

// slowed is the scenario whose one family is the named one in four forms.
func slowed(of scenarios.Scenario, group, family string) scenarios.Scenario {
	name := "selftest/" + group
	return scenarios.Scenario{
		Name: name, Doc: "Does the method see what was put in? " + family + " in four forms.", Parameters: of.Parameters,
		Families: func(_ scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
			for _, f := range of.Families(scenarios.Quick, backends) {
				if f.Name() == family {
					f.Scenario = name
					f.Cells = forms(f.Cells)
					return []scenarios.Family{f}
				}
			}
			return nil
		},
	}
}

// forms makes the four of the first contender. Floors would take a quarter of
// the time and answer nothing.
func forms(cells []scenarios.Cell) []scenarios.Cell {
	c := cells[slices.IndexFunc(cells, contends)]
	var out []scenarios.Cell
	for _, form := range []string{formBase, formSame, formSlower5, formSlower1} {
		x := c
		x.Form = form
		x.New = func(seed uint64) (scenarios.Kernel, error) {
			k, err := c.New(seed)
			if err == nil {
				k.Run = slowing(k.Run, slowedBy[form], sinceEpoch)
			}
			return k, err
		}
		out = append(out, x)
	}
	return out
}

// slowing is work that takes so many per cent longer than it does: having run,
// it waits, busy, for that share of what the run took. More iterations would
// not do: where a round has ten of them, 5 % is one more in every other round,
// and the median round has none. All forms go through it, so that they differ
// in nothing else.
func slowing(run func(int), percent int, now func() time.Duration) func(int) {
	return func(n int) {
		began := now()
		run(n)
		took := now() - began
		until := began + took + took*time.Duration(percent)/100
		for now() < until {
		}
	}
}

var epoch = time.Now()

// sinceEpoch is a clock that never goes back.
func sinceEpoch() time.Duration { return time.Since(epoch) }
