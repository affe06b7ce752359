package catalog_test

import (
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/catalog"
)

// TestBudget holds the presets to the numbers of families that a run has time for.
func TestBudget(t *testing.T) {
	for _, c := range []struct {
		name   string
		preset scenarios.Preset
		most   int
	}{{"quick", scenarios.Quick, 25}, {"standard", scenarios.Standard, 120}} {
		families, cells := 0, 0
		for _, s := range catalog.All() {
			for _, f := range s.Families(c.preset, backends.All()) {
				families++
				cells += len(f.Cells)
			}
		}
		t.Logf("%s: %d families, %d cells", c.name, families, cells)
		if families > c.most {
			t.Errorf("preset %s has %d families, at most %d are measured in its time", c.name, families, c.most)
		}
	}
}

// TestNames looks for scenarios and families that cannot be told apart, within
// and between presets.
func TestNames(t *testing.T) {
	names := map[string]bool{}
	for _, s := range catalog.All() {
		if names[s.Name] {
			t.Errorf("two scenarios are named %s", s.Name)
		}
		names[s.Name] = true
		if strings.Count(s.Name, "/") != 1 {
			t.Errorf("%s is not package/workload", s.Name)
		}
		for _, p := range []scenarios.Preset{scenarios.Quick, scenarios.Standard, scenarios.Full, scenarios.Small} {
			seen := map[string]bool{}
			for _, f := range s.Families(p, backends.All()) {
				if seen[f.Name()] {
					t.Errorf("preset %d has two families %s", p, f.Name())
				}
				seen[f.Name()] = true
			}
		}
	}
}

// TestSubset: with some of the backends, a scenario names no other.
func TestSubset(t *testing.T) {
	all := backends.All()
	for _, given := range [][]ecs.Backend{all[:1], all[1:2], all[len(all)-1:]} {
		for _, s := range catalog.All() {
			for _, f := range s.Families(scenarios.Full, given) {
				for _, c := range f.Cells {
					if c.Backend != scenarios.Floor && (c.Backend != given[0].Storage || c.Track != given[0].Tracker) {
						t.Errorf("%s has a cell %s although only %s was given", f.Name(), c.Name(), given[0].Pair())
					}
				}
			}
		}
	}
}
