package stat

import (
	"math"
	"math/rand/v2"
	"testing"

	"golang.org/x/perf/benchmath"
)

// world makes samples with the noise that a shared virtual machine shows:
// each process shifts a cell by its placement, each round all cells together,
// and each cell of a round by itself; one round in twenty is hit by something.
type world struct {
	rng               *rand.Rand
	processes, rounds int
	placement, single float64
}

func (w *world) cells(factors ...float64) [][][]float64 {
	out := make([][][]float64, len(factors))
	for i := range out {
		out[i] = make([][]float64, w.processes)
	}
	for p := range w.processes {
		shift := make([]float64, len(factors))
		for i := range shift {
			shift[i] = w.placement * w.rng.NormFloat64()
		}
		for range w.rounds {
			common := 0.05 * w.rng.NormFloat64()
			for i, f := range factors {
				e := common + shift[i] + w.single*w.rng.NormFloat64()
				if w.rng.IntN(20) == 0 {
					e += 0.3 * w.rng.Float64()
				}
				out[i][p] = append(out[i][p], 100*f*math.Exp(e))
			}
		}
	}
	return out
}

// judge compares all cells with the first, as a family is judged.
func judge(cells [][][]float64, d float64, seed uint64) ([]Ratio, []Verdict) {
	var ratios []Ratio
	var p []float64
	for _, c := range cells[1:] {
		r := Compare(c, cells[0], seed)
		ratios, p = append(ratios, r), append(p, r.P)
	}
	corrected := Holm(p)
	var v []Verdict
	for i, r := range ratios {
		v = append(v, Judge(r, d, corrected[i]))
	}
	return ratios, v
}

func TestIdenticalCellsAreRarelySeparable(t *testing.T) {
	for _, processes := range []int{5, 10} {
		const seed = 1
		t.Logf("seed %d", seed)
		w := &world{rand.New(rand.NewPCG(seed, uint64(processes))), processes, 10, 0.015, 0.02}
		separable, uncovered, comparisons := 0, 0, 0
		for i := range 60 {
			ratios, verdicts := judge(w.cells(1, 1, 1, 1), MinMargin, uint64(i))
			for j, v := range verdicts {
				comparisons++
				if v == Faster || v == Slower {
					separable++
				}
				if ratios[j].Lo > 1 || ratios[j].Hi < 1 {
					uncovered++
				}
			}
		}
		if limit := comparisons / 20; separable > limit {
			t.Errorf("%d processes: %d of %d identical cells were called different; at most %d may", processes, separable, comparisons, limit)
		}
		// The intervals themselves, without margin and correction, hold too.
		if limit := comparisons * 8 / 100; uncovered > limit {
			t.Errorf("%d processes: %d of %d intervals miss the true ratio; at most %d may", processes, uncovered, comparisons, limit)
		}
	}
}

func TestFivePercentIsFound(t *testing.T) {
	for _, processes := range []int{5, 10} {
		const seed = 2
		t.Logf("seed %d", seed)
		w := &world{rand.New(rand.NewPCG(seed, uint64(processes))), processes, 10, 0.003, 0.006}
		found, narrow := 0, 0
		for i := range 60 {
			ratios, verdicts := judge(w.cells(1, 1.05, 1, 1.05), MinMargin, uint64(i))
			for _, j := range []int{0, 2} {
				if half := (ratios[j].Hi - ratios[j].Lo) / 2; half > 0.02 {
					continue
				}
				narrow++
				if verdicts[j] == Slower {
					found++
				}
			}
		}
		if narrow < 40 {
			t.Fatalf("%d processes: only %d intervals are narrow enough to tell", processes, narrow)
		}
		if found*10 < narrow*9 {
			t.Errorf("%d processes: 5 %% was found in %d of %d; 90 %% are due", processes, found, narrow)
		}
	}
}

