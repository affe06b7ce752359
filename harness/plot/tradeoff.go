package plot

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ecslab/harness/analyse"
)

// tradeoff is a backend in one scenario: time and memory in multiples of the
// floor's.
type tradeoff struct {
	storage, tracker string
	scenario         string
	style            Style
	time, memory     float64
}

// TimeMemory draws what speed costs in memory: a dot a backend and scenario, at
// the scenario's family with most units that was weighed. Each storage has a
// panel, in which the others are faint.
func (s Sheet) TimeMemory(f *analyse.Figures) []Picture {
	var all []tradeoff
	for _, sc := range f.Scenarios {
		all = append(all, s.tradeoffs(sc)...)
	}
	if len(all) < 2 {
		return nil
	}
	var storages []string
	for _, st := range s.Styles.storages {
		if slices.ContainsFunc(all, func(t tradeoff) bool { return t.storage == st }) {
			storages = append(storages, st)
		}
	}
	rows := (len(storages) + 1) / 2
	legend := s.trackerLegend(all)
	return []Picture{{
		Name: "time-memory", height: panelHeight*vg.Length(rows) + 72, Alt: "time against live heap of every backend and workload, both in multiples of the floor's, a panel a storage",
		paint: func(c draw.Canvas) {
			c.SetColor(color.White)
			c.Fill(c.Rectangle.Path())
			c = heading(c, "Time against memory", "a dot a backend and workload, at its largest size; low and left is better; grey: the other storages")
			c = drawLegend(c, legend, legendColumns(legend))
			panels(c, all, storages)
		},
	}}
}

const panelHeight = vg.Length(205)

// trackerLegend says which marker is which tracker; colours are named by the
// panels.
func (s Sheet) trackerLegend(all []tradeoff) []dot {
	var out []dot
	for _, tr := range s.Styles.trackers {
		if slices.ContainsFunc(all, func(t tradeoff) bool { return t.tracker == tr }) {
			style := s.Styles.Of("", tr, false)
			style.Color = faint
			out = append(out, dot{label: tr, style: style})
		}
	}
	return out
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
			out = append(out, tradeoff{c.Backend, c.Track, sc.Name, s.Styles.Of(c.Backend, c.Track, false), c.OverFloor.Ratio, c.Memory.LiveBytes / floor})
		}
	}
	slices.SortStableFunc(out, func(a, b tradeoff) int {
		return s.Styles.compare(pairOf(a.storage, a.tracker), pairOf(b.storage, b.tracker))
	})
	return out
}

// muchMemory is how many times the floor's memory is drawn to scale. What takes
// more, mostly a world of many archetypes beside the bare values, stands at the rim with
// its figure: to scale it would press all others into a column.
const muchMemory = 20

// plane is what the panels share: their axes, and the rim.
type plane struct {
	x, y scale
	edge float64 // memory that is drawn to scale; +Inf where all is
	end  float64 // position at which the scale of x ends
	rim  float64 // position of what takes more
}

func newPlane(all []tradeoff) plane {
	p := plane{edge: muchMemory}
	beyond := 0
	for _, t := range all {
		if t.memory > p.edge {
			beyond++
		}
	}
	if 4*beyond > len(all) {
		p.edge = math.Inf(1)
	}
	var xs, ys []float64
	for _, t := range all {
		ys = append(ys, t.time)
		if t.memory <= p.edge {
			xs = append(xs, t.memory)
		}
	}
	p.x, p.y = newScale(xs, times).spread(0.05, 0.6), newScale(ys, times).spread(0.06, 0.6)
	p.end = p.x.hi
	if len(xs) < len(all) {
		p.rim = p.end + 0.1*(p.end-p.x.lo)
		p.x.hi = p.rim + 0.04*(p.end-p.x.lo)
	}
	return p
}

// at is the position of an amount of memory.
func (p plane) at(memory float64) float64 {
	if memory > p.edge {
		return p.rim
	}
	return p.x.at(memory)
}

// rimmed are the ticks of x on an axis of that length.
type rimmed struct {
	plane
	length vg.Length
}

