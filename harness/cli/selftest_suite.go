package cli

import (
	"ecslab/ecs"
	"ecslab/harness/plan"
	"ecslab/scenarios"
)

// selftestCommand is the hidden command under which a program serves the
// measuring processes of its selftest.
const selftestCommand = "measure-selftest"

// The forms of a cell in a selftest: the cell, the same again, and the same with
// so many per cent more iterations than it is asked for.
const (
	formBase    = "base"
	formSame    = "same"
	formSlower5 = "five-percent-more"
	formSlower1 = "one-percent-more"
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
			if f.Allocs || seen[group] || !contested(f) {
				continue
			}
			seen[group] = true
			out = append(out, slowed(sc, group, f.Name()))
		}
	}
	return out
}

func contested(f scenarios.Family) bool {
	for _, c := range f.Cells {
		if c.Backend != scenarios.Floor {
			return true
		}
	}
	return false
}

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

// forms keeps the floors, and of the first contender makes the four.
func forms(cells []scenarios.Cell) []scenarios.Cell {
	var out []scenarios.Cell
	done := false
	for _, c := range cells {
		if c.Backend == scenarios.Floor {
			out = append(out, c)
			continue
		}
		if done {
			continue
		}
		done = true
		for _, form := range []string{formBase, formSame, formSlower5, formSlower1} {
			x := c
			x.Form = form
			x.New = func(seed uint64) (scenarios.Kernel, error) {
				k, err := c.New(seed)
				if err == nil {
					k.Run = more(k.Run, slowedBy[form])
				}
				return k, err
			}
			out = append(out, x)
		}
	}
	return out
}

// more runs so many per cent more iterations; what is not whole is carried over
// to the next call. All forms go through it, so that they differ in nothing else.
func more(run func(int), percent int) func(int) {
	carried := 0
	return func(n int) {
		carried += n * percent
		extra := carried / 100
		carried %= 100
		run(n + extra)
	}
}