// TestMarginOfTheSameRun judges with the margin of a pair that is as noisy as
// what it judges: the noise that the intervals show already must not hide 5 %,
// nor may the smaller margin separate what is identical.
func TestMarginOfTheSameRun(t *testing.T) {
	// Half widths of 1 to 2 %.
	for _, c := range []struct {
		processes int
		noise     float64
	}{{5, 0.002}, {20, 0.011}} {
		const seed = 5
		processes, noise := c.processes, c.noise
		t.Logf("seed %d", seed)
		w := &world{rand.New(rand.NewPCG(seed, uint64(processes))), processes, 10, noise, 2 * noise}
		const tries = 60
		found, narrow, separable := 0, 0, 0
		for i := range tries {
			cells := w.cells(1, 1.05, 1, 1)
			d := Margin([]Ratio{Compare(cells[3], cells[0], uint64(i))})
			ratios, verdicts := judge(cells[:3], d, uint64(i))
			if (ratios[0].Hi-ratios[0].Lo)/2 <= 0.02 {
				narrow++
				if verdicts[0] == Slower {
					found++
				}
			}
			if verdicts[1] == Slower || verdicts[1] == Faster {
				separable++
			}
		}
		t.Logf("%d processes: 5 %% found in %d of %d, %d of %d separable", processes, found, narrow, separable, tries)
		if narrow < tries/2 {
			t.Fatalf("%d processes: only %d intervals are narrow enough to tell", processes, narrow)
		}
		if found*10 < narrow*9 {
			t.Errorf("%d processes: 5 %% was found in %d of %d; 90 %% are due", processes, found, narrow)
		}
		if separable*20 > tries {
			t.Errorf("%d processes: %d of %d identical cells were called different", processes, separable, tries)
		}
	}
}

func TestOnePercentIsNeverSlower(t *testing.T) {
	const seed = 3
	t.Logf("seed %d", seed)
	w := &world{rand.New(rand.NewPCG(seed, seed)), 5, 10, 0.008, 0.015}
	for i := range 60 {
		cells := w.cells(1, 1.01, 1, 1)
		_, verdicts := judge(cells, MinMargin, uint64(i))
		if verdicts[0] == Slower {
			t.Fatalf("sample %d: 1 %% was called slower", i)
		}
	}
}

func TestCompareIsDeterministic(t *testing.T) {
	w := &world{rand.New(rand.NewPCG(4, 4)), 5, 10, 0.01, 0.01}
	cells := w.cells(1, 1.2)
	if a, b := Compare(cells[1], cells[0], 7), Compare(cells[1], cells[0], 7); a != b {
		t.Errorf("the same seed gave %+v and %+v", a, b)
	}
}

func TestCompareOfFew(t *testing.T) {
	one := Compare([][]float64{{2, 2}}, [][]float64{{1, 1}}, 1)
	if math.Abs(one.Ratio-2) > 1e-12 || !math.IsInf(one.Hi, 1) || Judge(one, MinMargin, 0) != NotSeparable {
		t.Errorf("one process: %+v", one)
	}
	exact := Compare([][]float64{{2, 2}, {2, 2}}, [][]float64{{1, 1}, {1, 1}}, 1)
	if exact.P > 1e-9 || Judge(exact, MinMargin, exact.P) != Slower {
		t.Errorf("exact samples: %+v", exact)
	}
	same := Compare([][]float64{{1, 1}, {1, 1}}, [][]float64{{1, 1}, {1, 1}}, 1)
	if same.P != 1 || Judge(same, MinMargin, same.P) != Equivalent {
		t.Errorf("equal samples: %+v", same)
	}
}

func TestJudge(t *testing.T) {
	const d = 0.02
	for _, c := range []struct {
		lo, hi, p float64
		want      Verdict
	}{
		{0.80, 0.97, 0.01, Faster},
		{0.80, 0.97, 0.06, NotSeparable},
		{0.80, 0.99, 0.01, NotSeparable},
		{1.03, 1.20, 0.01, Slower},
		{1.01, 1.20, 0.01, NotSeparable},
		{0.99, 1.01, 0.90, Equivalent},
		{0.985, 0.995, 0.001, Equivalent},
		{0.97, 1.01, 0.90, NotSeparable},
	} {
		if got := Judge(Ratio{Lo: c.lo, Hi: c.hi, Processes: 5}, d, c.p); got != c.want {
			t.Errorf("[%g, %g] with p %g: %s, want %s", c.lo, c.hi, c.p, got, c.want)
		}
	}
}

