package claims

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"ecslab/harness/analyse"
)

// series is a claim that something is faster along x, and its true ratios.
func series(at map[float64]float64) (Claim, *costs) {
	c := Claim{ID: "T", Over: "x", Statement: "It is faster."}
	m := quiet(map[analyse.Cost]float64{})
	for _, x := range []float64{1, 10, 100} {
		ratio, ok := at[x]
		family := strings.Repeat("f", int(math.Log10(x))+1)
		p := beside("x="+family, Faster{}, family, "a", "b").along("a ÷ b", x)
		c.Points = append(c.Points, p)
		if ok {
			m.true[p.Of], m.true[p.Against] = ratio, 1
		}
	}
	return c, m
}

func TestCombination(t *testing.T) {
	for _, c := range []struct {
		name   string
		at     map[float64]float64
		noise  float64
		want   string
		detail string
	}{
		{"all", map[float64]float64{1: 2, 10: 2, 100: 2}, 0, Supported, ""},
		{"none", map[float64]float64{1: 0.5, 10: 0.5, 100: 0.5}, 0, Refuted, ""},
		{"some", map[float64]float64{1: 4, 10: 2, 100: 0.25}, 0, "depends on x", "supported up to x=ff; refuted at x=fff"},
		{"one is missing", map[float64]float64{1: 4, 10: 2}, 0, Supported, "1 of 3 points not measured"},
		{"all are missing", nil, 0, NotMeasured, "a is not in this run"},
		{"one is open", map[float64]float64{1: 8, 10: 8, 100: 1}, 0.2, Supported + InPart, "supported up to x=ff; not separable at x=fff; effects above"},
		{"one is open and one missing", map[float64]float64{1: 8, 100: 1}, 0.2, Supported + InPart, "supported at x=f; not separable at x=fff; effects above"},
		{"one is open, the others refute", map[float64]float64{1: 1, 10: 0.1, 100: 0.1}, 0.2, Refuted + InPart, "refuted from x=ff on; not separable at x=f; effects above"},
		{"of each kind one", map[float64]float64{1: 8, 10: 1, 100: 0.1}, 0.2, "depends on x", "supported at x=f; refuted at x=fff; not separable at x=ff; effects above"},
		{"all are open", map[float64]float64{1: 1, 10: 1, 100: 1}, 0.2, NotSeparable, "effects above"},
	} {
		claim, m := series(c.at)
		if c.noise > 0 {
			m.noise = c.noise
		}
		got := Judge([]Claim{claim}, m, nil)[0]
		if got.Verdict != c.want || !strings.HasPrefix(got.Detail, c.detail) || c.detail == "" && got.Detail != "" {
			t.Errorf("%s (seed %d): %q, %q; want %q, %q", c.name, m.seed, got.Verdict, got.Detail, c.want, c.detail)
		}
	}
}

func TestMissingIsSaid(t *testing.T) {
	got := Judge([]Claim{{ID: "T", Missing: "another machine"}}, quiet(nil), nil)[0]
	if got.Verdict != NotMeasured || got.Detail != "another machine" {
		t.Errorf("a claim without points is %q: %q", got.Verdict, got.Detail)
	}
}

// TestCrossover: 4 at 1, 2 at 10 and 1/4 at 100 pass 1 at 10·10^(log 2 ÷ log 8).
func TestCrossover(t *testing.T) {
	claim, m := series(map[float64]float64{1: 4, 10: 2, 100: 0.25})
	got := Judge([]Claim{claim}, m, nil)[0]
	want := 10 * math.Pow(10, 1.0/3)
	if len(got.Crossovers) != 1 {
		t.Fatalf("crossovers: %+v", got.Crossovers)
	}
	x := got.Crossovers[0]
	if math.Abs(x.At/want-1) > 0.02 || x.Lo == nil || x.Hi == nil || *x.Lo >= x.At || *x.Hi <= x.At || *x.Lo < 0.9*want || *x.Hi > 1.1*want {
		t.Errorf("crossover %+v (seed %d), want about %g", x, m.seed, want)
	}
	rising, m := series(map[float64]float64{1: 0.25, 10: 0.5, 100: 4})
	got = Judge([]Claim{rising}, m, nil)[0]
	if x := got.Crossovers[0]; *x.Lo >= x.At || *x.Hi <= x.At {
		t.Errorf("a rising ratio crosses at %+v", x)
	}
}

func TestCrossoverOverZero(t *testing.T) {
	at := func(x, ratio float64) station { return station{x, effect{}.of(ratio)} }
	got := crossing([]station{at(0, 2), at(10, 0.5)}, func(e effect) float64 { return e.Ratio.Ratio })
	if got == nil || math.Abs(*got-5) > 1e-9 {
		t.Errorf("from 2 at 0 to 1/2 at 10 it crosses at %v, want 5", got)
	}
	if got := crossing([]station{at(1, 3), at(2, 2)}, func(e effect) float64 { return e.Ratio.Ratio }); got != nil {
		t.Errorf("3 and 2 cross 1 at %g", *got)
	}
}

func (e effect) of(ratio float64) effect {
	e.Ratio.Ratio = ratio
	return e
}

func TestSameFiguresSameVerdicts(t *testing.T) {
	claim, m := series(map[float64]float64{1: 4, 10: 1.01, 100: 0.25})
	a, b := Judge([]Claim{claim}, m, nil), Judge([]Claim{claim}, m, nil)
	if !reflect.DeepEqual(a, b) {
		t.Errorf("the same figures gave\n%+v\n%+v", a, b)
	}
}
