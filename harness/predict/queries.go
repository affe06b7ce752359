package predict

import (
	"cmp"
	"slices"
)

// detect: F + n·g(share). F is the fixed part of the line over n at the share
// that was measured at most sizes, and g comes from the size that was measured
// at most shares.
func (m *Model) detect(j Job, storage, tracker string) (cost, *Missing) {
	return m.borrow(storage, tracker, func(s, t string) (cost, bool) {
		points := m.find("track/density", s, t, []string{""}, "cluster=scattered")
		points = append(points, m.find("track/density", s, t, []string{"changed"}, "cluster=scattered")...)
		if len(points) == 0 { // a run that parts no clusters
			points = m.find("track/density", s, t, anyForm)
		}
		if len(points) == 0 {
			return cost{}, false
		}
		overN, shares := most(points, "dirty"), most(points, "n")
		l := through(overN, func(p *point) float64 { return p.number("n") })
		slices.SortFunc(shares, func(a, b *point) int { return cmp.Compare(a.number("dirty"), b.number("dirty")) })
		n := shares[0].number("n")
		g := make([]variate, len(shares))
		for i, p := range shares {
			g[i] = of(func(x []float64) float64 { return max(0, x[0]-x[1]) / n }, p.perOp, l.fixed)
		}
		share := 100 * j.Found / max(1, j.Units)
		per := between(shares, g, share)
		return cost{ns: l.fixed.times(j.Passes).plus(per.times(j.Units)), misfit: l.misfit, from: families(overN, shares)}, true
	}, Detect, "track/density")
}

// between takes the share's value from its neighbours; beyond the last, that of
// the nearest.
func between(shares []*point, g []variate, share float64) variate {
	for i := 1; i < len(shares); i++ {
		a, b := shares[i-1].number("dirty"), shares[i].number("dirty")
		if share <= b && b > a {
			k := max(0, (share-a)/(b-a))
			return of(func(x []float64) float64 { return (1-k)*x[0] + k*x[1] }, g[i-1], g[i])
		}
	}
	return g[len(g)-1]
}

// most are the points that share the value of a parameter that most of them
// share; the first of such values.
func most(points []*point, key string) []*point {
	count := map[string]int{}
	best := points[0].Param(key)
	for _, p := range points {
		count[p.Param(key)]++
	}
	for _, p := range points {
		if count[p.Param(key)] > count[best] {
			best = p.Param(key)
		}
	}
	var out []*point
	for _, p := range points {
		if p.Param(key) == best {
			out = append(out, p)
		}
	}
	return out
}
