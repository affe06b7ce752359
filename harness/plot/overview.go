package plot

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ecslab/harness/analyse"
)

// maxRows is how many families one overview shows; more are split by group.
const maxRows = 32

// Overview draws every contender's time in multiples of its floor's, a row a
// family: one picture, or one for each scenario package where that gets long.
func (s Sheet) Overview(f *analyse.Figures) []Picture {
	all := groupedRows{}
	for _, sc := range f.Scenarios {
		head := overviewRow{label: strings.TrimSpace(sc.Name + "  " + sc.Fixed())}
		rows := []overviewRow{head}
		for _, family := range sc.Families {
			if r := s.row(sc, family); len(r.dots) > 0 {
				rows = append(rows, r)
			}
		}
		if len(rows) > 1 {
			all.add(sc.Name, rows)
		}
	}
	return s.overviews("overview", overFloor, all)
}

// groupedRows are the rows of an overview, by scenario package.
type groupedRows struct {
	groups []string
	rows   [][]overviewRow // of each group
	n      int
}

func (g *groupedRows) add(scenario string, rows []overviewRow) {
	i := slices.Index(g.groups, groupOf(scenario))
	if i < 0 {
		i = len(g.groups)
		g.groups, g.rows = append(g.groups, groupOf(scenario)), append(g.rows, nil)
	}
	g.rows[i] = append(g.rows[i], rows...)
	g.n += len(rows)
}

// overviews draws all rows in one picture, or a group in each.
func (s Sheet) overviews(name string, q quotient, all groupedRows) []Picture {
	if 0 < all.n && all.n <= maxRows {
		return []Picture{s.overview(name, q, slices.Concat(all.rows...))}
	}
	var out []Picture
	for i, g := range all.groups {
		out = append(out, s.overview(name+"-"+g, q, all.rows[i]))
	}
	return out
}

// quotient says what the dots of an overview are.
type quotient struct{ title, subtitle, axis, alt string }

var overFloor = quotient{
	"Time in multiples of the floor", "a dot a backend; bars are 95 % intervals; left is faster, 1 × is hand-written code",
	"time ÷ floor", "every backend's time in multiples of the floor's, by family",
}

// overviewRow is a family, or the name of a scenario above its families.
type overviewRow struct {
	label string
	dots  []dot
}

type dot struct {
	label     string
	style     Style
	x, lo, hi float64 // multiples of the floor
}

func (s Sheet) row(sc analyse.Scenario, f analyse.Family) overviewRow {
	r := overviewRow{label: sc.Short(f)}
	best := map[string]bool{}
	for _, c := range f.Contenders() { // fastest first
		pair := c.Backend + "/" + c.Track
		if c.OverFloor == nil || best[pair] {
			continue
		}
		best[pair] = true
		d := dot{pair, s.Styles.Of(c.Backend, c.Track, false), c.OverFloor.Ratio, c.OverFloor.Ratio, c.OverFloor.Ratio}
		if c.OverFloor.Lo != nil {
			d.lo, d.hi = *c.OverFloor.Lo, *c.OverFloor.Hi
		}
		r.dots = append(r.dots, d)
	}
	return r
}

const rowHeight = vg.Length(17)

// stagger sets the dots of a row at slightly different heights, the fastest on
// top, so that intervals do not lie on each other.
func stagger(i, n int) vg.Length {
	step := min((rowHeight-8)/vg.Length(n), 2.2)
	return (vg.Length(n-1)/2 - vg.Length(i)) * step
}

func (s Sheet) overview(name string, q quotient, rows []overviewRow) Picture {
	legend := s.legend(rows)
	perLine := legendColumns(legend)
	lines := (len(legend) + perLine - 1) / max(perLine, 1)
	h := rowHeight*vg.Length(len(rows)) + 90 + vg.Length(lines)*14
	return Picture{
		Name: name, height: h, Alt: q.alt,
		paint: func(c draw.Canvas) {
			c.SetColor(color.White)
			c.Fill(c.Rectangle.Path())
			c = heading(c, q.title, q.subtitle)
			c = drawLegend(c, legend, perLine)
			drawRows(c, rows, q.axis)
		},
	}
}

// legend lists the pairs that occur, in the order of the suite. Dots have no
// ends that could carry a label, as lines have.
func (s Sheet) legend(rows []overviewRow) []dot {
	found := map[string]dot{}
	for _, r := range rows {
		for _, d := range r.dots {
			found[d.label] = d
		}
	}
	var out []dot
	for _, st := range s.Styles.storages {
		for _, tr := range s.Styles.trackers {
			if d, ok := found[st+"/"+tr]; ok {
				out = append(out, d)
			}
		}
	}
	return out
}

