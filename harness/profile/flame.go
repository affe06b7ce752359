package profile

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf8"
)

// frame is a function in the context of its callers.
type frame struct {
	name     string
	value    int64
	children map[string]*frame
}

func (f *frame) child(name string) *frame {
	if f.children[name] == nil {
		if f.children == nil {
			f.children = map[string]*frame{}
		}
		f.children[name] = &frame{name: name}
	}
	return f.children[name]
}

// sorted gives the children by name, so that two profiles of one workload look
// alike.
func (f *frame) sorted() []*frame {
	var out []*frame
	for _, c := range f.children {
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b *frame) int { return strings.Compare(a.name, b.name) })
	return out
}

func (f *frame) depth() int {
	d := 0
	for _, c := range f.children {
		d = max(d, c.depth())
	}
	return d + 1
}

// tree sums up the stacks. What stands outside of the last function of the
// package that measures is the same in every profile and is left out.
func (p *Profile) tree(outside string) *frame {
	root := &frame{name: "all"}
	for _, s := range p.p.Sample {
		v := s.Value[p.value]
		if v <= 0 {
			continue
		}
		names := stack(s)
		for i := len(names) - 1; i >= 0 && outside != ""; i-- {
			if packageOf(names[i]) == outside {
				names = names[i+1:]
				break
			}
		}
		root.value += v
		at := root
		for _, n := range names {
			at = at.child(n)
			at.value += v
		}
	}
	return root
}

// Geometry of a flame graph, in pixels of its own.
const (
	flameWidth  = 1200.0
	rowHeight   = 18
	margin      = 12
	headHeight  = 46
	charWidth   = 6.3 // of the sans face at 11 pixels, on average
	leastWidth  = 0.3 // narrower frames are left out
	legendLines = 6
)

// flameColors are Okabe and Ito's, lightened so that black text stands out;
// grey is everything else. Packages take them in the order of their weight.
var flameColors = [legendLines]string{"#8ec3e6", "#f2b98a", "#8fd3bd", "#e8c1d8", "#f3d48e", "#c9e5f7"}

const flameGrey = "#dddddd"

// Flame draws the profile as an SVG file: the callers above their callees, as
// wide as their share. A click on a frame widens it to the whole; hovering
// names it. Stacks begin below the last function of the package outside.
func (p *Profile) Flame(title, subtitle, outside string) []byte {
	root := p.tree(outside)
	d := &flameDrawing{profile: p, total: root.value, colors: p.packageColors(root)}
	rows := root.depth()
	height := headHeight + rows*rowHeight + rowHeight*2 + margin
	fmt.Fprintf(&d.b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %d" width="%.0f" height="%d" font-family="'Liberation Sans',Arial,Helvetica,sans-serif" font-size="11">`+"\n",
		flameWidth, height, flameWidth, height)
	fmt.Fprintf(&d.b, "<style>.f{cursor:pointer}.f:hover rect{stroke:#222}text{fill:#222;pointer-events:none}</style>\n")
	fmt.Fprintf(&d.b, `<rect width="100%%" height="100%%" fill="#fff"/>`+"\n")
	fmt.Fprintf(&d.b, `<text x="%d" y="20" font-size="15" font-weight="bold">%s</text>`+"\n", margin, html.EscapeString(title))
	fmt.Fprintf(&d.b, `<text x="%d" y="37" fill="#666">%s</text>`+"\n", margin, html.EscapeString(subtitle))
	d.draw(root, 0, 0)
	d.legend(height - margin - rowHeight/2)
	d.b.WriteString("<script><![CDATA[" + zoomScript + "]]></script>\n</svg>\n")
	return []byte(d.b.String())
}

type flameDrawing struct {
	b       strings.Builder
	profile *Profile
	total   int64
	colors  []packageColor
}

type packageColor struct {
	pkg, color string
	weight     int64
}

// packageColors gives the packages with most of their own a colour.
func (p *Profile) packageColors(root *frame) []packageColor {
	weight := map[string]int64{}
	var visit func(f *frame)
	visit = func(f *frame) {
		own := f.value
		for _, c := range f.children {
			own -= c.value
			visit(c)
		}
		if f != root {
			weight[packageOf(f.name)] += own
		}
	}
	visit(root)
	var out []packageColor
	for pkg, w := range weight {
		if pkg != "" {
			out = append(out, packageColor{pkg: pkg, weight: w})
		}
	}
	slices.SortFunc(out, func(a, b packageColor) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.pkg, b.pkg))
	})
	out = out[:min(len(out), legendLines)]
	for i := range out {
		out[i].color = flameColors[i]
	}
	return out
}

