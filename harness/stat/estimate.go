package stat

import (
	"math"
	"slices"
	"strconv"

	"golang.org/x/perf/benchmath"
)

// Estimate is a median with the order-statistic interval of
// golang.org/x/perf/benchmath, as benchstat shows it. The interval treats all
// rounds as independent; that of a Ratio does not.
type Estimate struct {
	Center, Lo, Hi float64
	N              int
}

// Summarize gives the median of all values and its interval. With too few
// values for one, Lo and Hi are the infinities. The values stay in order.
func Summarize(values []float64) Estimate {
	// NewSample sorts what it is given, and the order pairs the rounds.
	s := benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
	sum := benchmath.AssumeNothing.Summary(s, Confidence)
	return Estimate{sum.Center, sum.Lo, sum.Hi, len(values)}
}

// Round4 keeps four significant digits: more is never known, and the last bits
// differ between processors that fuse multiplication and addition.
func Round4(v float64) float64 {
	if v == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return v
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 3, 64), 64)
	if err != nil {
		return v
	}
	return r
}
