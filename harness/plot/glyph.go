package plot

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// glyph is a marker: its shape is that of a tracker, its inside that of a
// storage, so that a pair is known without its colour.
type glyph struct {
	shape shape
	inside
}

// shape is a regular polygon: of no corners it is a circle.
type shape struct {
	corners   int
	scale     vg.Length
	direction float64 // of the first corner
}

var shapes = []shape{
	{0, 1, 0}, {4, 1.3, math.Pi / 4}, {3, 1.3, math.Pi / 2}, {4, 1.3, 0}, {3, 1.3, -math.Pi / 2},
}

// inside is what a marker holds.
type inside int

const (
	solid inside = iota
	hollow
	dotted  // hollow with a dot
	pierced // solid with a hole
	insides = 4
)

func (g glyph) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	outline := g.shape.path(s.Radius, at)
	dot := shape{scale: 1}.path(s.Radius*0.38, at)
	c.SetColor(color.White)
	if g.inside == solid || g.inside == pierced {
		c.SetColor(s.Color)
	}
	c.Fill(outline)
	switch g.inside {
	case hollow, dotted:
		c.SetLineStyle(draw.LineStyle{Color: s.Color, Width: 0.9})
		c.Stroke(outline)
		if g.inside == dotted {
			c.SetColor(s.Color)
			c.Fill(dot)
		}
	case pierced:
		c.SetColor(color.White)
		c.Fill(dot)
	}
}

func (f shape) path(radius vg.Length, at vg.Point) vg.Path {
	var p vg.Path
	r := radius * f.scale
	if f.corners == 0 {
		p.Move(vg.Point{X: at.X + r, Y: at.Y})
		p.Arc(at, r, 0, 2*math.Pi)
	}
	for i := range f.corners {
		a := f.direction + float64(i)*2*math.Pi/float64(f.corners)
		q := vg.Point{X: at.X + r*vg.Length(math.Cos(a)), Y: at.Y + r*vg.Length(math.Sin(a))}
		if i == 0 {
			p.Move(q)
		} else {
			p.Line(q)
		}
	}
	p.Close()
	return p
}
