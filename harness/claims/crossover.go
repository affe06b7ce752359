package claims

import (
	"math"
	"slices"

	"ecslab/harness/analyse"
	"ecslab/harness/stat"
)

// crossovers finds where the ratio of a series passes 1 between neighbouring
// points of which one supports the claim and one refutes it.
func (c Claim) crossovers(points []analyse.ClaimPoint, effects []effect) []analyse.Crossover {
	var out []analyse.Crossover
	var seen []string
	for _, x := range c.Points {
		if x.Series == "" || slices.Contains(seen, x.Series) {
			continue
		}
		seen = append(seen, x.Series)
		var along []station
		for i, y := range c.Points {
			if y.Series == x.Series && y.Quantity == Time && points[i].Verdict != NotMeasured {
				along = append(along, station{y.X, effects[i]})
			}
		}
		slices.SortFunc(along, func(a, b station) int {
			if a.x < b.x {
				return -1
			}
			return 1
		})
		at := crossing(along, func(e effect) float64 { return e.Ratio.Ratio })
		if at == nil {
			continue
		}
		lo, hi := crossing(along, func(e effect) float64 { return e.Lo }), crossing(along, func(e effect) float64 { return e.Hi })
		if along[0].Ratio.Ratio < 1 { // a rising ratio: its upper end crosses first
			lo, hi = hi, lo
		}
		out = append(out, analyse.Crossover{Series: x.Series, Over: c.Over, At: *at, Lo: lo, Hi: hi})
	}
	return out
}

// station is a point of a series.
type station struct {
	x float64
	effect
}

// crossing interpolates where a curve passes 1 for the first time, in log
// ratio over log x, or over x where that is 0; nil if it does not.
func crossing(along []station, curve func(effect) float64) *float64 {
	for i := 1; i < len(along); i++ {
		a, b := along[i-1], along[i]
		ya, yb := math.Log(curve(a.effect)), math.Log(curve(b.effect))
		if ya == yb || (ya > 0) == (yb > 0) {
			continue
		}
		share := ya / (ya - yb)
		x := a.x + float64(share*(b.x-a.x))
		if a.x > 0 {
			x = a.x * math.Exp(float64(share*math.Log(b.x/a.x)))
		}
		x = stat.Round4(x)
		return &x
	}
	return nil
}
