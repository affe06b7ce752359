package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// sweep makes times of points with a true cost and the noise of the machine.
func sweep(rng *rand.Rand, costs ...float64) [][][]float64 {
	w := &world{rng, 8, 10, 0.005, 0.01}
	return w.cells(costs...)
}

func TestFitFindsWhatWasPutIn(t *testing.T) {
	const seed = 21
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, seed))
	x := [][]float64{{1000}, {10000}, {100000}}
	covered, tries := 0, 40
	for i := range tries {
		y := sweep(rng, 500+0.7*1000, 500+0.7*10000, 500+0.7*100000)
		line, fixed, pers, ok := FitProcesses(x, y, uint64(i))
		if !ok {
			t.Fatal("no fit")
		}
		per := pers[0]
		if math.Abs(line.Per[0]/70-1) > 0.08 || math.Abs(line.Fixed/50000-1) > 0.25 { // cells are of 100 ns times the factor
			t.Fatalf("sample %d: %+v", i, line)
		}
		if per.Lo <= 70 && 70 <= per.Hi {
			covered++
		}
		if !(fixed.Lo <= line.Fixed && line.Fixed <= fixed.Hi) {
			t.Errorf("sample %d: %g is not in %+v", i, line.Fixed, fixed)
		}
	}
	// Common to all cells of a round is a noise that the cost shares.
	if covered*100 < tries*80 {
		t.Errorf("%d of %d intervals hold the true cost", covered, tries)
	}
	if _, f, p, ok := FitProcesses(x, [][][]float64{{{1}}, {{2}}, {{3}}}, 1); !ok || !math.IsInf(f.Hi, 1) || !math.IsInf(p[0].Lo, -1) {
		t.Errorf("one process: %v %v", f, p)
	}
}

// TestFitTellsTwoQuantitiesApart: what is scanned from what is reported.
func TestFitTellsTwoQuantitiesApart(t *testing.T) {
	const seed = 24
	rng := rand.New(rand.NewPCG(seed, seed))
	x := [][]float64{{10000, 0}, {10000, 100}, {10000, 1000}, {10000, 10000}, {1000, 10}, {100000, 1000}}
	truth := Costs{500, []float64{0.7, 3}}
	var costs []float64
	for _, at := range x {
		costs = append(costs, truth.At(at))
	}
	c, _, per, ok := FitProcesses(x, sweep(rng, costs...), 1)
	if !ok {
		t.Fatal("no fit")
	}
	for i, want := range []float64{70, 300} { // cells are of 100 ns times the factor
		if math.Abs(c.Per[i]/want-1) > 0.1 || per[i].Lo > want || per[i].Hi < want {
			t.Errorf("quantity %d: %g in %+v, %g was put in", i, c.Per[i], per[i], want)
		}
	}
	for name, x := range map[string][][]float64{
		"in proportion":   {{1, 10}, {2, 20}, {3, 30}, {4, 40}},
		"one that stays":  {{1, 5}, {2, 5}, {3, 5}, {4, 5}},
		"nothing":         {{0}, {0}, {0}, {0}},
		"too few of them": {{1, 2}, {2, 1}},
	} {
		if c, ok := FitCosts(x, []float64{10, 20, 30, 40}[:len(x)]); ok {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

func TestCrossing(t *testing.T) {
	const seed = 22
	rng := rand.New(rand.NewPCG(seed, seed))
	// 1 against 2 at x=1, 4 against 2 at x=100: equal after a third of the way.
	a, b := sweep(rng, 1, 2), sweep(rng, 4, 2)
	at, within, ok := Crossing(1, 100, a[0], a[1], b[0], b[1], 1)
	if !ok || math.Abs(at/34-1) > 0.05 || within.Lo > at || within.Hi < at || within.Lo < 31 || within.Hi > 37 {
		t.Errorf("crosses at %g in %+v, want 34: %v", at, within, ok)
	}
	at, _, ok = Crossing(0, 100, a[0], a[1], b[0], b[1], 1)
	if !ok || math.Abs(at-100.0/3) > 2 {
		t.Errorf("from zero it crosses at %g, want 33.3", at)
	}
	if _, _, ok := Crossing(1, 100, a[0], a[1], a[0], a[1], 1); ok {
		t.Error("a ratio that stays crosses")
	}
	// What is hardly different at one end may have crossed before.
	near := sweep(rng, 2*0.999, 2)
	if _, within, ok := Crossing(1, 100, near[0], near[1], b[0], b[1], 1); ok && !math.IsInf(within.Lo, -1) {
		t.Errorf("an open crossing has a lower end: %+v", within)
	}
}

func TestDriftAndModes(t *testing.T) {
	const seed = 23
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, seed))
	drifting, bimodal := 0, 0
	for range 200 {
		c := sweep(rng, 1)[0]
		if Drift(c) != 1 {
			drifting++
		}
		var all []float64
		for range 60 {
			all = append(all, math.Exp(0.02*rng.NormFloat64()))
		}
		if _, two := Modes(all); two {
			bimodal++
		}
	}
	if drifting > 20 || bimodal > 2 {
		t.Errorf("of 200 steady samples %d drift and %d have two modes", drifting, bimodal)
	}
	slope := sweep(rng, 1)[0]
	for p := range slope {
		for r := range slope[p] {
			slope[p][r] *= 1 + 0.02*float64(r)
		}
	}
	if d := Drift(slope); d < 1.08 || d > 1.25 {
		t.Errorf("14 %% from the first third to the last: %g", d)
	}
	var heaps []float64
	for i := range 60 {
		heaps = append(heaps, (1+0.36*float64(min(i%4, 1)))*math.Exp(0.02*rng.NormFloat64()))
	}
	if apart, two := Modes(heaps); !two || math.Abs(apart-1.36) > 0.03 {
		t.Errorf("two heaps 36 %% apart: %g %v", apart, two)
	}
	if _, two := Modes(heaps[:10]); two {
		t.Error("ten samples have two modes")
	}
	same := make([]float64, 30)
	for i := range same {
		same[i] = 5
	}
	if _, two := Modes(same); two || Drift([][]float64{{1}, {1}, {1}, {1}}) != 1 {
		t.Error("equal samples have two modes, or single rounds drift")
	}
}