// legendColumns is how many entries of the legend fit beside each other.
func legendColumns(legend []dot) int {
	w := vg.Length(1)
	for _, d := range legend {
		w = max(w, face(tickSize, false).Width(d.label)+22)
	}
	return max(int((width-2*margin)/w), 1)
}

func drawLegend(c draw.Canvas, legend []dot, perLine int) draw.Canvas {
	step := (c.Max.X - c.Min.X) / vg.Length(perLine)
	style := face(tickSize, false)
	style.YAlign = draw.YCenter
	for i, d := range legend {
		at := vg.Point{
			X: c.Min.X + 4 + vg.Length(i%perLine)*step,
			Y: c.Max.Y - 6 - vg.Length(i/perLine)*14,
		}
		c.DrawGlyph(draw.GlyphStyle{Color: d.style.Color, Radius: 3, Shape: d.style.Marker}, at)
		c.FillText(style, vg.Point{X: at.X + 7, Y: at.Y + lift(style)}, d.label)
	}
	c.Max.Y -= vg.Length((len(legend)+perLine-1)/perLine)*14 + 6
	return c
}

// labelShare is how much of the width the names of rows may take.
const labelShare = 0.4

// shortened leaves out the middle of a label that has not so much room.
func shortened(label string, s text.Style, room vg.Length) string {
	r := []rune(label)
	for n := len(r); n > 2 && s.Width(label) > room; n-- {
		label = string(r[:n/2]) + "…" + string(r[len(r)-(n-n/2-1):])
	}
	return label
}

func drawRows(c draw.Canvas, rows []overviewRow, axis string) {
	var values []float64
	left := vg.Length(0)
	for _, r := range rows {
		style := face(tickSize, len(r.dots) == 0)
		if w := style.Width(r.label); len(r.dots) > 0 {
			left = min(max(left, w+10), labelShare*(c.Max.X-c.Min.X))
		}
		for _, d := range r.dots {
			values = append(values, d.x, d.lo, d.hi)
		}
	}
	x := newScale(append(values, 1), times).spread(0.03, 0.5)
	area := draw.Crop(c, left+8, -14, 34, 0)
	px := func(v float64) vg.Length { return area.X((x.at(v) - x.lo) / (x.hi - x.lo)) }
	for _, t := range thinned(x.Ticks(x.lo, x.hi), area.Max.X-area.Min.X, x.hi-x.lo) {
		if t.IsMinor() {
			continue
		}
		at := area.X((t.Value - x.lo) / (x.hi - x.lo))
		line := draw.LineStyle{Color: grid, Width: 0.6}
		if math.Abs(t.Value) < 1e-9 {
			line = draw.LineStyle{Color: grey, Width: 1, Dashes: []vg.Length{3, 2}}
		}
		c.StrokeLine2(line, at, area.Min.Y, at, area.Max.Y)
		s := face(tickSize, false)
		s.Color, s.XAlign, s.YAlign = faint, draw.XCenter, draw.YTop
		c.FillText(s, vg.Point{X: at, Y: area.Min.Y - 3}, t.Label)
	}
	s := face(labelSize, false)
	s.XAlign, s.YAlign = draw.XCenter, draw.YBottom
	c.FillText(s, vg.Point{X: area.Center().X, Y: c.Min.Y + 2}, axis)
	c.StrokeLine2(draw.LineStyle{Color: faint, Width: 0.6}, area.Min.X, area.Min.Y, area.Max.X, area.Min.Y)
	y := area.Max.Y - rowHeight/2
	for _, r := range rows {
		style := face(tickSize, len(r.dots) == 0)
		style.YAlign = draw.YCenter
		at := vg.Point{X: c.Min.X, Y: y + lift(style)}
		if len(r.dots) > 0 {
			at.X += 10
			c.StrokeLine2(draw.LineStyle{Color: grid, Width: 0.6}, area.Min.X, y, area.Max.X, y)
		}
		name := r.label
		if len(r.dots) > 0 {
			name = shortened(name, style, left-10)
		}
		if len(r.dots) == 0 { // a scenario's name may run into its empty row, over the grid
			c.SetColor(color.White)
			c.Fill(style.Rectangle(name).Add(at).Path())
		}
		c.FillText(style, at, name)
		for i := len(r.dots) - 1; i >= 0; i-- { // the fastest on top
			d := r.dots[i]
			y := y + stagger(i, len(r.dots))
			c.StrokeLine2(draw.LineStyle{Color: withAlpha(d.style.Color, 0.5), Width: 1.4}, px(d.lo), y, px(d.hi), y)
			c.DrawGlyph(draw.GlyphStyle{Color: d.style.Color, Radius: 2.8, Shape: d.style.Marker}, vg.Point{X: px(d.x), Y: y})
		}
		y -= rowHeight
	}
}
