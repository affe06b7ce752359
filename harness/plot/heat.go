package plot

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ecslab/harness/analyse"
)

// heatKeys are the parameters along which the fastest backend is expected to
// change: the per cent of entities that change, move, are hit, or are replaced
// in a frame.
var heatKeys = []string{"dirty", "moving", "hit", "churn"}

// heatCell is a backend at a point: its time in multiples of the reference's.
type heatCell struct {
	ratio float64 // 0: not measured
	best  bool    // fastest, or not to be told from it
}

// heat is a crossover map: a row a backend, a column a point.
type heat struct {
	name, title, subtitle string
	columns, rows         []string
	cells                 [][]heatCell
}

// Heat draws where which backend is ahead, for scenarios that vary how much
// changes: the time of each in multiples of the first one's.
func (s Sheet) Heat(sc analyse.Scenario) []Picture {
	var out []Picture
	for _, key := range heatKeys {
		for _, w := range sweeps(sc, key) {
			if h, ok := s.heat(w); ok {
				out = append(out, h.picture())
			}
		}
	}
	return out
}

func (s Sheet) heat(w sweep) (heat, bool) {
	lines := slices.DeleteFunc(w.lines(s.Styles), func(l line) bool { return l.label == "floor" })
	if len(lines) < 3 {
		return heat{}, false
	}
	h := heat{
		name:     fileName(w, "heat"),
		title:    w.scenario.Name + ": who is ahead where",
		subtitle: fmt.Sprintf("time ÷ that of %s: blue faster, orange slower; framed: the fastest and its equals", lines[0].label),
	}
	for _, p := range w.points {
		h.columns = append(h.columns, percent(p.x))
	}
	at := func(l line, x float64) float64 {
		for _, p := range l.points {
			if p.x == x {
				return p.y
			}
		}
		return 0
	}
	for _, l := range lines {
		h.rows = append(h.rows, l.label)
		var row []heatCell
		for _, p := range w.points {
			c := heatCell{}
			if base, own := at(lines[0], p.x), at(l, p.x); base > 0 && own > 0 {
				c.ratio = own / base
			}
			for _, cell := range p.family.Contenders() {
				if pair(cell) == l.label && firstForm(p.family, cell) {
					c.best = cell.AsFast()
				}
			}
			row = append(row, c)
		}
		h.cells = append(h.cells, row)
	}
	return h, true
}

func pair(c analyse.Cell) string {
	if c.Track == "" {
		return c.Backend
	}
	return c.Backend + "/" + c.Track
}

const heatRow = vg.Length(19)

func (h heat) picture() Picture {
	return Picture{
		Name: h.name, height: heatRow*vg.Length(len(h.rows)+1) + 58, Alt: h.title + ", " + h.subtitle,
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
			s := face(tickSize, cell.best)
			s.XAlign, s.YAlign, s.Color = draw.XCenter, draw.YCenter, text
			c.FillText(s, vg.Point{X: x(j) + w/2, Y: top - heatRow/2 + lift(s)}, fmt.Sprintf("%.3g", cell.ratio))
			if cell.best {
				c.StrokeLines(draw.LineStyle{Color: ink, Width: 1.2}, []vg.Point{
					box.Min, {X: box.Max.X, Y: box.Min.Y}, box.Max, {X: box.Min.X, Y: box.Max.Y}, box.Min,
				})
			}
		}
	}
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

// tradeoff is a backend in one scenario: time and memory in multiples of the
// floor's.
type tradeoff struct {
	label        string
	style        Style
	time, memory float64
}

// TimeMemory draws what speed costs in memory: a dot a backend and scenario, at
// the scenario's family with most units that was weighed.
func (s Sheet) TimeMemory(f *analyse.Figures) []Picture {
	var all []tradeoff
	for _, sc := range f.Scenarios {
		all = append(all, s.tradeoffs(sc)...)
	}
	if len(all) < 2 {
		return nil
	}
	var row overviewRow
	for _, t := range all {
		row.dots = append(row.dots, dot{label: t.label, style: t.style})
	}
	legend := s.legend([]overviewRow{row})
	return []Picture{{
		Name: "time-memory", height: height, Alt: "time against live heap of every backend and workload, both in multiples of the floor's",
		paint: func(c draw.Canvas) {
			c.SetColor(color.White)
			c.Fill(c.Rectangle.Path())
			c = heading(c, "Time against memory", "a dot a backend and workload, at its largest size; low and left is better")
			c = drawLegend(c, legend, legendColumns(legend))
			scatter(c, all)
		},
	}}
}

func (s Sheet) tradeoffs(sc analyse.Scenario) []tradeoff {
	var best *analyse.Family
	for i := range sc.Families {
		f := &sc.Families[i]
		if fl := f.Cell(f.Floor); fl != nil && fl.Memory != nil && fl.Memory.LiveBytes > 0 && (best == nil || f.N > best.N) {
			best = f
		}
	}
	if best == nil {
		return nil
	}
	floor := best.Cell(best.Floor).Memory.LiveBytes
	var out []tradeoff
	for _, c := range best.Contenders() {
		if c.OverFloor != nil && c.Memory != nil && c.Memory.LiveBytes > 0 && firstForm(*best, c) {
			out = append(out, tradeoff{pair(c), s.Styles.Of(c.Backend, c.Track, false), c.OverFloor.Ratio, c.Memory.LiveBytes / floor})
		}
	}
	slices.SortStableFunc(out, func(a, b tradeoff) int { return cmp.Compare(a.label, b.label) })
	return out
}

func scatter(c draw.Canvas, all []tradeoff) {
	var xs, ys []float64
	for _, t := range all {
		xs, ys = append(xs, t.memory), append(ys, t.time)
	}
	p := newPlot()
	x, y := newScale(xs, times).spread(0.05, 0.6), newScale(ys, times).spread(0.06, 0.6)
	p.X.Label.Text, p.Y.Label.Text = "live heap ÷ floor's", "time ÷ floor's"
	p.X.Tick.Marker, p.Y.Tick.Marker = x, y
	p.Add(gridLines{x, y})
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x.lo, x.hi, y.lo, y.hi
	p.BackgroundColor = nil
	c = draw.Crop(c, 0, -14, 0, 0)
	p.Draw(c)
	area := p.DataCanvas(c)
	tx, ty := p.Transforms(&area)
	for _, t := range all {
		area.DrawGlyph(draw.GlyphStyle{Color: withAlpha(t.style.Color, 0.8), Radius: 2.8, Shape: t.style.Marker},
			vg.Point{X: tx(x.at(t.memory)), Y: ty(y.at(t.time))})
	}
}
