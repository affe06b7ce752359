package predict

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/harness/plan"
	"ecslab/harness/raw"
	"ecslab/replay"
)

// made is a run out of known costs: without noise unless a factor by process is given.
type made struct {
	*raw.Run
	factor func(process int) float64
}

func newMade() *made {
	m := &raw.Manifest{Plan: plan.Plan{Seed: 7, Rounds: 2, Processes: 3, Storages: []string{"table", "sparse", "bitset"}}}
	return &made{Run: &raw.Run{Manifest: m}, factor: func(int) float64 { return 1 }}
}

// family adds a family with one cell; its time is ns an iteration.
func (m *made) family(name, storage, tracker, form string, n int, ns float64, memory map[string]float64) {
	words := strings.Split(name, "/")
	f := plan.Family{Name: name, Scenario: words[0] + "/" + words[1], N: n}
	for _, w := range words[2:] {
		key, value, _ := strings.Cut(w, "=")
		f.Params = append(f.Params, plan.Param{Key: key, Value: value})
	}
	c := plan.Cell{Name: "backend=" + storage + "/track=" + tracker + "/form=" + form, Backend: storage, Track: tracker, Form: form}
	if i := slices.IndexFunc(m.Plan.Families, func(x plan.Family) bool { return x.Name == name }); i >= 0 {
		m.Plan.Families[i].Cells = append(m.Plan.Families[i].Cells, c)
	} else {
		f.Cells = []plan.Cell{c}
		m.Plan.Families = append(m.Plan.Families, f)
	}
	if m.Processes(f.Group()) == 0 {
		for p := 1; p <= 3; p++ {
			m.Files = append(m.Files, raw.File{Group: f.Group(), Pass: raw.PassTime, Process: p})
		}
	}
	for p := 1; p <= 3; p++ {
		for range 2 {
			m.Samples = append(m.Samples, raw.Sample{Benchmark: f.Benchmark(c), Process: p, GOGC: "off",
				Values: map[string]float64{"ns/op": ns * m.factor(p)}})
		}
	}
	if memory != nil {
		m.Samples = append(m.Samples, raw.Sample{Benchmark: f.Benchmark(c), Values: memory})
	}
}

// known is a run in which every cost is a round number.
func known() *made {
	m := newMade()
	for _, n := range []int{1000, 10000, 100000} {
		x := float64(n)
		memory := func(b float64) map[string]float64 { return map[string]float64{raw.LiveBytes: b} }
		at := "iterate/pair/n=" + strconv.Itoa(n)
		m.family(at, "table", "none", "", n, 100+2*x, memory(4096+40*x))
		m.family(at, "sparse", "none", "", n, 3*x, memory(1024+50*x))
		at = "track/density/n=" + strconv.Itoa(n) + "/dirty=1/cluster=scattered"
		records := func(b float64) map[string]float64 {
			return map[string]float64{raw.LiveBytes: 1, raw.TrackerBytes: 0.5 * b, raw.BesideBytes: 0.5 * b}
		}
		m.family(at, "table", "ticks", "", n, 50+0.5*x+4*x/100, records(8*x))
		m.family(at, "table", "bitmap", "", n, 20+0.01*x+10*x/100, records(64+x))
	}
	for _, dirty := range []string{"0", "10", "100"} {
		share := map[string]float64{"0": 0, "10": 0.1, "100": 1}[dirty]
		at, form := "track/density/n=10000/dirty="+dirty+"/cluster=scattered", ""
		if dirty == "100" {
			form = "changed"
		}
		m.family(at, "table", "ticks", form, 10000, 50+0.5*1e4+4*1e4*share, nil)
		m.family(at, "table", "bitmap", form, 10000, 20+0.01*1e4+10*1e4*share, nil)
	}
	for _, s := range []string{"table", "sparse"} {
		m.family("iterate/get/n=10000", s, "none", "get", 10000, 5e4, nil)
		m.family("spawn/churn/n=10000", s, "none", "batch", 1000, 80e3, nil)
		m.family("spawn/fill/n=10000/components=2", s, "none", "batch", 10000, 30e4, nil)
		m.family("spawn/despawn/n=10000", s, "none", "batch", 10000, 20e4, nil)
	}
	m.family("track/iterate/n=10000/order=run", "table", "ticks", "tracked", 10000, 3e4, nil)
	m.family("track/iterate/n=10000/order=run", "table", "ticks", "untracked", 10000, 2e4, nil)
	m.family("track/mark/n=10000/dirty=100/cluster=scattered", "table", "ticks", "mut", 10000, 9e4, nil)
	m.family("track/mark/n=10000/dirty=100/cluster=scattered", "table", "ticks", "untracked", 10000, 6e4, nil)
	for _, carry := range []int{1, 10} {
		m.family("migrate/add-remove/n=10000/carry="+strconv.Itoa(carry)+"/bytes=16/mode=single", "table", "none", "", 10000, 2e4*(25+0.25*16*float64(carry)), nil)
		m.family("migrate/add-remove/n=10000/carry="+strconv.Itoa(carry)+"/bytes=16/mode=single", "sparse", "none", "", 10000, 2e4*40, nil)
	}
	m.family("migrate/toggle/n=10000/carry=32", "table", "none", "", 10000, 2e4*(25+0.25*16*32), nil)
	m.family("migrate/toggle/n=10000/carry=32", "sparse", "none", "", 10000, 2e4*11, nil)
	return m
}

