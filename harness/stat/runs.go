package stat

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// CompareRuns estimates new ÷ old of a cell measured in two runs at different
// times, each given by process and round. Nothing pairs the rounds of one run
// with those of the other, so processes and rounds are resampled in each run
// by itself, and Student's distribution has the degrees of freedom of the
// smaller run. If references are given, each run's times are set against its
// own reference first, round by round: a machine that was slower altogether in
// one of the runs then changes nothing.
func CompareRuns(old, oldReference, now, nowReference [][]float64, seed uint64) Ratio {
	if oldReference == nil || nowReference == nil {
		oldReference, nowReference = ones(old), ones(now)
	}
	a, b := logRatios(old, oldReference), logRatios(now, nowReference)
	n := min(len(a), len(b))
	if n == 0 {
		return Ratio{Ratio: math.NaN(), Hi: math.Inf(1), P: 1}
	}
	center := level(b) - level(a)
	out := Ratio{Ratio: math.Exp(center), Hi: math.Inf(1), P: 1, Processes: n}
	if n < 2 {
		return out
	}
	boot := resample(b, Draws, seed)
	other := resample(a, Draws, seed+1)
	// A bootstrap of P processes has the spread of P values and not of P−1.
	wideA, wideB := widening(len(a)), widening(len(b))
	for i := range boot {
		boot[i] = center + float64(wideB*(boot[i]-level(b))) - float64(wideA*(other[i]-level(a)))
	}
	slices.Sort(boot)
	student := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}
	tail := distuv.UnitNormal.CDF(student.Quantile((1 - Confidence) / 2))
	out.Lo, out.Hi = math.Exp(quantile(boot, tail)), math.Exp(quantile(boot, 1-tail))
	out.P = pValue(center, deviation(boot), student)
	return out
}

func widening(n int) float64 { return math.Sqrt(float64(n) / float64(n-1)) }

// level is the mean over processes of the median over rounds.
func level(logs [][]float64) float64 {
	sum := 0.0
	for _, rounds := range logs {
		sum += Median(rounds)
	}
	return sum / float64(len(logs))
}

func ones(like [][]float64) [][]float64 {
	out := make([][]float64, len(like))
	for i := range like {
		out[i] = make([]float64, len(like[i]))
		for j := range out[i] {
			out[i][j] = 1
		}
	}
	return out
}
