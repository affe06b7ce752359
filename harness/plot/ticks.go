package plot

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// scale maps a value to its position on an axis: its decimal logarithm.
// Where zero occurs it stands a little left of the smallest positive value.
type scale struct {
	zero    float64 // position of zero; NaN where zero does not occur
	first   float64 // position of the smallest positive value
	lo, hi  float64 // positions of the axis' ends
	format  func(float64) string
	exactly []float64 // values that get the labels, instead of 1-2-5
}

func newScale(values []float64, format func(float64) string) scale {
	s := scale{zero: math.NaN(), format: format, lo: math.Inf(1), hi: math.Inf(-1)}
	zero := false
	for _, v := range values {
		if v <= 0 {
			zero = true
			continue
		}
		s.lo, s.hi = math.Min(s.lo, math.Log10(v)), math.Max(s.hi, math.Log10(v))
	}
	if math.IsInf(s.lo, 0) {
		s.lo, s.hi = 0, 0
	}
	s.first = s.lo
	if zero {
		s.zero = s.lo - math.Max(0.5, (s.hi-s.lo)/6)
		s.lo = s.zero
	}
	return s
}

// spread widens the axis, by a share of its length and to at least least
// decades.
func (s scale) spread(share, least float64) scale {
	pad := math.Max((s.hi-s.lo)*share, (least-(s.hi-s.lo))/2)
	s.lo, s.hi = s.lo-pad, s.hi+pad
	return s
}

// at gives the position of a value.
func (s scale) at(v float64) float64 {
	if v <= 0 {
		if math.IsNaN(s.zero) {
			return s.lo
		}
		return s.zero
	}
	return math.Log10(v)
}

// short is an axis, in decades, on which more than 1-2-5 has room.
const short = 0.75

// Ticks implements plot.Ticker: 1-2-5 where there is room, else powers of ten;
// or exactly the values that were measured.
func (s scale) Ticks(lo, hi float64) []plot.Tick {
	var out []plot.Tick
	if !math.IsNaN(s.zero) {
		out = append(out, plot.Tick{Value: s.zero, Label: "0"})
	}
	if len(s.exactly) > 0 {
		return append(out, s.measured(hi-lo)...)
	}
	from, to := int(math.Floor(lo))-1, int(math.Ceil(hi))
	steps, labelled := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}, []float64{1, 2, 5}
	every := 1
	switch {
	case hi-lo > 6:
		labelled, every = []float64{1}, 2
	case hi-lo > 3:
		labelled = []float64{1}
	case hi-lo < short: // in which 1-2-5 may be one label, or none
		steps = []float64{1, 1.2, 1.5, 2, 3, 4, 5, 6, 7, 8, 9}
		labelled = []float64{1, 1.2, 1.5, 2, 3, 4, 5, 6, 8}
	}
	for d := from; d <= to; d++ {
		for _, m := range steps {
			v := m * math.Pow(10, float64(d))
			pos := math.Log10(v)
			if pos < lo-1e-9 || pos > hi+1e-9 || (!math.IsNaN(s.zero) && pos < s.zero+0.3) {
				continue
			}
			t := plot.Tick{Value: pos}
			if hi-lo > 3 && m > 1 {
				continue
			}
			if slices.Contains(labelled, m) && d%every == 0 {
				t.Label = s.format(v)
			}
			out = append(out, t)
		}
	}
	return out
}

// thinned takes the labels from ticks that stand too near to one that has a
// label, on an axis of that length and so many decades. 1 keeps its label.
func thinned(ticks []plot.Tick, length vg.Length, decades float64) []plot.Tick {
	style := face(tickSize, false)
	out := slices.Clone(ticks)
	type reach struct{ lo, hi vg.Length }
	var taken []reach
	place := func(t *plot.Tick) {
		at, half := vg.Length(t.Value/decades)*length, style.Width(t.Label)/2+3
		if slices.ContainsFunc(taken, func(r reach) bool { return at-half < r.hi && at+half > r.lo }) {
			t.Label = ""
			return
		}
		taken = append(taken, reach{at - half, at + half})
	}
	one := func(t plot.Tick) bool { return math.Abs(t.Value) < 1e-9 }
	for _, first := range []bool{true, false} {
		for i := range out {
			if t := &out[i]; !t.IsMinor() && one(*t) == first {
				place(t)
			}
		}
	}
	return out
}

// narrow is a scale on an axis of that length, with the labels that fit.
type narrow struct {
	scale
	length vg.Length
}

// Ticks implements plot.Ticker.
func (n narrow) Ticks(lo, hi float64) []plot.Tick {
	return thinned(n.scale.Ticks(lo, hi), n.length, hi-lo)
}

// axisRoom is about how long the axis of a chart is.
const axisRoom = vg.Length(290)

// measured are ticks at the values that were measured, on an axis of so many
// decades; from the last one down, those that have room get a label.
func (s scale) measured(decades float64) []plot.Tick {
	style := face(tickSize, false)
	var out []plot.Tick
	free := vg.Length(math.Inf(1))
	values := slices.Sorted(slices.Values(s.exactly))
	for _, v := range slices.Backward(values) {
		if v <= 0 {
			continue
		}
		t := plot.Tick{Value: math.Log10(v), Label: s.format(v)}
		at := vg.Length(t.Value/decades) * axisRoom
		half := style.Width(t.Label) / 2
		if at+half+3 > free {
			t.Label = ""
		} else {
			free = at - half
		}
		out = append(out, t)
	}
	return out
}

// count formats a number with an SI suffix: 100, 1 k, 20 k, 1 M.
func count(v float64) string {
	for _, u := range []struct {
		size   float64
		suffix string
	}{{1e9, " G"}, {1e6, " M"}, {1e3, " k"}} {
		if v >= u.size*0.9999 {
			return trim(v/u.size) + u.suffix
		}
	}
	return trim(v)
}

// duration formats nanoseconds: 0.5 ns, 20 µs, 1 ms.
func duration(ns float64) string {
	for _, u := range []struct {
		size   float64
		suffix string
	}{{1e9, " s"}, {1e6, " ms"}, {1e3, " µs"}, {1, " ns"}} {
		if ns >= u.size*0.9999 {
			return trim(ns/u.size) + u.suffix
		}
	}
	if ns >= 0.00999 {
		return trim(ns) + " ns"
	}
	return trim(ns*1000) + " ps"
}

func percent(v float64) string { return trim(v) + " %" }

func times(v float64) string { return count(v) + " ×" }

// bytesOf formats a cache size: 48 KiB, 2 MiB.
func bytesOf(n int) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%s MiB", trim(float64(n)/(1<<20)))
	}
	return fmt.Sprintf("%s KiB", trim(float64(n)/(1<<10)))
}

func trim(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }

// sizes are the powers of 8 of a byte between the smallest and the largest
// value, from 1 KiB on.
func sizes(values []float64) []float64 {
	var out []float64
	for v := 1024.0; v <= slices.Max(values); v *= 8 {
		if v >= slices.Min(values) {
			out = append(out, v)
		}
	}
	return out
}