// Predictions from costs without noise are those costs, and their intervals nothing.
func TestPredictionsAreExact(t *testing.T) {
	m := New(known().Run)
	for _, c := range []struct {
		name string
		job  Job
		want map[string]float64
	}{
		{"iterate", Job{Kind: Iterate, Passes: 3, Units: 6000}, map[string]float64{"table/none": 300 + 12000, "sparse/none": 18000}},
		{"iterate and mark", Job{Kind: Iterate, Passes: 1, Units: 500, Marks: 500}, map[string]float64{"table/none": 1100, "table/ticks": 1600, "sparse/ticks": 2000}},
		{"detect at a share that was measured", Job{Kind: Detect, Passes: 2, Units: 40000, Found: 4000}, map[string]float64{"table/ticks": 100 + 20000 + 16000, "table/bitmap": 40 + 400 + 40000}},
		{"detect between shares", Job{Kind: Detect, Passes: 1, Units: 10000, Found: 5000}, map[string]float64{"table/ticks": 50 + 5000 + 20000, "table/bitmap": 20 + 100 + 50000}},
		{"detect at another size", Job{Kind: Detect, Passes: 1, Units: 300, Found: 3}, map[string]float64{"table/ticks": 50 + 150 + 12}},
		{"mark", Job{Kind: Mark, Units: 10}, map[string]float64{"table/none": 50, "table/ticks": 90, "sparse/ticks": 50 + 30}},
		{"read", Job{Kind: Read, Units: 7}, map[string]float64{"table/none": 35, "table/bitmap": 35}},
		{"churn", Job{Kind: Churn, Units: 5, Batch: true}, map[string]float64{"table/none": 400}},
		{"churn and mark", Job{Kind: Churn, Units: 5, Marks: 10}, map[string]float64{"table/ticks": 410}},
		{"spawn", Job{Kind: Spawn, Units: 5}, map[string]float64{"sparse/none": 150}},
		{"despawn", Job{Kind: Despawn, Units: 5}, map[string]float64{"sparse/none": 100}},
		{"move", Job{Kind: Move, Units: 4}, map[string]float64{"table/none": 4 * (25 + 0.25*64), "sparse/none": 160}},
		{"move what is declared sparse", Job{Kind: Move, Units: 4, Sparse: true}, map[string]float64{"table/none": 4 * (25 + 0.25*64), "sparse/none": 44}},
		{"frame", Job{Kind: Frame, Units: 1}, map[string]float64{"table/ticks": 0}},
	} {
		w := &Workload{Entities: 1000, Bytes: 64, Tracked: 2, Jobs: []Job{c.job}}
		for pair, want := range c.want {
			storage, tracker, _ := strings.Cut(pair, "/")
			p, miss := m.Predict(w, storage, tracker)
			if miss != nil {
				t.Errorf("%s: %v", c.name, miss)
				continue
			}
			near(t, c.name+" on "+pair, p.NS, want)
			borrowed := storage == "sparse" && tracker != "none"
			if p.Borrowed != borrowed {
				t.Errorf("%s on %s: borrowed %t", c.name, pair, p.Borrowed)
			}
			if borrowed { // the lender's noise tells nothing of this pair
				if !math.IsInf(p.Within.Lo, -1) || !math.IsInf(p.Within.Hi, 1) {
					t.Errorf("%s on %s is borrowed, and within %v", c.name, pair, p.Within)
				}
				continue
			}
			near(t, c.name+" on "+pair+", low", p.Within.Lo, want)
			near(t, c.name+" on "+pair+", high", p.Within.Hi, want)
		}
	}
}

