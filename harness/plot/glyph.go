package plot

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// diamond and wedge are filled markers that gonum lacks: its crosses are too
// thin to be told apart at this size.
type (
	diamond struct{}
	wedge   struct{}
)

func (diamond) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	polygon(c, s, at, 4, 1.25, 0)
}

func (wedge) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	polygon(c, s, at, 3, 1.2, -math.Pi/2)
}

// polygon fills a regular polygon whose first corner lies in the direction.
func polygon(c *draw.Canvas, s draw.GlyphStyle, at vg.Point, corners int, scale vg.Length, direction float64) {
	var p vg.Path
	for i := range corners {
		a := direction + float64(i)*2*math.Pi/float64(corners)
		q := vg.Point{
			X: at.X + s.Radius*scale*vg.Length(math.Cos(a)),
			Y: at.Y + s.Radius*scale*vg.Length(math.Sin(a)),
		}
		if i == 0 {
			p.Move(q)
		} else {
			p.Line(q)
		}
	}
	p.Close()
	c.SetColor(s.Color)
	c.Fill(p)
}
