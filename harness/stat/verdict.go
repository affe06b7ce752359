package stat

import (
	"math"
	"slices"
)

// Verdict says what a comparison shows.
type Verdict string

const (
	Faster       Verdict = "faster"
	Slower       Verdict = "slower"
	Equivalent   Verdict = "equivalent"
	NotSeparable Verdict = "not separable"
)

// Alpha is the level below which a corrected p value counts.
const Alpha = 0.05

// MinMargin is the smallest difference that is ever claimed. On the machine
// where the method was made, paired rounds of identical cells spread by 1.5 %.
const MinMargin = 0.02

// MaxEquivalence bounds the margin within which cells are called equivalent. On
// a machine so noisy that A/A pairs differ by more, nothing is.
const MaxEquivalence = 0.10

// share of the way from an A/A pair's estimate to the far end of its interval,
// at which the margin lies. A comparison and the pair are in error by about as
// much, h, and independently: their difference by √2·h, of which the
// comparison's own interval has h already. What remains for the margin is
// (√2−1)·h. With all of h, as if both errors were at their worst at once, 5 % was
// found in 84 % where half widths are at most 2 %; 90 % are due.
const share = math.Sqrt2 - 1

// Margin gives the equivalence margin that A/A pairs allow, at least MinMargin:
// beyond it a ratio differs from that of identical cells by more than both may
// be in error. It stands for what no interval sees, a difference that lasts
// through all processes of a run.
func Margin(pairs []Ratio) float64 {
	d := MinMargin
	for _, p := range pairs {
		if p.Processes > 1 {
			apart := math.Abs(p.Ratio - 1)
			far := math.Max(p.Hi-1, 1-p.Lo)
			d = math.Max(d, apart+float64(share*(far-apart)))
		}
	}
	return d
}

// Agrees reports whether the two may cost the same: the interval holds 1.
func (r Ratio) Agrees() bool { return r.Lo <= 1 && r.Hi >= 1 }

// Judge gives the verdict on a ratio for the margin d. Corrected is its p
// value after Holm's correction.
func Judge(r Ratio, d, corrected float64) Verdict {
	switch {
	case r.Processes < 2:
		return NotSeparable
	case r.Hi < below(d) && corrected < Alpha:
		return Faster
	case r.Lo > 1+d && corrected < Alpha:
		return Slower
	case r.Lo >= 1-min(d, MaxEquivalence) && r.Hi <= 1+min(d, MaxEquivalence):
		return Equivalent
	}
	return NotSeparable
}

// below is the ratio under which a cell is faster: 1−d. Where the noise is more
// than MaxEquivalence it is 1/(1+d), which is as far from 1 as 1+d: on a machine
// where identical cells differ by 100 %, something 1000 times as fast is faster
// all the same.
func below(d float64) float64 {
	if d > MaxEquivalence {
		return 1 / (1 + d)
	}
	return 1 - d
}

// Holm corrects p values for being several, by Holm's step-down method.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	out := make([]float64, len(p))
	worst := 0.0
	for rank, i := range order {
		worst = math.Max(worst, math.Min(float64(len(p)-rank)*p[i], 1))
		out[i] = worst
	}
	return out
}