// A tracker that is measured in another's stead lends its costs, and that is said.
func TestVariantsBorrow(t *testing.T) {
	run := known()
	run.family("track/iterate/n=10000/order=run", "table", "frame", "tracked", 10000, 5e4, nil)
	run.family("track/iterate/n=10000/order=run", "table", "frame", "untracked", 10000, 2e4, nil)
	w := &Workload{Entities: 1000, Jobs: []Job{{Kind: Iterate, Passes: 1, Units: 1000, Marks: 1000}}}
	for pair, want := range map[string]float64{"table/frame": 2100 + 3000, "table/frame-exact": 2100 + 3000, "sparse/frame-exact": 3000 + 3000} {
		storage, tracker, _ := strings.Cut(pair, "/")
		p, missing := New(run.Run).Predict(w, storage, tracker)
		if missing != nil {
			t.Fatal(missing[0])
		}
		near(t, pair, p.NS, want)
		if p.Borrowed != (pair != "table/frame") {
			t.Errorf("%s: borrowed %t", pair, p.Borrowed)
		}
	}
}

// Slower by what is borrowed is not clearly slower.
func TestClearlySlower(t *testing.T) {
	for _, c := range []struct {
		p    Prediction
		want bool
	}{{Prediction{}, true}, {Prediction{Alike: true}, false}, {Prediction{Borrowed: true}, false}} {
		if got := c.p.ClearlySlower(); got != c.want {
			t.Errorf("%+v: %t", c.p, got)
		}
	}
}

// Where entities come and go, rows stand in no order, and costs of rows in order
// do not stand for them.
func TestMixedWorlds(t *testing.T) {
	run := known()
	w := &Workload{Entities: 1000, Mixed: true, Jobs: []Job{{Kind: Iterate, Passes: 1, Units: 1000, Marks: 1000}}}
	if _, missing := New(run.Run).Predict(w, "table", "ticks"); len(missing) != 1 || missing[0].Need != "track/iterate/order=shuffled" {
		t.Errorf("%v", missing)
	}
	run.family("track/iterate/n=10000/order=shuffled", "table", "ticks", "tracked", 10000, 9e4, nil)
	run.family("track/iterate/n=10000/order=shuffled", "table", "ticks", "untracked", 10000, 2e4, nil)
	run.family("iterate/shuffled/n=10000", "table", "none", "", 10000, 2e4, nil)
	run.family("iterate/shuffled/n=10000", "sparse", "none", "", 10000, 5e4, nil)
	m := New(run.Run)
	for pair, want := range map[string]float64{"table/ticks": 100 + 2000 + 7000, "sparse/ticks": 5000 + 7000} {
		storage, tracker, _ := strings.Cut(pair, "/")
		p, missing := m.Predict(w, storage, tracker)
		if missing != nil {
			t.Fatal(missing[0])
		}
		near(t, pair, p.NS, want)
		if p.AtLeast != (storage == "sparse") {
			t.Errorf("%s: at least: %t", pair, p.AtLeast)
		}
	}
	run.family("iterate/first/n=10000/order=shuffled", "sparse", "none", "", 10000, 20e4, nil)
	p, _ := New(run.Run).Predict(w, "sparse", "ticks")
	near(t, "first pass after a change", p.NS, 20000+7000)
	if p.AtLeast {
		t.Error("what was measured is called the least")
	}
}

// Jobs add up, and their parts are told, the dearest first.
func TestPartsAddUp(t *testing.T) {
	w := &Workload{Entities: 1000, Jobs: []Job{{Kind: Read, Units: 10}, {Kind: Iterate, Passes: 1, Units: 1000}, {Kind: Detect, Passes: 1, Units: 1000}}}
	p, miss := New(known().Run).Predict(w, "table", "ticks")
	if miss != nil {
		t.Fatal(miss)
	}
	near(t, "whole", p.NS, 50+2100+550)
	for i, want := range []struct {
		kind Kind
		ns   float64
	}{{Iterate, 2100}, {Detect, 550}, {Read, 50}} {
		if p.Parts[i].Kind != want.kind {
			t.Errorf("part %d is %s, expected %s", i, p.Parts[i].Kind, want.kind)
		}
		near(t, string(want.kind), p.Parts[i].NS, want.ns)
		near(t, string(want.kind), p.Parts[i].Share, want.ns/2700)
	}
}

