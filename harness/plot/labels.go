package plot

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// endLabel names a line at its right end.
type endLabel struct {
	text  string
	style Style
	at    vg.Point // the end of the line
}

// labelWidth is the room that labels need beside the plot: the leader, the
// widest text, and a little more, since text that touches the edge gets cut.
func labelWidth(labels []string) vg.Length {
	w := vg.Length(0)
	for _, l := range labels {
		w = max(w, face(tickSize, false).Width(l))
	}
	return w + leader + keyWidth + 4
}

// leader is the distance from a line's end to its label.
const leader = vg.Length(16)

// keyWidth is the room of the marker before a label: where lines end on each
// other it is what names them without colour.
const keyWidth = vg.Length(9)

// drawEndLabels draws the labels right of x, as near to their lines as they
// can be without touching each other, within the canvas.
func drawEndLabels(c draw.Canvas, x vg.Length, labels []endLabel) {
	slices.SortStableFunc(labels, func(a, b endLabel) int { return cmp.Compare(a.at.Y, b.at.Y) })
	want := make([]vg.Length, len(labels))
	for i, l := range labels {
		want[i] = l.at.Y
	}
	ys := separate(want, tickSize*1.18, c.Min.Y+tickSize/2, c.Max.Y-tickSize/2)
	for i, l := range labels {
		end := vg.Point{X: x + leader - 3, Y: ys[i]}
		c.StrokeLines(draw.LineStyle{Color: withAlpha(l.style.Color, 0.6), Width: 0.5}, []vg.Point{
			{X: l.at.X + 3, Y: l.at.Y}, {X: max(x, l.at.X+3), Y: l.at.Y}, end,
		})
		s := face(tickSize, false)
		s.Color, s.YAlign = darker(l.style.Color), draw.YCenter
		// the canvas draws no glyph beyond its edge
		l.style.Marker.DrawGlyph(&c, draw.GlyphStyle{Color: l.style.Color, Radius: 2.6}, vg.Point{X: x + leader + 3, Y: ys[i]})
		c.FillText(s, vg.Point{X: x + leader + keyWidth, Y: ys[i] + lift(s)}, l.text)
	}
}

// lift centres text on its x-height instead of on its line height.
func lift(s text.Style) vg.Length { return s.Font.Size * 0.06 }

// separate moves ascending positions apart to at least gap, each as little as
// the others allow, and keeps them between lo and hi if they fit: neighbours
// that are too near form a block, which is centred on what its members want.
func separate(want []vg.Length, gap, lo, hi vg.Length) []vg.Length {
	type block struct {
		start vg.Length // of its first member
		sum   vg.Length // of what its members want, each minus its offset
		n     int
	}
	var blocks []block
	for _, y := range want {
		b := block{sum: y, n: 1}
		for {
			room := vg.Length(b.n-1) * gap
			b.start = min(max(b.sum/vg.Length(b.n), lo), hi-room)
			if len(blocks) == 0 {
				break
			}
			last := blocks[len(blocks)-1]
			if last.start+vg.Length(last.n)*gap <= b.start {
				break
			}
			// b's members get new offsets behind those of the last block.
			b.sum = last.sum + b.sum - vg.Length(b.n)*vg.Length(last.n)*gap
			b.n += last.n
			blocks = blocks[:len(blocks)-1]
		}
		blocks = append(blocks, b)
	}
	var out []vg.Length
	for _, b := range blocks {
		for i := range b.n {
			out = append(out, b.start+vg.Length(i)*gap)
		}
	}
	return out
}
