package report

import (
	"cmp"
	"fmt"
	"slices"

	"ecslab/harness/analyse"
	"ecslab/harness/stat"
)

// record is how a pair stands against the fastest at all points of a kind of
// workload.
type record struct {
	pair                string
	points              int
	ahead, open, slower int
	worst               *analyse.Ratio
	where               string    // the worst point
	factors             []float64 // × fastest, where it is slower
}

// records counts over the points of a package, each pair in its fastest form.
// A pair that fewer than half of the points have is left out: its counts are of
// other points than those beside it.
func (g pack) records() []record {
	byPair := map[string]*record{}
	var order []string
	points := 0
	for _, s := range g.scenarios {
		for _, f := range s.Families {
			if f.Best == "" {
				continue
			}
			points++
			seen := map[string]bool{}
			for _, c := range f.Contenders() {
				pair := c.Backend + "/" + c.Track
				if seen[pair] {
					continue
				}
				seen[pair] = true
				r := byPair[pair]
				if r == nil {
					r = &record{pair: pair}
					byPair[pair], order = r, append(order, pair)
				}
				r.count(s, f, c)
			}
		}
	}
	var out []record
	for _, pair := range order {
		if r := byPair[pair]; 2*r.points >= points {
			out = append(out, *r)
		}
	}
	slices.SortStableFunc(out, func(a, b record) int {
		return cmp.Or(b.ahead*a.points-a.ahead*b.points, a.slower*b.points-b.slower*a.points)
	})
	return out
}

func (r *record) count(s analyse.Scenario, f analyse.Family, c analyse.Cell) {
	r.points++
	switch {
	case c.Verdict == string(stat.NotSeparable):
		r.open++
	case c.AsFast():
		r.ahead++
	default:
		r.slower++
		r.factors = append(r.factors, c.OverBest.Ratio)
		if r.worst == nil || c.OverBest.Ratio > r.worst.Ratio {
			r.worst, r.where = c.OverBest, link(s.Name)+" "+f.Point
		}
	}
}

// kinds is the shortest answer: a row a kind of workload and pair.
func (d *document) kinds() {
	t := newTable("kind of workload", "pair", ">fastest or equivalent", ">not separable", ">slower", ">at worst, × fastest [95 %]", "there")
	for _, g := range d.packages() {
		for _, r := range g.records() {
			of := func(n int) string { return fmt.Sprintf("%d of %d", n, r.points) }
			t.row(g.name, r.pair, of(r.ahead), of(r.open), of(r.slower), orDash(ratio(r.worst)), orDash(r.where))
		}
	}
	d.table(t)
	d.text("Counted over the points of this run, each pair in its fastest form, which may be one that tracks nothing; pairs that fewer than half of a kind's points have are in the " +
		"tables below only. *Equivalent* is what lies within the margin of this run's noise; *not separable* is what this run cannot tell from " +
		"the fastest. There is no overall winner, and no score that would name one: which points are yours decides.")
}
