package plot

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// line is one contender over an axis.
type line struct {
	label  string
	style  Style
	points []point
}

// point is a median with its interval; lo and hi equal y where there is none.
type point struct{ x, y, lo, hi float64 }

// mark is a vertical line that names a place on the x axis.
type mark struct {
	x     float64
	label string
}

// chart is a line plot with logarithmic axes.
type chart struct {
	name, title, subtitle, alt string
	xLabel, yLabel             string
	xFormat, yFormat           func(float64) string // of y: duration if nil
	lines                      []line
	marks                      []mark
	measuredTicks              bool // ticks at the x that were measured
	binaryTicks                bool // ticks at sizes of memory
}

// picture lays a chart out.
func (h chart) picture() Picture {
	return Picture{Name: h.name, Alt: h.alt, height: height, paint: h.paint}
}

func (h chart) paint(c draw.Canvas) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	c = heading(c, h.title, h.subtitle)
	p := newPlot()
	x, y := h.scales()
	p.X.Label.Text, p.Y.Label.Text = h.xLabel, h.yLabel
	p.X.Tick.Marker, p.Y.Tick.Marker = x, y
	h.drawGrid(p, x, y)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x.lo, x.hi, y.lo, y.hi
	for _, l := range h.lines {
		addBand(p, l, x, y)
	}
	for _, l := range h.lines {
		addLine(p, l, x, y)
	}
	var names []string
	for _, l := range h.lines {
		names = append(names, l.label)
	}
	c = draw.Crop(c, 0, -labelWidth(names), 0, 0)
	p.BackgroundColor = nil
	p.Draw(c)
	area := p.DataCanvas(c)
	h.drawMarks(area, x)
	drawBreak(area, x)
	var labels []endLabel
	tx, ty := p.Transforms(&area)
	for _, l := range h.lines {
		end := l.points[len(l.points)-1]
		labels = append(labels, endLabel{l.label, l.style, vg.Point{X: tx(x.at(end.x)), Y: ty(y.at(end.y))}})
	}
	drawEndLabels(area, area.Max.X, labels)
}

func (h chart) scales() (x, y scale) {
	var xs, ys []float64
	for _, l := range h.lines {
		for _, p := range l.points {
			xs, ys = append(xs, p.x), append(ys, p.y, p.lo, p.hi)
		}
	}
	x = newScale(xs, h.xFormat)
	if h.measuredTicks {
		x.exactly = distinct(xs)
	}
	if h.binaryTicks {
		x.exactly = sizes(xs)
	}
	x = x.spread(0.03, 0.5)
	format := h.yFormat
	if format == nil {
		format = duration
	}
	y = newScale(ys, format).spread(0.06, 0.6)
	return x, y
}

// drawGrid draws a faint line at every labelled tick.
func (h chart) drawGrid(p *plot.Plot, x, y scale) {
	p.Add(gridLines{x, y})
}

type gridLines struct{ x, y scale }

func (g gridLines) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	s := draw.LineStyle{Color: grid, Width: 0.6}
	for _, t := range g.y.Ticks(p.Y.Min, p.Y.Max) {
		if !t.IsMinor() {
			c.StrokeLine2(s, c.Min.X, ty(t.Value), c.Max.X, ty(t.Value))
		}
	}
	for _, t := range g.x.Ticks(p.X.Min, p.X.Max) {
		if !t.IsMinor() && tx(t.Value) <= c.Max.X {
			c.StrokeLine2(s, tx(t.Value), c.Min.Y, tx(t.Value), c.Max.Y)
		}
	}
}