func TestBytes(t *testing.T) {
	m := New(known().Run)
	w := &Workload{Entities: 2000, Bytes: 100, Tracked: 3}
	for pair, want := range map[string]float64{
		"table/none":   4096 + 2000*(8+100),
		"sparse/none":  1024 + 2000*(18+100),
		"table/ticks":  4096 + 2000*(8+100) + 3*2000*8,
		"table/bitmap": 4096 + 2000*(8+100) + 3*(64+2000),
	} {
		storage, tracker, _ := strings.Cut(pair, "/")
		near(t, pair, m.bytes(w, storage, tracker), want)
	}
}

// The order turns where the costs cross, and nowhere else.
func TestRankingFlips(t *testing.T) {
	m := New(known().Run)
	first := func(w *Workload, pairs ...string) string {
		var list []*Prediction
		for _, pair := range pairs {
			storage, tracker, _ := strings.Cut(pair, "/")
			p, miss := m.Predict(w, storage, tracker)
			if miss != nil {
				t.Fatal(miss)
			}
			list = append(list, p)
		}
		m.Rank(list)
		for i, p := range list {
			near(t, "ratio", p.Ratio, p.NS/list[0].NS)
			if p.Alike != (i == 0 || p.NS == list[0].NS) {
				t.Errorf("%s is alike: %t", p.Pair, p.Alike)
			}
		}
		return list[0].Pair
	}
	// 100 + 2n = 3n at n = 100; 50 + 0.5n + 4f = 20 + 0.01n + 10f at f = 5 + 0.49n/6
	for n, want := range map[float64]string{50: "sparse/none", 99: "sparse/none", 101: "table/none", 5000: "table/none"} {
		w := &Workload{Entities: n, Jobs: []Job{{Kind: Iterate, Passes: 1, Units: n}}}
		if got := first(w, "table/none", "sparse/none"); got != want {
			t.Errorf("n=%g: %s is first, expected %s", n, got, want)
		}
	}
	for found, want := range map[float64]string{0: "table/bitmap", 821: "table/bitmap", 823: "table/ticks", 9000: "table/ticks"} {
		w := &Workload{Entities: 10000, Jobs: []Job{{Kind: Detect, Passes: 1, Units: 10000, Found: found}}}
		if got := first(w, "table/ticks", "table/bitmap"); got != want {
			t.Errorf("%g changed: %s is first, expected %s", found, got, want)
		}
	}
}

// Processes that differ give an interval that holds the truth, and ratios of
// what they share none.
func TestIntervals(t *testing.T) {
	run := newMade()
	run.factor = func(p int) float64 { return []float64{0.8, 1, 1.25}[p-1] }
	run.family("iterate/pair/n=1000", "table", "none", "", 1000, 1000, nil)
	run.family("iterate/pair/n=1000", "sparse", "none", "", 1000, 2000, nil)
	m := New(run.Run)
	w := &Workload{Jobs: []Job{{Kind: Iterate, Passes: 1, Units: 1000}}}
	a, _ := m.Predict(w, "table", "none")
	b, _ := m.Predict(w, "sparse", "none")
	m.Rank([]*Prediction{a, b})
	near(t, "estimate", a.NS, 1000)
	if a.Within.Lo > 800.001 || a.Within.Hi < 1249.9 {
		t.Errorf("interval %v", a.Within)
	}
	near(t, "ratio", b.RatioWithin.Lo, 2)
	near(t, "ratio", b.RatioWithin.Hi, 2)
	if b.Alike {
		t.Error("twice the time in every process is not told apart")
	}
}

// A line that misses its points widens the interval by as much.
func TestMisfitWidens(t *testing.T) {
	run := newMade()
	for _, n := range []int{100, 1000, 10000} {
		run.family("iterate/pair/n="+strconv.Itoa(n), "table", "none", "", n, map[int]float64{100: 100, 1000: 2000, 10000: 10000}[n], nil)
	}
	p, _ := New(run.Run).Predict(&Workload{Jobs: []Job{{Kind: Iterate, Passes: 1, Units: 1000}}}, "table", "none")
	if p.Within.Lo > 0.8*p.NS || p.Within.Hi < 1.2*p.NS {
		t.Errorf("%g within %v", p.NS, p.Within)
	}
}