func (d *flameDrawing) color(name string) string {
	for _, c := range d.colors {
		if c.pkg == packageOf(name) {
			return c.color
		}
	}
	return flameGrey
}

// draw draws a frame and what it calls, from a value onwards.
func (d *flameDrawing) draw(f *frame, from int64, row int) {
	if d.total == 0 {
		return
	}
	scale := (flameWidth - 2*margin) / float64(d.total)
	x, w := float64(from)*scale, float64(f.value)*scale
	if w < leastWidth {
		return
	}
	y := headHeight + row*rowHeight
	fmt.Fprintf(&d.b, `<g class="f" data-x="%.2f" data-w="%.2f" data-n="%s"><title>%s: %s, %.1f %%</title>`,
		x, w, html.EscapeString(Short(f.name)), html.EscapeString(f.name), Amount(f.value, d.profile.Unit), 100*float64(f.value)/float64(d.total))
	fmt.Fprintf(&d.b, `<rect x="%.2f" y="%d" width="%.2f" height="%d" fill="%s" stroke="#fff" stroke-width="0.6"/>`,
		margin+x, y, w, rowHeight-1, d.color(f.name))
	fmt.Fprintf(&d.b, `<text x="%.2f" y="%d">%s</text></g>`+"\n", margin+x+3, y+13, html.EscapeString(clip(Short(f.name), w)))
	for _, c := range f.sorted() {
		d.draw(c, from, row+1)
		from += c.value
	}
}

// clip shortens a name to a width in pixels.
func clip(name string, w float64) string {
	room := int((w - 6) / charWidth)
	switch n := utf8.RuneCountInString(name); {
	case n <= room:
		return name
	case room < 3:
		return ""
	}
	return string([]rune(name)[:room-1]) + "…"
}

func (d *flameDrawing) legend(y int) {
	x := float64(margin)
	for _, c := range d.colors {
		fmt.Fprintf(&d.b, `<rect x="%.2f" y="%d" width="11" height="11" fill="%s"/><text x="%.2f" y="%d">%s</text>`+"\n",
			x, y-10, c.color, x+15, y, html.EscapeString(c.pkg))
		x += 15 + charWidth*float64(len(c.pkg)) + 18
	}
}

// Amount writes a value in its unit: 1.23 s, 45.6 MiB.
func Amount(v int64, unit string) string {
	f := float64(v)
	steps := []struct {
		size float64
		name string
	}{{1, unit}}
	switch unit {
	case "nanoseconds":
		steps = []struct {
			size float64
			name string
		}{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1, "ns"}}
	case "bytes":
		steps = []struct {
			size float64
			name string
		}{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}, {1, "B"}}
	}
	for _, s := range steps {
		if f >= s.size || s.size == 1 {
			return fmt.Sprintf("%.3g %s", f/s.size, s.name)
		}
	}
	return ""
}

// zoomScript widens the frame that is clicked to the whole width, those above
// it too, and hides what is beside it. The root shows everything again.
const zoomScript = `(function(){
var m=12,full=1176,cw=6.3,fs=[].slice.call(document.querySelectorAll('g.f'));
function y(g){return +g.querySelector('rect').getAttribute('y')}
fs.forEach(function(z){z.addEventListener('click',function(){
var x0=+z.dataset.x,w0=+z.dataset.w;
fs.forEach(function(g){
var x=+g.dataset.x,w=+g.dataset.w,above=y(g)<y(z)&&x<=x0+0.01&&x+w>=x0+w0-0.01;
var inside=x>=x0-0.01&&x+w<=x0+w0+0.01&&y(g)>=y(z);
g.style.display=above||inside?'':'none';
var nx=above?0:(x-x0)*full/w0,nw=above?full:w*full/w0,r=g.querySelector('rect'),t=g.querySelector('text');
r.setAttribute('x',m+nx);r.setAttribute('width',Math.max(nw,0));t.setAttribute('x',m+nx+3);
var room=Math.floor((nw-6)/cw),n=g.dataset.n;
t.textContent=n.length<=room?n:room<3?'':n.slice(0,room-1)+'\u2026';
})})})})();`
