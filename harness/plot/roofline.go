package plot

import (
	"fmt"
	"strings"

	"ecslab/harness/analyse"
)

var overBandwidth = quotient{
	"Bytes a second ÷ copy bandwidth", "bytes that the work must touch ÷ what the machine copies in that time; bars are 95 % intervals",
	"÷ copy bandwidth (read-only work can exceed 1)", "bytes touched a second in multiples of the copy bandwidth, by family",
}

// Roofline draws how near a workload that varies n comes to what memory can
// deliver: bytes a second over the working set, under the bandwidth that every
// process measured.
func (s Sheet) Roofline(sc analyse.Scenario, copies []analyse.Bandwidth) []Picture {
	var out []Picture
	for _, w := range sweeps(sc, "n") {
		if h, ok := s.roof(w, copies); ok {
			out = append(out, h.picture())
		}
	}
	return out
}

// Shares draws the share of that bandwidth of every family whose bytes are
// known, a row each.
func (s Sheet) Shares(f *analyse.Figures) []Picture {
	var rows []overviewRow
	for _, sc := range f.Scenarios {
		part := []overviewRow{{label: strings.TrimSpace(sc.Name + "  " + sc.Fixed())}}
		for _, family := range sc.Families {
			if r := s.shares(sc, family); len(r.dots) > 0 {
				part = append(part, r)
			}
		}
		if len(part) > 1 {
			rows = append(rows, part...)
		}
	}
	if len(rows) == 0 || len(rows) > 2*maxRows {
		return nil
	}
	return []Picture{s.overview("roofline", overBandwidth, rows)}
}

// roof is the chart of a sweep; ok is false where bytes or bandwidth are not
// known, or the working set does not grow with n.
func (s Sheet) roof(w sweep, copies []analyse.Bandwidth) (chart, bool) {
	machine := w.points[0].family.Value(analyse.MachineKey)
	h := s.chart(w, "roofline")
	h.title = w.scenario.Name + ": bytes a second under the machine's roof"
	h.subtitle = strings.TrimPrefix(w.fixed+" · grey: what the machine copies, measured in every process; bands: 95 % intervals", " · ")
	h.alt = fmt.Sprintf("%s: bytes touched a second over the working set, and the machine's copy bandwidth", w.scenario.Name)
	h.xLabel, h.xFormat = "working set", func(v float64) string { return bytesOf(int(v)) }
	h.yLabel, h.yFormat = "bytes touched per second", func(v float64) string { return count(v) + "B" }
	h.binaryTicks = true
	set := map[float64]analyse.Family{}
	var sets []float64
	for _, p := range w.points {
		set[p.x] = p.family
		sets = append(sets, p.family.Bytes*float64(p.family.N))
	}
	if len(distinct(sets)) < 2 {
		return h, false
	}
	lines := h.lines[:0]
	for _, l := range h.lines {
		if l.label == "floor" {
			continue // the roof is grey, and the floor is in the chart of times
		}
		for i, q := range l.points {
			f := set[q.x]
			if f.Bytes <= 0 {
				return h, false
			}
			l.points[i] = point{f.Bytes * float64(f.N), 1e9 * f.Bytes / q.y, 1e9 * f.Bytes / q.hi, 1e9 * f.Bytes / q.lo}
		}
		lines = append(lines, l)
	}
	roof := line{label: "copy", style: s.Styles.Of("", "", true)}
	for _, b := range copies {
		if b.Machine == machine && b.BytesPerSecond.Median > 0 {
			e := b.BytesPerSecond
			q := point{float64(b.Bytes), e.Median, e.Median, e.Median}
			if e.Lo != nil && *e.Lo > 0 {
				q.lo, q.hi = *e.Lo, *e.Hi
			}
			roof.points = append(roof.points, q)
		}
	}
	h.lines = append([]line{roof}, lines...)
	for _, c := range s.Machine.Caches() {
		h.marks = append(h.marks, mark{float64(c.Bytes), c.Name})
	}
	return h, len(lines) > 0 && len(roof.points) > 0
}

// shares is a row of the overview.
func (s Sheet) shares(sc analyse.Scenario, f analyse.Family) overviewRow {
	r := overviewRow{label: sc.Short(f)}
	seen := map[string]bool{}
	for _, c := range f.Contenders() { // fastest first
		if c.CopyShare <= 0 || seen[pair(c)] {
			continue
		}
		seen[pair(c)] = true
		d := dot{c.Backend + "/" + c.Track, s.Styles.Of(c.Backend, c.Track, false), c.CopyShare, c.CopyShare, c.CopyShare}
		if e := c.PerUnit; e.Lo != nil && *e.Lo > 0 {
			d.lo, d.hi = c.CopyShare*e.Median / *e.Hi, c.CopyShare*e.Median / *e.Lo
		}
		r.dots = append(r.dots, d)
	}
	return r
}