// addBand shades the interval around a line.
func addBand(p *plot.Plot, l line, x, y scale) {
	var outline plotter.XYs
	wide := false
	for _, q := range l.points {
		outline = append(outline, plotter.XY{X: x.at(q.x), Y: y.at(q.hi)})
		wide = wide || q.hi > q.lo
	}
	for i := len(l.points) - 1; i >= 0; i-- {
		q := l.points[i]
		outline = append(outline, plotter.XY{X: x.at(q.x), Y: y.at(q.lo)})
	}
	if !wide || len(l.points) < 2 {
		return
	}
	band, err := plotter.NewPolygon(outline)
	if err != nil {
		return // only for points that are not numbers, which scales have kept out
	}
	band.Color = withAlpha(l.style.Color, 0.16)
	band.LineStyle.Width = 0
	p.Add(band)
}

func addLine(p *plot.Plot, l line, x, y scale) {
	var xys plotter.XYs
	for _, q := range l.points {
		xys = append(xys, plotter.XY{X: x.at(q.x), Y: y.at(q.y)})
	}
	if path, err := plotter.NewLine(xys); err == nil {
		path.LineStyle = draw.LineStyle{Color: l.style.Color, Width: 1.5, Dashes: l.style.Dashes}
		if l.style.Light {
			path.LineStyle.Width = 0.7
		}
		p.Add(path)
	}
	if dots, err := plotter.NewScatter(xys); err == nil {
		dots.GlyphStyle = draw.GlyphStyle{Color: l.style.Color, Radius: 3, Shape: l.style.Marker}
		if l.style.Light {
			dots.GlyphStyle.Radius = 2.2
		}
		p.Add(dots)
	}
}

// drawMarks draws the marks that lie on the axis, each with its name at the
// foot; a name that would meet its neighbour's is set a line higher.
func (h chart) drawMarks(c draw.Canvas, x scale) {
	s := face(tickSize-1, false)
	s.Color, s.YAlign = faint, draw.YBottom
	free, row := c.Min.X, 0
	for _, m := range h.marks {
		pos := x.at(m.x)
		if pos < x.lo || pos > x.hi {
			continue
		}
		px := c.X((pos - x.lo) / (x.hi - x.lo))
		c.StrokeLine2(draw.LineStyle{Color: faint, Width: 0.7, Dashes: []vg.Length{1.5, 2}}, px, c.Min.Y, px, c.Max.Y)
		row = (row + 1) % 2
		if px > free {
			row = 0
		}
		left := px + 3
		s.XAlign = draw.XLeft
		if left+s.Width(m.label) > c.Max.X {
			left, s.XAlign = px-3, draw.XRight
		}
		at := vg.Point{X: left, Y: c.Min.Y + 3 + vg.Length(row)*tickSize*1.1}
		c.SetColor(color.White)
		c.Fill(s.Rectangle(m.label).Add(at).Path())
		c.FillText(s, at, m.label)
		free = max(free, left+s.Width(m.label)+6)
	}
}

// drawBreak cuts the axis between zero and the values that have a logarithm.
func drawBreak(c draw.Canvas, x scale) {
	if math.IsNaN(x.zero) || x.first <= x.zero {
		return
	}
	cutAxis(c, c.X(((x.zero+x.first)/2-x.lo)/(x.hi-x.lo)))
}

// cutAxis marks that the x axis leaves something out at a place.
func cutAxis(c draw.Canvas, at vg.Length) {
	c.SetColor(color.White)
	c.Fill(vg.Rectangle{Min: vg.Point{X: at - 2, Y: c.Min.Y - 2}, Max: vg.Point{X: at + 2, Y: c.Min.Y + 2}}.Path())
	for _, dx := range []vg.Length{-2, 2} {
		c.StrokeLine2(draw.LineStyle{Color: faint, Width: 0.8}, at+dx-1.5, c.Min.Y-4, at+dx+1.5, c.Min.Y+4)
	}
}

// darker makes a colour legible as thin text on white.
func darker(c color.NRGBA) color.Color {
	c.R, c.G, c.B = uint8(float64(c.R)*0.8), uint8(float64(c.G)*0.8), uint8(float64(c.B)*0.8)
	return c
}

func distinct(values []float64) []float64 {
	var out []float64
	seen := map[float64]bool{}
	for _, v := range values {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}
