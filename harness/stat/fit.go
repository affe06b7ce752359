package stat

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"ecslab/harness/plan"
)

// Line is a cost of a fixed part and a part for each unit: y = Fixed + Per·x.
type Line struct{ Fixed, Per float64 }

// At is the cost of x units.
func (l Line) At(x float64) float64 { return l.Fixed + float64(l.Per*x) }

// FitLine is FitCosts of one quantity that varies.
func FitLine(x, y []float64) Line {
	w := make([]float64, len(y))
	for i := range y {
		w[i] = 1 / float64(y[i]*y[i])
	}
	a, b := stat.LinearRegression(x, y, w, false)
	return Line{a, b}
}

// Costs are a fixed part and a part for each unit of some quantities:
// y = Fixed + Per[0]·x[0] + Per[1]·x[1] + …
type Costs struct {
	Fixed float64
	Per   []float64
}

// At is the cost of so many units.
func (c Costs) At(x []float64) float64 {
	sum := c.Fixed
	for i, v := range x {
		sum += float64(c.Per[i] * v)
	}
	return sum
}

// FitCosts finds the costs with the smallest squared relative residuals: a miss
// by a tenth counts the same at 100 ns as at 1 ms. Of x there is a row a point.
// ok is false where the points do not tell the parts apart.
func FitCosts(x [][]float64, y []float64) (c Costs, ok bool) {
	terms := len(x[0]) + 1
	if len(y) < terms {
		return c, false
	}
	// Columns are scaled to their largest value, so that the condition says
	// whether they are alike and not in which unit they come.
	scale := make([]float64, terms)
	a, b := mat.NewDense(len(y), terms, nil), mat.NewDense(len(y), 1, nil)
	for i := range y {
		b.Set(i, 0, 1)
		for j := range terms {
			v := 1 / y[i]
			if j > 0 {
				v = float64(x[i][j-1] / y[i])
			}
			a.Set(i, j, v)
			scale[j] = math.Max(scale[j], math.Abs(v))
		}
	}
	for j, s := range scale {
		if s == 0 {
			return c, false
		}
		for i := range y {
			a.Set(i, j, a.At(i, j)/s)
		}
	}
	var qr mat.QR
	qr.Factorize(a)
	var out mat.Dense
	if qr.Cond() > worstCondition || qr.SolveTo(&out, false, b) != nil {
		return c, false
	}
	c.Fixed = out.At(0, 0) / scale[0]
	for j := 1; j < terms; j++ {
		c.Per = append(c.Per, out.At(j, 0)/scale[j])
	}
	return c, true
}

// worstCondition is far above that of points a decade apart, and far below that
// of quantities in proportion to each other.
const worstCondition = 1e9

// Span is a 95 % interval.
type Span struct{ Lo, Hi float64 }

// FitProcesses fits costs to the times of several points, each indexed by
// process and then round, all of the same processes. Its intervals come from a
// bootstrap over processes, widened as those of a Ratio; they are infinite with
// fewer than two.
func FitProcesses(x [][]float64, times [][][]float64, seed uint64) (c Costs, fixed Span, per []Span, ok bool) {
	logs := medians(times)
	if c, ok = FitCosts(x, means(logs, nil)); !ok {
		return c, fixed, nil, false
	}
	unknown := Span{math.Inf(-1), math.Inf(1)}
	fixed, per = unknown, slices.Repeat([]Span{unknown}, len(c.Per))
	n := processes(logs)
	if n < 2 {
		return c, fixed, per, true
	}
	draws := make([][]float64, 1+len(c.Per))
	redraw(n, seed, func(draw []int) {
		d, ok := FitCosts(x, means(logs, draw))
		if !ok {
			return
		}
		draws[0] = append(draws[0], d.Fixed)
		for i, v := range d.Per {
			draws[1+i] = append(draws[1+i], v)
		}
	})
	if len(draws[0]) == 0 {
		return c, fixed, per, true
	}
	fixed = Within(draws[0], n)
	for i := range per {
		per[i] = Within(draws[1+i], n)
	}
	return c, fixed, per, true
}