// Ticks implements plot.Ticker.
func (r rimmed) Ticks(lo, hi float64) []plot.Tick {
	out := narrow{r.x, r.length}.Ticks(lo, hi)
	if r.end == r.x.hi {
		return out
	}
	out = slices.DeleteFunc(out, func(t plot.Tick) bool { return t.Value > r.end })
	return append(out, plot.Tick{Value: r.rim, Label: "more"})
}

// panels draws two storages beside each other on the same axes.
func panels(c draw.Canvas, all []tradeoff, storages []string) {
	p := newPlane(all)
	width := (c.Max.X - c.Min.X) / 2
	for i, st := range storages {
		left, top := c.Min.X+vg.Length(i%2)*width, c.Max.Y-vg.Length(i/2)*panelHeight
		panel := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: left, Y: top - panelHeight}, Max: vg.Point{X: left + width - 8, Y: top},
		}}
		p.scatter(panel, all, st)
	}
}

func (on plane) scatter(c draw.Canvas, all []tradeoff, storage string) {
	x, y := on.x, on.y
	p := newPlot()
	p.X.Label.Text, p.Y.Label.Text = "live heap ÷ floor's", "time ÷ floor's"
	p.X.Tick.Marker, p.Y.Tick.Marker = rimmed{on, 0.78 * (c.Max.X - c.Min.X)}, y
	p.Add(gridLines{x, y})
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x.lo, x.hi, y.lo, y.hi
	p.BackgroundColor = nil
	c = draw.Crop(c, 0, -4, 0, -16)
	p.Draw(c)
	area := p.DataCanvas(c)
	tx, ty := p.Transforms(&area)
	at := func(t tradeoff) vg.Point { return vg.Point{X: tx(on.at(t.memory)), Y: ty(y.at(t.time))} }
	if on.end < x.hi {
		cutAxis(area, tx((on.end+on.rim)/2))
	}
	var own []tradeoff
	for _, t := range all {
		if t.storage == storage {
			own = append(own, t)
			continue
		}
		area.DrawGlyph(draw.GlyphStyle{Color: grid, Radius: 2, Shape: draw.CircleGlyph{}}, at(t))
	}
	for _, t := range own {
		area.DrawGlyph(draw.GlyphStyle{Color: withAlpha(t.style.Color, 0.7), Radius: 2.2, Shape: t.style.Marker}, at(t))
	}
	title := face(tickSize, true)
	title.Color, title.YAlign = own[0].style.Color, draw.YTop
	c.FillText(title, vg.Point{X: area.Min.X + 2, Y: area.Max.Y + 13}, storage)
	s := face(tickSize-2, false)
	s.Color, s.YAlign = ink, draw.YCenter
	far := on.outermost(own)
	slices.SortStableFunc(far, func(a, b tradeoff) int { return cmp.Compare(a.time, b.time) })
	var want []vg.Length
	for _, t := range far {
		want = append(want, at(t).Y)
	}
	for i, y := range separate(want, tickSize, area.Min.Y, area.Max.Y) {
		q, name := vg.Point{X: at(far[i]).X + 5, Y: y + lift(s)}, far[i].scenario
		if far[i].memory > on.edge {
			name = strings.TrimSpace(name + " " + times(twoDigits(far[i].memory)))
		}
		if s.XAlign = draw.XLeft; q.X+s.Width(name) > area.Max.X {
			q.X, s.XAlign = q.X-10, draw.XRight
		}
		area.FillText(s, q, name)
	}
}

// twoDigits rounds a number above 10.
func twoDigits(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v))-1)
	return math.Round(v/unit) * unit
}

// named is how many scenarios of a panel are named.
const named = 3

// outermost are the dots that lie farthest from the floor, of a scenario one:
// those that one asks about. More at the rim have their figure, and no name.
func (on plane) outermost(all []tradeoff) []tradeoff {
	far := func(t tradeoff) float64 { return math.Hypot(math.Log(t.memory), math.Log(t.time)) }
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b tradeoff) int { return cmp.Compare(far(b), far(a)) })
	var out []tradeoff
	seen := map[string]bool{}
	for _, t := range sorted {
		if seen[t.scenario] || len(out) >= named && t.memory <= on.edge {
			continue
		}
		seen[t.scenario] = true
		if len(out) >= named {
			t.scenario = ""
		}
		out = append(out, t)
	}
	return out
}
