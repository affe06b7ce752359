package predict

import (
	"math"

	"ecslab/harness/plan"
	"ecslab/harness/stat"
)

// draws of processes behind an interval.
const draws = 1000

// A variate is an estimate, at index 0, and behind it what it would have been
// with the processes of each draw.
type variate []float64

func constant(v float64) variate {
	out := make(variate, 1+draws)
	for i := range out {
		out[i] = v
	}
	return out
}

// of makes a variate from others, draw by draw.
func of(f func(x []float64) float64, in ...variate) variate {
	out := make(variate, 1+draws)
	x := make([]float64, len(in))
	for i := range out {
		for k := range in {
			x[k] = in[k][i]
		}
		out[i] = f(x)
	}
	return out
}

func (v variate) plus(o variate) variate {
	return of(func(x []float64) float64 { return x[0] + x[1] }, v, o)
}

func (v variate) times(k float64) variate {
	return of(func(x []float64) float64 { return k * x[0] }, v)
}

// above is by how much v is more than o; nothing where it is less.
func (v variate) above(o variate) variate {
	return of(func(x []float64) float64 { return max(0, x[0]-x[1]) }, v, o)
}

// open is the interval of what nothing is known of.
var open = stat.Span{Lo: math.Inf(-1), Hi: math.Inf(1)}

// within is the 95 % interval, from so many processes; open with fewer than two.
func (v variate) within(processes int) stat.Span {
	if processes < 2 {
		return open
	}
	return stat.Within(append([]float64{}, v[1:]...), processes)
}

// lots are the processes of each draw of a group.
func lots(seed uint64, group string, processes int) [][]int {
	rng := plan.Rand(seed, "predict", group)
	out := make([][]int, draws)
	for d := range out {
		out[d] = make([]int, processes)
		for i := range out[d] {
			out[d][i] = rng.IntN(processes)
		}
	}
	return out
}

// level is the geometric mean over processes of their medians.
func level(medians []float64, lots [][]int) variate {
	logs := make([]float64, len(medians))
	sum := 0.0
	for i, m := range medians {
		logs[i] = math.Log(m)
		sum += logs[i]
	}
	out := make(variate, 1, 1+draws)
	out[0] = math.Exp(sum / float64(len(logs)))
	for _, lot := range lots {
		sum := 0.0
		for _, p := range lot {
			sum += logs[p]
		}
		out = append(out, math.Exp(sum/float64(len(lot))))
	}
	return out
}

// A line is a fixed part and a part for each unit, neither below zero.
type line struct {
	fixed, per variate
	misfit     float64 // largest relative miss at its points
}

// fit finds a line through points. Points at one place give a part for each
// unit alone; x is above zero.
func fit(x []float64, y []variate) line {
	l := line{fixed: make(variate, 1+draws), per: make(variate, 1+draws)}
	at := make([]float64, len(y))
	for d := range l.fixed {
		for i := range y {
			at[i] = y[i][d]
		}
		s := fitOne(x, at)
		l.fixed[d], l.per[d] = s.Fixed, s.Per
		if d == 0 {
			for i := range y {
				l.misfit = max(l.misfit, math.Abs(at[i]/s.At(x[i])-1))
			}
		}
	}
	return l
}

func fitOne(x, y []float64) stat.Line {
	var l stat.Line
	if !same(x) {
		l = stat.FitLine(x, y)
	}
	switch {
	case same(x), l.Fixed < 0: // through the origin, by relative misses
		num, den := 0.0, 0.0
		for i := range x {
			r := x[i] / y[i]
			num, den = num+r, den+r*r
		}
		return stat.Line{Per: num / den}
	case l.Per < 0:
		num, den := 0.0, 0.0
		for i := range y {
			num, den = num+1/y[i], den+1/(y[i]*y[i])
		}
		return stat.Line{Fixed: num / den}
	}
	return l
}

func same(x []float64) bool {
	for _, v := range x {
		if v != x[0] {
			return false
		}
	}
	return true
}

// at is the cost of a pass over x units.
func (l line) at(x float64) variate {
	return of(func(v []float64) float64 { return v[0] + v[1]*x }, l.fixed, l.per)
}