func TestNoiseDoesNotMakeEquivalent(t *testing.T) {
	if got := Judge(Ratio{Lo: 0.8, Hi: 1.25, Processes: 5}, 0.3, 1); got != NotSeparable {
		t.Errorf("[0.8, 1.25] with d = 30 %%: %s", got)
	}
}

// TestMuchNoiseHidesNoLargeDifference: a margin of 150 % leaves room on both
// sides.
func TestMuchNoiseHidesNoLargeDifference(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		want   Verdict
	}{
		{0.001, 0.002, Faster}, {0.3, 0.39, Faster}, {0.3, 0.5, NotSeparable}, {2.6, 3, Slower}, {2, 3, NotSeparable},
	} {
		if got := Judge(Ratio{Lo: c.lo, Hi: c.hi, Processes: 5}, 1.5, 0.01); got != c.want {
			t.Errorf("[%g, %g]: %s, want %s", c.lo, c.hi, got, c.want)
		}
	}
}

func TestMargin(t *testing.T) {
	if got := Margin(nil); got != MinMargin {
		t.Errorf("without pairs the margin is %g", got)
	}
	pair := func(ratio, lo, hi float64) Ratio { return Ratio{Ratio: ratio, Lo: lo, Hi: hi, Processes: 5} }
	for _, c := range []struct {
		name  string
		pairs []Ratio
		want  float64
	}{
		{"narrow", []Ratio{pair(1.001, 0.99, 1.01)}, MinMargin},
		{"wide", []Ratio{pair(1, 0.9, 1.1)}, 0.1 * (math.Sqrt2 - 1)},
		{"slower", []Ratio{pair(1.03, 1.01, 1.05)}, 0.03 + 0.02*(math.Sqrt2-1)},
		{"faster", []Ratio{pair(0.97, 0.94, 0.99)}, 0.03 + 0.03*(math.Sqrt2-1)},
		{"of several the largest", []Ratio{pair(1, 0.99, 1.01), pair(0.96, 0.92, 1.01), pair(1.01, 1.001, 1.02)}, 0.04 + 0.04*(math.Sqrt2-1)},
	} {
		if got := Margin(c.pairs); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: the margin is %g, want %g", c.name, got, c.want)
		}
	}
	if got := Margin([]Ratio{{Hi: math.Inf(1), Processes: 1}}); got != MinMargin {
		t.Errorf("a pair without interval gives the margin %g", got)
	}
}

func TestHolm(t *testing.T) {
	got := Holm([]float64{0.01, 0.04, 0.03, 0.005})
	for i, want := range []float64{0.03, 0.06, 0.06, 0.02} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("corrected p %d is %g, want %g", i, got[i], want)
		}
	}
}

func TestSummarizeKeepsOrderAndAgreesWithBenchmath(t *testing.T) {
	values := []float64{5, 1, 4, 2, 3, 9, 7, 8, 6, 10}
	got := Summarize(values)
	if values[0] != 5 || values[9] != 10 {
		t.Errorf("the values were reordered: %v", values)
	}
	sum := benchmath.AssumeNothing.Summary(benchmath.NewSample([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, &benchmath.DefaultThresholds), 0.95)
	if got.Center != sum.Center || got.Lo != sum.Lo || got.Hi != sum.Hi {
		t.Errorf("got %+v, benchmath says %+v", got, sum)
	}
}

func TestRound4(t *testing.T) {
	for in, want := range map[float64]float64{0: 0, 123456: 123500, 0.00123449: 0.001234, -1.00005: -1, 9999.9: 10000} {
		if got := Round4(in); got != want {
			t.Errorf("Round4(%g) = %g, want %g", in, got, want)
		}
	}
}
