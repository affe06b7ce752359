package plot

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ecslab/harness/analyse"
	"ecslab/harness/stat"
)

// heatKeys are the parameters along which the fastest backend is expected to
// change: the per cent of entities that are replaced in a frame, change, move,
// or are hit; with the word that heads the columns.
var heatKeys = [][2]string{{"churn", "replaced"}, {"dirty", "changed"}, {"moving", "moving"}, {"hit", "hit"}}

// heatCell is a backend at a point: its time in multiples of the reference's.
type heatCell struct {
	ratio float64 // 0: not measured
	standing
}

// standing is how a cell stands against the fastest at its point.
type standing int

const (
	behind  standing = iota
	open             // not separable from the fastest
	leading          // the fastest, or equivalent to it
)

// heat is a crossover map: a row a backend, a column a point.
type heat struct {
	name, title, subtitle string
	corner                string // what the columns are shares of
	columns, rows         []string
	cells                 [][]heatCell
}

// Heat draws where which backend is ahead, for scenarios that vary how much
// changes: the time of each in multiples of the first one's.
func (s Sheet) Heat(sc analyse.Scenario) []Picture {
	var out []Picture
	for _, key := range heatKeys {
		for _, w := range sweeps(sc, key[0]) {
			if h, ok := s.heat(w); ok {
				h.corner = key[1]
				out = append(out, h.picture())
			}
		}
	}
	return out
}

func (s Sheet) heat(w sweep) (heat, bool) {
	pairs := w.pairs(s.Styles)
	if len(pairs) < 3 {
		return heat{}, false
	}
	h := heat{
		name:     fileName(w, "heat"),
		title:    w.scenario.Name + ": who is ahead where",
		subtitle: fmt.Sprintf("time ÷ that of %s, each pair in its fastest form: blue faster, orange slower, hatched from 5 %% on", pairs[0]),
		rows:     pairs,
	}
	if w.fixed != "" {
		h.title = w.scenario.Name + " " + w.fixed + ": who is ahead where"
	}
	for _, p := range w.points {
		h.columns = append(h.columns, percent(p.x))
	}
	for _, name := range pairs {
		var row []heatCell
		for _, p := range w.points {
			c := heatCell{}
			if own, base := fastest(p.family, name), fastest(p.family, pairs[0]); own != nil && base != nil {
				c = heatCell{own.PerUnit.Median / base.PerUnit.Median, standingOf(*own)}
			}
			row = append(row, c)
		}
		h.cells = append(h.cells, row)
	}
	return h, true
}

// fastest is the pair in its fastest form; nil if it was not measured, or takes
// no time that could be divided by.
func fastest(f analyse.Family, name string) *analyse.Cell {
	for _, c := range f.Contenders() {
		if pair(c) == name && c.PerUnit.Median > 0 {
			return &c
		}
	}
	return nil
}

func standingOf(c analyse.Cell) standing {
	switch {
	case c.Verdict == string(stat.NotSeparable):
		return open
	case c.AsFast():
		return leading
	}
	return behind
}

const heatRow = vg.Length(19)

func (h heat) picture() Picture {
	return Picture{
		Name: h.name, height: heatRow*vg.Length(len(h.rows)+2) + 52, Alt: h.title + ", " + h.subtitle,
		paint: func(c draw.Canvas) {
			c.SetColor(color.White)
			c.Fill(c.Rectangle.Path())
			h.paint(heading(c, h.title, h.subtitle))
		},
	}
}