// Crossing finds where two contenders take the same time, between two values of
// a parameter at which they were measured; times are of the same work, indexed
// by process and round. Between the two values each cost is taken for a line.
// ok is false if the ratio does not pass 1 between them. An end of the interval
// that lies outside is infinite; what bends the lines is not in it.
func Crossing(xa, xb float64, cellA, otherA, cellB, otherB [][]float64, seed uint64) (at float64, within Span, ok bool) {
	n := min(len(cellA), len(cellB))
	if n == 0 {
		return 0, within, false
	}
	a, b := processMedians(logRatios(cellA[:n], otherA[:n])), processMedians(logRatios(cellB[:n], otherB[:n]))
	growth := make([]float64, n)
	for p := range n {
		growth[p] = math.Log(Median(otherB[p]) / Median(otherA[p]))
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	// With the other's cost at xa as the unit, the cell's goes from e^la to
	// e^(lb+g), and the other's from 1 to e^g.
	place := func(draw []int) (float64, bool, bool) {
		la, lb, g := drawn(a, draw), drawn(b, draw), drawn(growth, draw)
		if (la < 0) == (lb < 0) {
			return 0, la < 0, false
		}
		da, db := math.Expm1(la), float64(math.Expm1(lb)*math.Exp(g))
		return xa + float64(da/(da-db)*(xb-xa)), la < 0, true
	}
	at, below, ok := place(all)
	if !ok {
		return 0, within, false
	}
	within = Span{math.Inf(-1), math.Inf(1)}
	if n < 2 {
		return at, within, true
	}
	var places []float64
	redraw(n, seed, func(draw []int) {
		x, first, crosses := place(draw)
		switch {
		case crosses:
		case first == below:
			x = math.Inf(1) // not yet crossed at the far end
		default:
			x = math.Inf(-1) // crossed before the near end
		}
		places = append(places, x)
	})
	return at, Within(places, n), true
}

// drawn is the mean over the drawn processes.
func drawn(values []float64, draw []int) float64 {
	sum := 0.0
	for _, p := range draw {
		sum += values[p]
	}
	return sum / float64(len(draw))
}

// medians are the logarithms of the medians by point and process.
func medians(times [][][]float64) [][]float64 {
	out := make([][]float64, len(times))
	for i, t := range times {
		for _, rounds := range t {
			out[i] = append(out[i], math.Log(Median(rounds)))
		}
	}
	return out
}

func processMedians(logs [][]float64) []float64 {
	out := make([]float64, len(logs))
	for p := range logs {
		out[p] = Median(logs[p])
	}
	return out
}

// means are the geometric means over the drawn processes, by point; over all if
// draw is nil.
func means(logs [][]float64, draw []int) []float64 {
	out := make([]float64, len(logs))
	for i, l := range logs {
		sum, n := 0.0, 0
		if draw == nil {
			for _, v := range l {
				sum, n = sum+v, n+1
			}
		}
		for _, p := range draw {
			sum, n = sum+l[p], n+1
		}
		out[i] = math.Exp(sum / float64(n))
	}
	return out
}

// processes is how many all points have.
func processes(logs [][]float64) int {
	n := math.MaxInt
	for _, l := range logs {
		n = min(n, len(l))
	}
	return n
}

func redraw(n int, seed uint64, use func(draw []int)) {
	rng := plan.Rand(seed, "processes")
	draw := make([]int, n)
	for range Draws / 4 {
		for i := range draw {
			draw[i] = rng.IntN(n)
		}
		use(draw)
	}
}

// Within are the percentiles that stand for a 95 % interval from n processes.
func Within(values []float64, n int) Span {
	slices.Sort(values)
	student := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}
	tail := distuv.UnitNormal.CDF(float64(widening(n) * student.Quantile((1-Confidence)/2)))
	return Span{quantile(values, tail), quantile(values, 1-tail)}
}