func TestMissing(t *testing.T) {
	run := newMade()
	run.family("iterate/pair/n=1000", "table", "none", "", 1000, 1000, nil)
	m := New(run.Run)
	for kind, need := range map[Kind]string{
		Detect: "track/density", Mark: "iterate/get", Read: "iterate/get", Churn: "spawn/churn", Spawn: "spawn/fill",
		Despawn: "spawn/despawn", Move: "migrate/add-remove",
	} {
		_, missing := m.Predict(&Workload{Jobs: []Job{{Kind: Iterate, Units: 1}, {Kind: kind, Units: 1}}}, "table", "ticks")
		want := Missing{Pair: "table/ticks", Kind: kind, Need: need}
		if len(missing) != 1 || *missing[0] != want || !strings.Contains(missing[0].Error(), need) {
			t.Errorf("%s: %v", kind, missing)
		}
	}
	if _, miss := m.Predict(&Workload{Jobs: []Job{{Kind: Iterate, Units: 1}}}, "sparse", "none"); miss == nil {
		t.Error("a storage that was not measured has costs")
	}
}

// A cell that failed anywhere, floors and twins give no cost.
func TestFailedCellsGiveNoCost(t *testing.T) {
	run := newMade()
	run.family("iterate/pair/n=1000", "table", "none", "", 1000, 1000, nil)
	run.Failures = []raw.Failure{{Benchmark: run.Samples[0].Benchmark}}
	if m := New(run.Run); len(m.points) != 0 {
		t.Errorf("%d points", len(m.points))
	}
}

func TestCorrelation(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{1, 2, 3}, []float64{10, 20, 90}, 1},
		{[]float64{1, 2, 3}, []float64{3, 2, 1}, -1},
		{[]float64{1, 2, 3, 4}, []float64{2, 1, 4, 3}, 0.6},
		{[]float64{1, 1, 2}, []float64{5, 5, 6}, 1},
	} {
		near(t, "correlation", Correlation(c.a, c.b), c.want)
	}
	if !math.IsNaN(Correlation([]float64{1}, []float64{1})) {
		t.Error("one value has a rank correlation")
	}
}

// The numbers of a trace, a frame.
func TestWorkloadOfATrace(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	f, err := replay.Parse("t", []byte(`component A fields=2
component B fields=4 track=none
component S sparse
spawn x*1000 A=1,1 B
spawn y A=0,0
spawn z*10 A
tick
run o
  count AllChanged(A)
end
tick
measure
repeat 4
  run go
    each All(A,B) mut A
    each All(B) mut B
    sum All(B) of B
    count All(A)
  end
  mut x%1 A
  mut x%1 B
  mut y A
  read y A
  add z.* S
  remove z.* S
  despawn x%1
  spawn x+10 A B
  run o
    count AllChanged(A)
  end
  clear
  tick
end
`))
	if err != nil {
		t.Fatal(err)
	}
	c, r := replay.Survey(f, backends.All()[slices.IndexFunc(backends.All(), func(b ecs.Backend) bool { return b.Pair() == "table/ticks" })])
	if c == nil {
		t.Fatalf("%+v", r)
	}
	w := Of(f, c)
	near(t, "entities", w.Entities, 1011)
	near(t, "bytes", w.Bytes, (1011*16.0+1000*32)/1011)
	near(t, "tracked", w.Tracked, 1)
	if !w.Mixed || !w.Asks || !slices.Equal(w.Left, []string{"clear"}) {
		t.Errorf("%+v", w)
	}
	want := []Job{
		{Kind: Iterate, Passes: 4, Units: 3000, Marks: 1000},
		{Kind: Detect, Passes: 1, Units: 1011, Found: 1001},
		{Kind: Mark, Units: 11},
		{Kind: Read, Units: 11},
		{Kind: Churn, Units: 10, Marks: 10, Batch: true},
		{Kind: Move, Units: 20, Marks: 20, Batch: true, Sparse: true},
		{Kind: Frame, Units: 1},
	}
	if !slices.Equal(w.Jobs, want) {
		t.Errorf("jobs\n%+v\nexpected\n%+v", w.Jobs, want)
	}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
		t.Errorf("%s: %.12g, expected %.12g", what, got, want)
	}
}
