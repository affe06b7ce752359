package plot

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"ecslab/harness/analyse"
	"ecslab/harness/profile"
)

// barsShown is how many functions of a profile a picture shows.
const barsShown = 5

// Profile draws one profile under a name.
func (s Sheet) Profile(name string, p analyse.Profile) Picture {
	return s.profile(name, p.Group, p.Kind, []analyse.Profile{p})
}

// Profiles draws where CPU time and memory go: a picture for each group and
// kind, in it a block a backend, in a block a bar a function.
func (s Sheet) Profiles(list []analyse.Profile) []Picture {
	type key struct{ group, kind string }
	blocks := map[key][]analyse.Profile{}
	var order []key
	for _, p := range list {
		k := key{p.Group, p.Kind}
		if len(p.Top) == 0 {
			continue
		}
		if blocks[k] == nil {
			order = append(order, k)
		}
		blocks[k] = append(blocks[k], p)
	}
	var out []Picture
	for _, k := range order {
		out = append(out, s.profile("profile-"+k.group+"-"+k.kind, k.group, k.kind, blocks[k]))
	}
	return out
}

func (s Sheet) profile(name, group, kind string, list []analyse.Profile) Picture {
	rows := 0
	for _, p := range list {
		rows += 1 + min(len(p.Top), barsShown)
	}
	title, subtitle := group+": where CPU time goes", "share of CPU time in the function itself, callees not included"
	if kind == profile.Heap {
		title, subtitle = group+": where memory is", "share of live heap that the function allocated"
	}
	return Picture{
		Name: name, height: rowHeight*vg.Length(rows) + 60,
		Alt: fmt.Sprintf("the functions with most of the %s profile, by backend, %s", kind, group),
		paint: func(c draw.Canvas) {
			c.SetColor(color.White)
			c.Fill(c.Rectangle.Path())
			c = heading(c, title, subtitle)
			s.bars(c, list)
		},
	}
}

// bars draws the blocks, from the top down.
func (s Sheet) bars(c draw.Canvas, list []analyse.Profile) {
	const names = 3.4 * vg.Inch // the width that function names may take
	left, most := vg.Length(0), 0.0
	label := face(tickSize, false)
	for _, p := range list {
		for i, f := range p.Top {
			if i < barsShown {
				left = max(left, label.Width(fitted(profile.Short(f.Name), names)))
				most = max(most, f.FlatShare)
			}
		}
	}
	from := c.Min.X + left + 14
	scale := (c.Max.X - from - 40) / vg.Length(max(most, 1e-9))
	label.YAlign = draw.YCenter
	y := c.Max.Y - rowHeight/2
	for _, p := range list {
		head := face(tickSize, true)
		head.YAlign = draw.YCenter
		c.FillText(head, vg.Point{X: c.Min.X, Y: y + lift(head)}, p.Cell+"  "+p.Family)
		y -= rowHeight
		style := s.Styles.Of(p.Storage, p.Track, false)
		for i, f := range p.Top {
			if i == barsShown {
				break
			}
			name := label
			name.XAlign = draw.XRight
			c.FillText(name, vg.Point{X: from - 6, Y: y + lift(name)}, fitted(profile.Short(f.Name), names))
			w := scale * vg.Length(f.FlatShare)
			c.SetColor(style.Color)
			c.Fill(vg.Rectangle{Min: vg.Point{X: from, Y: y - 5}, Max: vg.Point{X: from + w, Y: y + 5}}.Path())
			value := label
			value.Color = faint
			c.FillText(value, vg.Point{X: from + w + 4, Y: y + lift(value)}, fmt.Sprintf("%.1f %%", 100*f.FlatShare))
			y -= rowHeight
		}
	}
}

// fitted shortens a name in its middle, which says least.
func fitted(name string, w vg.Length) string {
	style := face(tickSize, false)
	for r := []rune(name); style.Width(name) > w && len(r) > 8; {
		m := len(r) / 2
		r = append(r[:m-1:m-1], r[m+1:]...)
		name = string(r[:m-1]) + "…" + string(r[m-1:])
	}
	return name
}
