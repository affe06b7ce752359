package analyse_test

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"ecslab/harness/analyse"
	"ecslab/harness/internal/synthetic"
	"ecslab/harness/raw"
)

func comparer(t *testing.T, o synthetic.Options) *analyse.Comparer {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := synthetic.Write(dir, o); err != nil {
		t.Fatal(err)
	}
	r, err := raw.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return analyse.NewComparer(r, analyse.Make(r))
}

// TestComparerFindsWhatWasPutIn compares cells of one family and of two, by
// the unit, by the iteration, and scaled.
func TestComparerFindsWhatWasPutIn(t *testing.T) {
	c := comparer(t, synthetic.Options{Processes: 5, Rounds: 10})
	const density = "track/density/n=10000/dirty="
	for _, x := range []struct {
		name        string
		of, against analyse.Cost
		want        float64
	}{
		{"one family", analyse.Cost{Family: density + "100", Cell: "table/bitmap"}, analyse.Cost{Family: density + "100", Cell: "table/ticks"}, 2.43 / 1.55},
		{"two families", analyse.Cost{Family: density + "100", Cell: "table/ticks"}, analyse.Cost{Family: density + "0", Cell: "table/ticks"}, 1.55 / 0.45},
		{"a floor", analyse.Cost{Family: "iterate/pair/n=100000", Cell: "floor"}, analyse.Cost{Family: "iterate/pair/n=10000", Cell: "floor"}, 1.25},
		{"iterations", analyse.Cost{Family: "iterate/pair/n=100000", Cell: "floor", PerOp: true},
			analyse.Cost{Family: "iterate/pair/n=10000", Cell: "floor", PerOp: true}, 12.5},
		{"scaled", analyse.Cost{Family: density + "100", Cell: "table/bitmap", Scale: 0.01}, analyse.Cost{Family: density + "100", Cell: "table/ticks"}, 0.0243 / 1.55},
	} {
		r, margin, err := c.Time(x.of, x.against)
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		if math.Abs(r.Ratio/x.want-1) > 0.03 || r.Lo > r.Ratio || r.Hi < r.Ratio || r.Lo < 0.9*x.want || r.Hi > 1.1*x.want || margin < 0.02 {
			t.Errorf("%s: %+v with margin %g, %g was put in", x.name, r, margin, x.want)
		}
		again, _, _ := c.Time(x.of, x.against)
		if again != r {
			t.Errorf("%s: the same cells gave %+v and %+v", x.name, r, again)
		}
	}
	m, err := c.Memory(analyse.Cost{Family: "spawn/batch/n=10000", Cell: "table/none"})
	if err != nil || m.AllocsPerOp != 5 {
		t.Errorf("memory %+v: %v", m, err)
	}
}

func TestComparerSaysWhatIsMissing(t *testing.T) {
	const wrong = "track/density/n=10000/dirty=1"
	c := comparer(t, synthetic.Options{Processes: 3, Rounds: 4, Incorrect: "Track/density/n=10000/dirty=1/backend=sparse/track=ticks"})
	sound := analyse.Cost{Family: wrong, Cell: "table/ticks"}
	for _, x := range []struct {
		of   analyse.Cost
		want string
	}{
		{analyse.Cost{Family: "iterate/none", Cell: "table/none"}, "iterate/none is not in this run"},
		{analyse.Cost{Family: wrong, Cell: "hybrid/ticks"}, "has no cell hybrid/ticks"},
		{analyse.Cost{Family: wrong, Cell: "sparse/ticks"}, "INCORRECT"},
		{analyse.Cost{Family: "iterate/pair/n=1000", Cell: "table/none"}, "different processes"},
	} {
		if _, _, err := c.Time(x.of, sound); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%+v: %v, want %q", x.of, err, x.want)
		}
	}
	if _, err := c.Memory(analyse.Cost{Family: wrong, Cell: "sparse/ticks"}); err == nil {
		t.Error("a cell that was wrong has memory")
	}
}
