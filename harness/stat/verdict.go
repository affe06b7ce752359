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

// Margin gives the equivalence margin that A/A pairs allow: as far as their
// intervals reach from 1, and at least MinMargin.
func Margin(pairs []Ratio) float64 {
	d := MinMargin
	for _, p := range pairs {
		if p.Processes > 1 {
			d = math.Max(d, math.Max(p.Hi-1, 1-p.Lo))
		}
	}
	return d
}

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
