package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ecslab/harness/analyse"
)

// three writes three significant digits without an exponent.
func three(v float64) string {
	if v == 0 {
		return "0"
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 2, 64), 64)
	if err != nil {
		return fmt.Sprint(v)
	}
	decimals := max(2-int(math.Floor(math.Log10(math.Abs(r)))), 0)
	return strconv.FormatFloat(r, 'f', decimals, 64)
}

// number3 is three, without decimals for what is whole.
func number3(v float64) string {
	if v == math.Trunc(v) && v < 1000 {
		return strconv.Itoa(int(v))
	}
	return three(v)
}

// scaled divides by the largest unit that leaves at least one.
func scaled(v float64, units ...unit) (float64, string) {
	for _, u := range units {
		if v >= u.size*0.9995 {
			if u.name == "ns" {
				return v, u.name // down to 0.01 ns, which reads better than 10 ps
			}
			return v / u.size, u.name
		}
	}
	last := units[len(units)-1]
	return v / last.size, last.name
}

type unit struct {
	size float64
	name string
}

var (
	timeUnits = []unit{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {0.01, "ns"}, {1e-3, "ps"}}
	byteUnits = []unit{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}, {1, "B"}}
)

// duration writes nanoseconds.
func duration(ns float64) string {
	v, u := scaled(ns, timeUnits...)
	return three(v) + " " + u
}

func size(b float64) string {
	v, u := scaled(b, byteUnits...)
	return three(v) + " " + u
}

// timed writes a median with its interval, in the unit of the median.
func timed(e *analyse.Estimate) string {
	if e == nil {
		return ""
	}
	v, u := scaled(e.Median, timeUnits...)
	if e.Lo == nil {
		return fmt.Sprintf("%s %s", three(v), u)
	}
	k := e.Median / v
	if e.Median == 0 {
		k = 1
	}
	return fmt.Sprintf("%s %s [%s, %s]", three(v), u, three(*e.Lo/k), three(*e.Hi/k))
}

// nothing is the time per unit, in ns, below which a unit is not what is worked
// on: a query that looks at words of 64 entities, or finds nothing to look at.
const nothing = 0.01

// idle reports whether the cell takes less.
func idle(c analyse.Cell) bool {
	return c.PerUnit != nil && c.PerUnit.Median < nothing && c.PerOp != nil
}

// pass writes the time of a whole pass.
func pass(c analyse.Cell) string { return duration(c.PerOp.Median) + " a pass" }

// perUnit writes the time per unit; where that is next to nothing the time of
// the whole pass, which does not depend on how many units it might have met.
func perUnit(c analyse.Cell) string {
	if idle(c) {
		return pass(c)
	}
	return duration(c.PerUnit.Median)
}

// perUnits is the range of what some cells take, likewise.
func perUnits(cells []analyse.Cell) string {
	var units, passes []float64
	for _, c := range cells {
		units = append(units, c.PerUnit.Median)
		if idle(c) {
			passes = append(passes, c.PerOp.Median)
		}
	}
	if len(passes) > 0 && len(passes) == len(units) {
		return span(passes, duration) + " a pass"
	}
	return span(units, duration)
}

// times writes a ratio as 1.07 × or 23.4 ×.
func times(v float64) string {
	if v < 10 {
		return strconv.FormatFloat(v, 'f', 2, 64) + " ×"
	}
	return three(v) + " ×"
}

// Ratio writes a ratio as the report does, for documents that quote it.
func Ratio(r *analyse.Ratio) string { return orDash(ratio(r)) }

// ratio writes a ratio with its interval.
func ratio(r *analyse.Ratio) string {
	if r == nil {
		return ""
	}
	if r.Lo == nil {
		return times(r.Ratio)
	}
	bare := func(v float64) string { return strings.TrimSuffix(times(v), " ×") }
	return fmt.Sprintf("%s [%s, %s]", times(r.Ratio), bare(*r.Lo), bare(*r.Hi))
}

func percent(v float64) string { return strconv.FormatFloat(100*v, 'f', 1, 64) + " %" }

// span writes the range of some values once each.
func span(values []float64, write func(float64) string) string {
	if len(values) == 0 {
		return ""
	}
	lo, hi := values[0], values[0]
	for _, v := range values {
		lo, hi = min(lo, v), max(hi, v)
	}
	a, b := write(lo), write(hi)
	if a == b {
		return a
	}
	if v, u, ok := strings.Cut(a, " "); ok && strings.HasSuffix(b, " "+u) {
		a = v
	}
	return a + " – " + b
}

// escape keeps a text from being read as markup.
func escape(s string) string {
	return strings.NewReplacer("\\", "\\\\", "|", "\\|", "<", "&lt;", "*", "\\*", "_", "\\_", "`", "\\`", "\n", " ").Replace(s)
}

func escapeAll(s []string) []string {
	out := make([]string, len(s))
	for i, x := range s {
		out[i] = escape(x)
	}
	return out
}
