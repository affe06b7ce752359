package predict

import (
	"math"
	"slices"
)

// Correlation is Spearman's rank correlation of two lists of the same length:
// 1 where they order alike, −1 where one is the other's reverse. Equal values
// share their places. Fewer than two values have none: NaN.
func Correlation(a, b []float64) float64 {
	x, y := places(a), places(b)
	mean := float64(len(a)+1) / 2
	var xy, xx, yy float64
	for i := range x {
		dx, dy := x[i]-mean, y[i]-mean
		xy, xx, yy = xy+dx*dy, xx+dx*dx, yy+dy*dy
	}
	return xy / math.Sqrt(xx*yy)
}

func places(v []float64) []float64 {
	sorted := slices.Sorted(slices.Values(v))
	out := make([]float64, len(v))
	for i, x := range v {
		low, _ := slices.BinarySearch(sorted, x)
		high := low
		for high < len(sorted) && sorted[high] == x {
			high++
		}
		out[i] = float64(low+high+1) / 2
	}
	return out
}
