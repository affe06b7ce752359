package analyse_test

import (
	"path/filepath"
	"strings"
	"testing"

	"ecslab/harness/analyse"
	"ecslab/harness/internal/synthetic"
	"ecslab/harness/raw"
)

// TestPartsAreJudgedByMachine: what a part holds is compared, what stands in two
// parts is not, and nothing of another machine is seen.
func TestPartsAreJudgedByMachine(t *testing.T) {
	other := synthetic.Machine
	other.CPU = "Other CPU"
	const iterate, track = "iterate/pair/n=10000", "track/density/n=10000/dirty=1"
	slow := map[string]float64{"Iterate/pair/n=10000/backend=sparse/track=none": 3}
	var runs []*raw.Run
	for _, o := range []synthetic.Options{
		{Processes: 5, Rounds: 8, Shard: "1/3"}, {Processes: 5, Rounds: 8, Shard: "2/3"},
		{Processes: 5, Rounds: 8, Shard: "1/3", Machine: &other, Factor: slow},
	} {
		dir := filepath.Join(t.TempDir(), "run")
		if err := synthetic.Write(dir, o); err != nil {
			t.Fatal(err)
		}
		r, err := raw.Load(dir)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, r)
	}
	_, parts := analyse.Merge(runs)
	if len(parts) != 2 || len(parts["A"]) != 2 || len(parts["B"]) != 1 {
		t.Fatalf("parts: %v", parts)
	}
	of, against := analyse.Cost{Family: iterate, Cell: "sparse/none"}, analyse.Cost{Family: iterate, Cell: "table/none"}
	for letter, bounds := range map[string][2]float64{"A": {1.2, 1.5}, "B": {3.6, 4.5}} { // 0.88 to 0.65, and three times that
		r, _, err := parts[letter].Time(of, against)
		if err != nil || r.Ratio < bounds[0] || r.Ratio > bounds[1] {
			t.Errorf("%s: %g, %v", letter, r.Ratio, err)
		}
	}
	tracked := analyse.Cost{Family: track, Cell: "table/ticks"}
	if _, err := parts["A"].Memory(tracked); err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		letter string
		want   string
	}{{"A", "different parts"}, {"B", track + " is not in this run"}} {
		if _, _, err := parts[c.letter].Time(of, tracked); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.letter, err, c.want)
		}
	}
}
