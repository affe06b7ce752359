package plan

import (
	"slices"
	"strings"
	"testing"
)

func TestParseShard(t *testing.T) {
	for in, want := range map[string]Shard{"": {}, "1/1": {1, 1}, "2/4": {2, 4}} {
		if got, err := ParseShard(in); err != nil || got != want {
			t.Errorf("%q: %v, %v", in, got, err)
		}
	}
	for _, in := range []string{"0/4", "5/4", "1", "a/b", "1/2/3", "-1/2", "1/100000"} {
		if _, err := ParseShard(in); err == nil || !strings.Contains(err.Error(), in) {
			t.Errorf("%q: %v", in, err)
		}
	}
}

// TestShardsArePartitions deals scenarios of different size out and looks
// whether the parts hold each of them once, wholly, and about equally much.
func TestShardsArePartitions(t *testing.T) {
	make := func() *Work {
		w := &Work{Plan: Plan{Processes: 1, Rounds: 1}}
		for s := range 13 {
			name := "g/" + string(rune('a'+s))
			w.Scenarios = append(w.Scenarios, Scenario{Name: name})
			for range 1 + s%5 {
				w.Families = append(w.Families, Family{Name: name, Scenario: name, N: 1, Cells: []Cell{{}, {}}})
				w.Build = append(w.Build, nil)
			}
		}
		return w
	}
	whole := make()
	for _, n := range []int{1, 2, 3, 5, 13} {
		seen := map[string]int{}
		var loads []int
		for i := range n {
			w := make()
			if err := w.shard(Shard{i + 1, n}); err != nil {
				t.Fatal(err)
			}
			if len(w.Families) != len(w.Build) {
				t.Fatalf("%d families, %d constructors", len(w.Families), len(w.Build))
			}
			for _, f := range w.Families {
				seen[f.Scenario]++
			}
			loads = append(loads, w.slots())
		}
		for _, s := range whole.Scenarios {
			want := 0
			for _, f := range whole.Families {
				if f.Scenario == s.Name {
					want++
				}
			}
			if seen[s.Name] != want {
				t.Errorf("%d parts: %s occurs %d times, want %d", n, s.Name, seen[s.Name], want)
			}
		}
		if n < 13 && slices.Max(loads) > 2*slices.Min(loads) {
			t.Errorf("%d parts have %v to do", n, loads)
		}
	}
	if err := make().shard(Shard{1, 14}); err == nil || !strings.Contains(err.Error(), "13 scenarios") {
		t.Errorf("more parts than scenarios: %v", err)
	}
}
