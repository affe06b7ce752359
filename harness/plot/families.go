package plot

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ecslab/harness/analyse"
	"ecslab/harness/host"
)

// Sheet is what the plots of a run share.
type Sheet struct {
	Styles  Styles
	Machine host.Machine
}

// sweep is the families of a scenario that differ in one parameter only.
type sweep struct {
	scenario analyse.Scenario
	key      string  // the parameter that varies
	fixed    string  // the others, in words
	points   []place // ascending
}

type place struct {
	x      float64
	family analyse.Family
}

// sweeps finds the families of a scenario that vary a numeric parameter while
// the others stay; those with most points first.
func sweeps(s analyse.Scenario, key string) []sweep {
	byFixed := map[string]*sweep{}
	var order []*sweep
	for _, f := range s.Families {
		x, ok := number(f, key)
		if !ok {
			continue
		}
		fixed := f.Params.Without(key).String()
		w := byFixed[fixed]
		if w == nil {
			w = &sweep{scenario: s, key: key, fixed: fixed}
			byFixed[fixed] = w
			order = append(order, w)
		}
		w.points = append(w.points, place{x, f})
	}
	var out []sweep
	for _, w := range order {
		if len(w.points) > 1 {
			slices.SortStableFunc(w.points, func(a, b place) int { return cmp.Compare(a.x, b.x) })
			out = append(out, *w)
		}
	}
	slices.SortStableFunc(out, func(a, b sweep) int { return len(b.points) - len(a.points) })
	return out
}

// number reads a parameter as a number; a percent sign may follow it.
func number(f analyse.Family, key string) (float64, bool) {
	for _, p := range f.Params {
		if p.Key == key {
			v, err := strconv.ParseFloat(strings.TrimSuffix(p.Value, "%"), 64)
			return v, err == nil && v >= 0
		}
	}
	return 0, false
}

// crowded is how many lines a chart can hold.
const crowded = 12

// form is a pair in one of the ways that its scenario uses it: the way that is
// listed first at a point, whatever it is called there, or another by name.
type form struct{ backend, track, other string }

func formOf(f analyse.Family, c analyse.Cell) form {
	if firstForm(f, c) {
		return form{c.Backend, c.Track, ""}
	}
	return form{c.Backend, c.Track, c.Form}
}

func (k form) pair() string { return pairOf(k.backend, k.track) }

// lines draws the floor, of several the faster at each point, which is what
// ratios are to, and every form of every pair that at least half of the points
// have; where that gets crowded, of each pair the first form; and nothing where
// that is still crowded.
func (w sweep) lines(st Styles) []line {
	has := map[form]int{}
	order := map[form]int{}
	names := map[form][]string{} // what a form is called at the points
	several := map[string]bool{} // pairs of more than one form
	for _, p := range w.points {
		for _, c := range p.family.Contenders() {
			k := formOf(p.family, c)
			has[k]++
			order[k] = c.Order
			if !slices.Contains(names[k], c.Form) {
				names[k] = append(names[k], c.Form)
			}
			several[k.pair()] = several[k.pair()] || k.other != ""
		}
	}
	var drawn []form
	for k, n := range has {
		if 2*n >= len(w.points) {
			drawn = append(drawn, k)
		}
	}
	if len(drawn) > crowded {
		drawn = slices.DeleteFunc(drawn, func(k form) bool { return k.other != "" })
	}
	if len(drawn) == 0 || len(drawn) > crowded {
		return nil
	}
	slices.SortFunc(drawn, func(a, b form) int { return cmp.Or(st.compare(a.pair(), b.pair()), order[a]-order[b]) })
	var out []line
	if floor := w.line("floor", st.Of("", "", true), func(f analyse.Family, c analyse.Cell) bool {
		return c.Label == f.Floor
	}); len(floor.points) > 0 {
		out = append(out, floor)
	}
	for _, k := range drawn {
		name, style := k.pair(), st.Of(k.backend, k.track, false)
		if several[name] && len(names[k]) == 1 && names[k][0] != "" {
			name += " (" + names[k][0] + ")"
		}
		style.Light = k.other != ""
		out = append(out, w.line(name, style, func(f analyse.Family, c analyse.Cell) bool { return !c.Floor && formOf(f, c) == k }))
	}
	return out
}

