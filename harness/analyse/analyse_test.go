package analyse_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchmath"

	"ecslab/harness/analyse"
	"ecslab/harness/internal/synthetic"
	"ecslab/harness/raw"
	"ecslab/harness/stat"
)

func figures(t *testing.T, o synthetic.Options) (*analyse.Figures, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := synthetic.Write(dir, o); err != nil {
		t.Fatal(err)
	}
	r, err := raw.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return analyse.Make(r), dir
}

func TestFiguresFindWhatWasPutIn(t *testing.T) {
	f, _ := figures(t, synthetic.Options{Processes: 5, Rounds: 10})
	family := f.Family("track/density/n=10000/dirty=100")
	if family.Best != "table/ticks" || family.Floor != "floor" {
		t.Fatalf("best %q, floor %q", family.Best, family.Floor)
	}
	// 0.45+1.1 and 0.03+2.4 ns, over a floor of 0.006+0.9.
	for label, want := range map[string]float64{"table/ticks": 1.55, "table/bitmap": 2.43} {
		c := family.Cell(label)
		if math.Abs(c.PerUnit.Median/want-1) > 0.03 {
			t.Errorf("%s takes %g ns, %g was put in", label, c.PerUnit.Median, want)
		}
		if r := c.OverFloor; math.Abs(r.Ratio/(want/0.906)-1) > 0.02 || *r.Lo > r.Ratio || *r.Hi < r.Ratio {
			t.Errorf("%s is %+v × floor", label, r)
		}
	}
	if v := family.Cell("table/bitmap").Verdict; v != string(stat.Slower) {
		t.Errorf("table/bitmap is %s", v)
	}
	if wrong := f.Wrong(); len(wrong) > 0 {
		t.Errorf("wrong: %v", wrong)
	}
	for _, g := range f.Groups {
		if len(g.Pairs) != 1 || g.Margin < stat.MinMargin || g.Margin > 0.04 {
			t.Errorf("group %+v", g)
		}
	}
	spawn := f.Family("spawn/batch/n=10000").Cell("table/none")
	if spawn.WithGC == nil || math.Abs(spawn.WithGC.Median/spawn.PerUnit.Median-1.3) > 0.1 {
		t.Errorf("with the collector on: %+v", spawn.WithGC)
	}
	if m := spawn.Memory; m == nil || m.LiveBytesPerUnit != 32 || m.AllocsPerOp != 5 {
		t.Errorf("memory: %+v", m)
	}
	// 24 bytes in 0.65 ns are 37 GB/s; at 240 kB the machine copies 60.
	if share := f.Family("iterate/pair/n=10000").Cell("table/none").CopyShare; math.Abs(share-0.61) > 0.03 {
		t.Errorf("share of copy bandwidth %g", share)
	}
}

func TestWrongCells(t *testing.T) {
	f, _ := figures(t, synthetic.Options{
		Processes: 5, Rounds: 5,
		Incorrect: "Track/density/n=10000/dirty=1/backend=sparse/track=ticks",
		BeatFloor: "Iterate/pair/n=10000/backend=sparse/track=none",
	})
	c := f.Family("track/density/n=10000/dirty=1").Cell("sparse/ticks")
	if c.Status != analyse.Incorrect || c.PerUnit != nil || c.OverFloor != nil || c.Memory != nil {
		t.Errorf("a cell that was wrong in one process: %+v", c)
	}
	b := f.Family("iterate/pair/n=10000").Cell("sparse/none")
	if b.Status != analyse.FloorBeaten || b.PerUnit == nil {
		t.Errorf("a cell that takes half its floor's time: %+v", b)
	}
	if w := strings.Join(f.Wrong(), "\n"); !strings.Contains(w, "INCORRECT: track/density/n=10000/dirty=1 sparse/ticks: after the last round") ||
		!strings.Contains(w, "FLOOR BEATEN: iterate/pair/n=10000 sparse/none") {
		t.Errorf("wrong: %s", w)
	}
}

func TestPartialRuns(t *testing.T) {
	f, _ := figures(t, synthetic.Options{Processes: 5, Rounds: 5, Complete: 1})
	if f.Complete {
		t.Error("one of five processes is called complete")
	}
	c := f.Family("iterate/pair/n=10000").Cell("sparse/none")
	if c.OverBest == nil || c.OverBest.Lo != nil || c.Verdict != string(stat.NotSeparable) {
		t.Errorf("one process: %+v", c.OverBest)
	}
	if _, err := f.JSON(); err != nil {
		t.Errorf("results.json: %v", err)
	}
}

// TestMediansAreBenchstats computes medians and intervals as benchstat does,
// from the raw files, without our reader.
func TestMediansAreBenchstats(t *testing.T) {
	f, dir := figures(t, synthetic.Options{Processes: 4, Rounds: 7})
	values := map[string][]float64{}
	paths, err := filepath.Glob(filepath.Join(dir, "raw", "*-0*.txt"))
	if err != nil || len(paths) != 12 {
		t.Fatalf("%d raw files: %v", len(paths), err)
	}
	for _, p := range paths {
		file, err := os.Open(p)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		r := benchfmt.NewReader(file, p)
		for r.Scan() {
			if res, ok := r.Result().(*benchfmt.Result); ok && res.GetConfig("gogc") == "off" {
				v, _ := res.Value("sec/op")
				values[string(res.Name)] = append(values[string(res.Name)], v)
			}
		}
	}
	compared := 0
	for _, s := range f.Scenarios {
		for _, family := range s.Families {
			for _, c := range family.Cells {
				name := strings.ToUpper(family.Name[:1]) + family.Name[1:] + "/" + c.Name
				sum := benchmath.AssumeNothing.Summary(benchmath.NewSample(values[name], &benchmath.DefaultThresholds), 0.95)
				for what, pair := range map[string][2]float64{
					"median": {c.PerOp.Median, sum.Center}, "low end": {*c.PerOp.Lo, sum.Lo}, "high end": {*c.PerOp.Hi, sum.Hi},
				} {
					if got, want := pair[0], stat.Round4(pair[1]*1e9); math.Abs(got/want-1) > 1e-9 {
						t.Errorf("%s: %s %g, benchstat has %g", name, what, got, want)
					}
				}
				compared++
			}
		}
	}
	if compared < 30 {
		t.Errorf("only %d cells were compared", compared)
	}
}
