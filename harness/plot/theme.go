package plot

import (
	"bytes"
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"
	"sync"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Size and resolution of a plot: 1040 × 624 pixels fill a README's width.
const (
	width      = 6.5 * vg.Inch
	height     = 3.9 * vg.Inch
	resolution = 160
	margin     = vg.Length(8)
)

// Font sizes in points.
const (
	titleSize = 13
	labelSize = 11
	tickSize  = 10
)

// Okabe and Ito's palette, without yellow, which a white page swallows. The
// first four lie 30 of 255 apart in lightness too, so that dots of one tracker
// can be told apart in greyscale; its green has the lightness of vermilion.
var palette = []color.NRGBA{
	{0x00, 0x72, 0xB2, 255}, // blue
	{0xD5, 0x5E, 0x00, 255}, // vermilion
	{0x00, 0x00, 0x00, 255}, // black
	{0xCC, 0x79, 0xA7, 255}, // reddish purple
	{0xE6, 0x9F, 0x00, 255}, // orange
	{0x56, 0xB4, 0xE9, 255}, // sky blue
	{0x00, 0x9E, 0x73, 255}, // bluish green
}

var (
	ink   = color.NRGBA{0x22, 0x22, 0x22, 255} // text
	faint = color.NRGBA{0x66, 0x66, 0x66, 255} // secondary text, axes
	grid  = color.NRGBA{0xE4, 0xE4, 0xE4, 255}
	grey  = color.NRGBA{0x77, 0x77, 0x77, 255} // the floor
)

// Style is how a contender is drawn.
type Style struct {
	Color  color.NRGBA
	Dashes []vg.Length
	Marker draw.GlyphDrawer
	Light  bool // a thinner line: another form of a pair
}

// Styles gives every backend of a suite its style, whatever a plot shows.
type Styles struct{ storages, trackers []string }

// NewStyles takes storages and trackers in the order of the suite.
func NewStyles(storages, trackers []string) Styles { return Styles{storages, trackers} }

var dashes = [][]vg.Length{nil, {6, 2.5}, {1.5, 2}, {6, 2, 1.5, 2}, {10, 2, 3, 2}}

// Of gives the style of a storage with a tracker; floors are grey.
func (s Styles) Of(storage, tracker string, floor bool) Style {
	if floor {
		return Style{Color: grey, Dashes: []vg.Length{3, 2}, Marker: draw.RingGlyph{}}
	}
	i, j := max(slices.Index(s.storages, storage), 0), max(slices.Index(s.trackers, tracker), 0)
	return Style{Color: palette[i%len(palette)], Dashes: dashes[j%len(dashes)], Marker: glyph{shapes[j%len(shapes)], inside(i % insides)}}
}

// compare orders pairs as the suite does.
func (s Styles) compare(a, b string) int {
	x, t, _ := strings.Cut(a, "/")
	y, u, _ := strings.Cut(b, "/")
	return cmp.Or(slices.Index(s.storages, x)-slices.Index(s.storages, y), slices.Index(s.trackers, t)-slices.Index(s.trackers, u), cmp.Compare(a, b))
}

var fonts = sync.OnceValue(func() *font.Cache { return font.NewCache(liberation.Collection()) })

// face is the one typeface, in a size.
func face(size vg.Length, bold bool) text.Style {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
	if bold {
		f.Weight = xfont.WeightBold
	}
	return text.Style{
		Color: ink, Font: f, Handler: text.Plain{Fonts: fonts()},
		XAlign: draw.XLeft, YAlign: draw.YBottom,
	}
}

// newPlot is an empty plot in the house theme.
func newPlot() *plot.Plot {
	p := plot.New()
	p.TextHandler = text.Plain{Fonts: fonts()}
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle = styled(face(labelSize, false), a.Label.TextStyle)
		a.Tick.Label = styled(face(tickSize, false), a.Tick.Label)
		a.Tick.Label.Color = faint
		a.Label.Padding = 4
		a.Padding = 0
		a.LineStyle = draw.LineStyle{Color: faint, Width: 0.6}
		a.Tick.LineStyle = a.LineStyle
		a.Tick.Length = 4
	}
	return p
}

// styled keeps the alignment that gonum computed for an axis.
func styled(s, old text.Style) text.Style {
	s.XAlign, s.YAlign, s.Rotation = old.XAlign, old.YAlign, old.Rotation
	return s
}

// Picture is a finished plot.
type Picture struct {
	Name   string // file name without extension
	Alt    string // for readers who do not see it
	height vg.Length
	paint  func(draw.Canvas)
}

// PNG is the picture as pixels.
func (p Picture) PNG() ([]byte, error) {
	c := vgimg.NewWith(vgimg.UseWH(width, p.height), vgimg.UseDPI(resolution))
	p.paint(draw.New(c))
	var b bytes.Buffer
	_, err := vgimg.PngCanvas{Canvas: c}.WriteTo(&b)
	return b.Bytes(), err
}

// SVG is the picture as vectors. Readers without the font get one with the
// same widths, so that no label moves.
func (p Picture) SVG() ([]byte, error) {
	c := vgsvg.NewWith(vgsvg.UseWH(width, p.height))
	p.paint(draw.New(c))
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, err
	}
	return []byte(strings.ReplaceAll(b.String(), "font-family:Liberation Sans;",
		"font-family:'Liberation Sans',Arial,Helvetica,sans-serif;")), nil
}

// heading draws title and subtitle at the top left and gives the canvas below.
func heading(c draw.Canvas, title, subtitle string) draw.Canvas {
	c = draw.Crop(c, margin, -margin, margin, -margin)
	y := c.Max.Y
	for _, t := range []struct {
		text  string
		style text.Style
		color color.Color
	}{{title, face(titleSize, true), ink}, {subtitle, face(tickSize, false), faint}} {
		if t.text == "" {
			continue
		}
		t.style.YAlign, t.style.Color = draw.YTop, t.color
		c.FillText(t.style, vg.Point{X: c.Min.X, Y: y}, t.text)
		y -= t.style.Font.Size * 1.35
	}
	c.Max.Y = y - 4
	return c
}

// withAlpha makes a colour translucent; gonum wants it premultiplied.
func withAlpha(c color.NRGBA, a float64) color.Color {
	c.A = uint8(math.Round(255 * a))
	return c
}