func (h heat) paint(c draw.Canvas) {
	label := face(tickSize, false)
	label.YAlign = draw.YCenter
	left := vg.Length(0)
	for _, r := range h.rows {
		left = max(left, label.Width(r))
	}
	left += 10
	w := (c.Max.X - c.Min.X - left) / vg.Length(len(h.columns))
	x := func(j int) vg.Length { return c.Min.X + left + vg.Length(j)*w }
	corner := label
	corner.Color = faint
	c.FillText(corner, vg.Point{X: c.Min.X, Y: c.Max.Y - heatRow/2}, h.corner)
	for j, name := range h.columns {
		s := label
		s.XAlign, s.Color = draw.XCenter, faint
		c.FillText(s, vg.Point{X: x(j) + w/2, Y: c.Max.Y - heatRow/2}, name)
	}
	for i, name := range h.rows {
		top := c.Max.Y - vg.Length(i+1)*heatRow
		c.FillText(label, vg.Point{X: c.Min.X, Y: top - heatRow/2 + lift(label)}, name)
		for j, cell := range h.cells[i] {
			box := vg.Rectangle{Min: vg.Point{X: x(j) + 1, Y: top - heatRow + 1}, Max: vg.Point{X: x(j) + w - 1, Y: top - 1}}
			if cell.ratio == 0 {
				continue
			}
			fill, text := diverging(cell.ratio)
			c.SetColor(fill)
			c.Fill(box.Path())
			if cell.ratio >= hatched && cell.standing == behind {
				hatch(c, box)
			}
			s := face(tickSize, cell.standing == leading)
			s.XAlign, s.YAlign, s.Color = draw.XCenter, draw.YCenter, text
			c.FillText(s, vg.Point{X: x(j) + w/2, Y: top - heatRow/2 + lift(s)}, figures(cell.ratio))
			frame(c, box, cell.standing)
		}
	}
	at := vg.Point{X: c.Min.X + left, Y: c.Max.Y - vg.Length(len(h.rows)+1)*heatRow - heatRow/2}
	for _, k := range []struct {
		standing
		text string
	}{{leading, "fastest or equivalent"}, {open, "not separable from it"}} {
		frame(c, vg.Rectangle{Min: vg.Point{X: at.X + 1, Y: at.Y - 5}, Max: vg.Point{X: at.X + 21, Y: at.Y + 5}}, k.standing)
		s := label
		s.Color = faint
		c.FillText(s, vg.Point{X: at.X + 27, Y: at.Y + lift(s)}, k.text)
		at.X += 27 + s.Width(k.text) + 18
	}
}

// hatched is the ratio from which a cell that is behind the fastest is hatched: less
// is next to white, and not what a run can tell.
const hatched = 1.05

// figures writes a ratio with three digits.
func figures(v float64) string {
	return strconv.FormatFloat(v, 'f', max(2-int(math.Floor(math.Log10(v)+1e-12)), 0), 64)
}

// hatch draws slanted lines at both sides of a cell, where they leave its number
// alone: faster and slower are told apart without colour.
func hatch(c draw.Canvas, box vg.Rectangle) {
	const step, strip = vg.Length(3.5), vg.Length(11)
	height := box.Max.Y - box.Min.Y
	for _, left := range []vg.Length{box.Min.X, box.Max.X - strip} {
		for x := left - height + step; x < left+strip; x += step {
			// from (x, bottom) to (x+height, top), cut at the strip
			from, to := max(x, left), min(x+height, left+strip)
			c.StrokeLine2(draw.LineStyle{Color: withAlpha(ink, 0.45), Width: 0.5},
				from, box.Min.Y+from-x, to, box.Min.Y+to-x)
		}
	}
}

// frame draws around a cell how it stands.
func frame(c draw.Canvas, box vg.Rectangle, s standing) {
	style := draw.LineStyle{Color: ink, Width: 1.2}
	switch s {
	case behind:
		return
	case open:
		style = draw.LineStyle{Color: ink, Width: 0.8, Dashes: []vg.Length{2.5, 2}}
	}
	c.StrokeLines(style, []vg.Point{
		box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}, box.Min,
	})
}

// diverging is white at 1, blue at an eighth and orange at eight times, by the
// logarithm to base 2; the colour of the text stands out from it.
func diverging(ratio float64) (fill, text color.Color) {
	t := math.Max(-1, math.Min(1, math.Log2(ratio)/3))
	end := palette[0]
	if t > 0 {
		end = palette[4]
	}
	mix := func(a uint8) uint8 { return uint8(math.Round(255 + math.Abs(t)*(float64(a)-255))) }
	if t < -0.6 {
		text = color.White
	} else {
		text = ink
	}
	return color.NRGBA{mix(end.R), mix(end.G), mix(end.B), 255}, text
}
