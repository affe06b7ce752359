package stat

import (
	"math"
	"slices"
)

// Drift is how the later rounds of a process differ from the earlier ones: the
// median over processes of log(median of the last third ÷ median of the first),
// as a ratio, if at least nine tenths of them go the same way; else 1. Fewer
// than four processes or six rounds show none.
func Drift(times [][]float64) float64 {
	if len(times) < 4 {
		return 1
	}
	var logs []float64
	up := 0
	for _, rounds := range times {
		third := len(rounds) / 3
		if third < 2 {
			return 1
		}
		l := math.Log(Median(rounds[len(rounds)-third:]) / Median(rounds[:third]))
		logs = append(logs, l)
		if l > 0 {
			up++
		}
	}
	if most := max(up, len(logs)-up); most*10 < len(logs)*9 {
		return 1
	}
	return math.Exp(Median(logs))
}

// What counts as two modes: each holds a tenth of the samples, and between
// their means lie five times their spread and 3 %. Cut at its mean, a normal
// distribution has 2.6 times. Five was reached by 3 of 2000 of its samples of 20,
// and by none of 4000 of 50 and more.
const (
	leastShare     = 0.1
	leastSpread    = 5.0
	leastDistance  = 0.03
	leastForModes  = 20
	leastDeviation = 1e-3 // of a mode: the clock is not finer
)

// Modes says whether times fall into two heaps, and how far they are apart as a
// ratio: a median between them is the time of no round. It splits the sorted
// logarithms where the spread within both parts is smallest.
func Modes(times []float64) (apart float64, two bool) {
	n := len(times)
	if n < leastForModes {
		return 1, false
	}
	x := make([]float64, n)
	for i, t := range times {
		x[i] = math.Log(t)
	}
	slices.Sort(x)
	sum, square := make([]float64, n+1), make([]float64, n+1)
	for i, v := range x {
		sum[i+1], square[i+1] = sum[i]+v, square[i]+float64(v*v)
	}
	least := max(int(math.Ceil(leastShare*float64(n))), 2)
	within := func(a, b int) float64 {
		s := sum[b] - sum[a]
		return square[b] - square[a] - float64(s*s)/float64(b-a)
	}
	best, cut := math.Inf(1), 0
	for k := least; k <= n-least; k++ {
		if v := within(0, k) + within(k, n); v < best {
			best, cut = v, k
		}
	}
	distance := (sum[n]-sum[cut])/float64(n-cut) - sum[cut]/float64(cut)
	spread := math.Max(math.Sqrt(math.Max(best, 0)/float64(n-2)), leastDeviation)
	if distance < leastDistance || distance < float64(leastSpread*spread) {
		return 1, false
	}
	return math.Exp(distance), true
}
