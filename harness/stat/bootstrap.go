package stat

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"ecslab/harness/plan"
)

// Confidence of all intervals.
const Confidence = 0.95

// Draws of a bootstrap. Between 2000 and 10000 an interval's ends move by less
// than a tenth of its width, which is less than what another run moves them.
const Draws = 4000

// Ratio is how a cell compares with a reference.
type Ratio struct {
	Ratio     float64 // cell ÷ reference; below 1 the cell is faster
	Lo, Hi    float64 // 95 % interval; 0 and +Inf with fewer than two processes
	P         float64 // of "no difference", two-sided, before correction
	Processes int
}

// Compare estimates the ratio of two cells from their times, indexed by
// process and then round. Both hold the same processes and rounds.
func Compare(cell, reference [][]float64, seed uint64) Ratio {
	return compare(logRatios(cell, reference), Draws, seed)
}

func logRatios(cell, reference [][]float64) [][]float64 {
	out := make([][]float64, len(cell))
	for p := range cell {
		out[p] = make([]float64, len(cell[p]))
		for r := range cell[p] {
			out[p][r] = math.Log(cell[p][r] / reference[p][r])
		}
	}
	return out
}

func compare(logs [][]float64, draws int, seed uint64) Ratio {
	n := len(logs)
	if n == 0 {
		return Ratio{Ratio: math.NaN(), Hi: math.Inf(1), P: 1}
	}
	center := level(logs)
	out := Ratio{Ratio: math.Exp(center), Hi: math.Inf(1), P: 1, Processes: n}
	if n < 2 {
		return out
	}
	boot := resample(logs, draws, seed)
	slices.Sort(boot)
	nu := float64(n - 1)
	student := distuv.StudentsT{Sigma: 1, Nu: nu}
	widen := widening(n)
	tail := distuv.UnitNormal.CDF(float64(widen * student.Quantile((1-Confidence)/2)))
	out.Lo, out.Hi = math.Exp(quantile(boot, tail)), math.Exp(quantile(boot, 1-tail))
	out.P = pValue(center, float64(deviation(boot)*widen), student)
	return out
}

// resample draws means over processes of medians over rounds.
func resample(logs [][]float64, draws int, seed uint64) []float64 {
	rng := plan.Rand(seed, "bootstrap")
	boot := make([]float64, draws)
	var scratch []float64
	for d := range boot {
		sum := 0.0
		for range logs {
			rounds := logs[rng.IntN(len(logs))]
			scratch = scratch[:0]
			for range rounds {
				scratch = append(scratch, rounds[rng.IntN(len(rounds))])
			}
			insertionSort(scratch)
			sum += middle(scratch)
		}
		boot[d] = sum / float64(len(logs))
	}
	return boot
}

func pValue(center, se float64, student distuv.StudentsT) float64 {
	switch {
	case center == 0:
		return 1
	case se == 0:
		return 0
	}
	return min(2*student.CDF(-math.Abs(center)/se), 1)
}

// Median leaves its argument as it is.
func Median(x []float64) float64 {
	c := slices.Clone(x)
	slices.Sort(c)
	return middle(c)
}

func middle(sorted []float64) float64 {
	n := len(sorted)
	if n == 0 {
		return math.NaN()
	}
	if n%2 == 1 {
		return sorted[n/2]
	}
	return (sorted[n/2-1] + sorted[n/2]) / 2
}

// insertionSort is what slices.Sort does to short slices, without its
// overhead: rounds are 10 or 20.
func insertionSort(x []float64) {
	for i := 1; i < len(x); i++ {
		v := x[i]
		j := i
		for ; j > 0 && x[j-1] > v; j-- {
			x[j] = x[j-1]
		}
		x[j] = v
	}
}

// quantile takes the order statistic nearest to q.
func quantile(sorted []float64, q float64) float64 {
	i := int(math.Round(float64(q * float64(len(sorted)-1))))
	return sorted[min(max(i, 0), len(sorted)-1)]
}

func deviation(x []float64) float64 {
	mean := 0.0
	for _, v := range x {
		mean += v
	}
	mean /= float64(len(x))
	sum := 0.0
	for _, v := range x {
		sum += float64((v - mean) * (v - mean))
	}
	return math.Sqrt(sum / float64(len(x)-1))
}