// pairs are the pairs of a sweep in the order of the suite.
func (w sweep) pairs(st Styles) []string {
	var out []string
	for _, p := range w.points {
		for _, c := range p.family.Contenders() {
			if k := pair(c); !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	slices.SortFunc(out, st.compare)
	return out
}

func pair(c analyse.Cell) string { return pairOf(c.Backend, c.Track) }

func pairOf(backend, track string) string {
	if track == "" {
		return backend
	}
	return backend + "/" + track
}

// firstForm reports whether the scenario lists no form of the cell's pair
// before it.
func firstForm(f analyse.Family, c analyse.Cell) bool {
	for _, x := range f.Cells {
		if x.Backend == c.Backend && x.Track == c.Track && x.Order < c.Order {
			return false
		}
	}
	return true
}

// line is the contender that is picks at each point.
func (w sweep) line(label string, style Style, is func(analyse.Family, analyse.Cell) bool) line {
	l := line{label: label, style: style}
	for _, p := range w.points {
		for _, c := range p.family.Cells {
			if c.PerUnit != nil && c.PerUnit.Median > 0 && is(p.family, c) {
				q := point{p.x, c.PerUnit.Median, c.PerUnit.Median, c.PerUnit.Median}
				if c.PerUnit.Lo != nil && *c.PerUnit.Lo > 0 {
					q.lo, q.hi = *c.PerUnit.Lo, *c.PerUnit.Hi
				}
				l.points = append(l.points, q)
				break
			}
		}
	}
	return l
}

// Scaling draws time per unit over n.
func (s Sheet) Scaling(sc analyse.Scenario) []Picture {
	var out []Picture
	for _, w := range sweeps(sc, "n") {
		h := s.chart(w, "scaling")
		h.title = sc.Name + ": scaling with n"
		h.xLabel, h.xFormat = "n", count
		for _, p := range sc.Parameters {
			if p.Key == "n" && p.Value != "" {
				h.xLabel = "n: " + p.Value
			}
		}
		if b := w.points[0].family.Bytes; b > 0 && w.visitsMore() {
			perN := b * float64(w.points[0].family.N) / w.points[0].x
			for _, c := range s.Machine.Caches() {
				h.marks = append(h.marks, mark{float64(c.Bytes) / perN, c.Name + " " + bytesOf(c.Bytes)})
			}
		}
		out = appendChart(out, h)
	}
	return out
}

// visitsMore reports whether the bytes that are visited grow with what varies:
// the sizes of caches are places on the axis only then.
func (w sweep) visitsMore() bool {
	first, last := w.points[0].family, w.points[len(w.points)-1].family
	return last.Bytes*float64(last.N) > first.Bytes*float64(first.N)
}

// Density draws time per unit over the share of entities that changed.
func (s Sheet) Density(sc analyse.Scenario) []Picture {
	var out []Picture
	for _, w := range sweeps(sc, "dirty") {
		h := s.chart(w, "changed")
		h.perOp(w)
		h.title = sc.Name + ": cost by share changed"
		h.xLabel, h.xFormat, h.measuredTicks = "entities changed", percent, true
		out = appendChart(out, h)
	}
	return out
}

// fileName is that of a sweep's picture.
func fileName(w sweep, kind string) string {
	name := strings.ReplaceAll(w.scenario.Name, "/", "-") + "-" + kind
	if w.fixed != "" {
		name += "-" + strings.NewReplacer(" ", "-", "%", "", "/", "-").Replace(w.fixed)
	}
	return name
}

// chart is what the two kinds have in common.
func (s Sheet) chart(w sweep, kind string) chart {
	name := fileName(w, kind)
	unit := w.points[0].family.Unit
	band := "band: 95 % interval of the median"
	if w.fixed != "" {
		band = w.fixed + " · " + band
	}
	return chart{
		name: name, subtitle: band, yLabel: "time per " + unit, lines: w.lines(s.Styles),
		alt: fmt.Sprintf("%s: time per %s over %s", w.scenario.Name, unit, w.key),
	}
}

// perOp scales the lines from a unit to a whole iteration: where the share of
// entities that changed varies, the time of the whole query is what one pays.
func (h *chart) perOp(w sweep) {
	n := w.points[0].family.N
	h.yLabel = fmt.Sprintf("time per %s %s", count(float64(n)), plural(w.points[0].family.Unit))
	scaled := map[float64]float64{}
	for _, p := range w.points {
		scaled[p.x] = float64(p.family.N)
		if p.family.N != n {
			h.yLabel = "time per iteration"
		}
	}
	for i := range h.lines {
		for j := range h.lines[i].points {
			q := &h.lines[i].points[j]
			k := scaled[q.x]
			q.y, q.lo, q.hi = q.y*k, q.lo*k, q.hi*k
		}
	}
}

func plural(unit string) string {
	if stem, ok := strings.CutSuffix(unit, "y"); ok {
		return stem + "ies"
	}
	return unit + "s"
}

// appendChart leaves out a chart without a line, as after a run that was
// stopped at once.
func appendChart(out []Picture, h chart) []Picture {
	if len(h.lines) == 0 {
		return out
	}
	return append(out, h.picture())
}

func groupOf(scenario string) string {
	g, _, _ := strings.Cut(scenario, "/")
	return g
}
