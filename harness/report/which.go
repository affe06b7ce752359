package report

import (
	"fmt"
	"slices"
	"strings"

	"ecslab/harness/analyse"
	"ecslab/harness/stat"
)

// stretch is consecutive families of a scenario in which the same contender
// wins and the same others are as fast.
type stretch struct {
	families []analyse.Family
	best     string
	equals   []string // equivalent to the best, in alphabetical order
	open     []string // not separable from it, likewise
}

// stretches cuts a scenario where the answer changes. Families without a
// winner, since nothing was measured, are left out.
func stretches(s analyse.Scenario) []stretch {
	var out []stretch
	for _, f := range s.Families {
		if f.Best == "" {
			continue
		}
		equals, open := with(f, stat.Equivalent), with(f, stat.NotSeparable)
		if n := len(out); n > 0 && out[n-1].best == f.Best && slices.Equal(out[n-1].equals, equals) && slices.Equal(out[n-1].open, open) {
			out[n-1].families = append(out[n-1].families, f)
			continue
		}
		out = append(out, stretch{[]analyse.Family{f}, f.Best, equals, open})
	}
	return out
}

// with lists the pairs that have the verdict in their fastest form. The pair
// that wins is not set against its own other forms here.
func with(f analyse.Family, v stat.Verdict) []string {
	var out []string
	seen := map[string]bool{}
	for _, c := range f.Contenders() {
		pair := c.Backend + "/" + c.Track
		if !seen[pair] && c.Verdict == string(v) {
			out = append(out, pair)
		}
		seen[pair] = true
	}
	slices.Sort(out)
	return out
}

// shortened names at most four.
func shortened(names []string) string {
	if len(names) > 5 {
		return strings.Join(names[:4], ", ") + fmt.Sprintf(" and %d more", len(names)-4)
	}
	return orDash(strings.Join(names, ", "))
}

// where names the points of a stretch: its one point, the range of the one
// parameter that varies, or the first and the last of several.
func (s stretch) where() string {
	first, last := s.families[0], s.families[len(s.families)-1]
	if len(s.families) == 1 {
		return first.Point
	}
	within := analyse.Scenario{Families: s.families}
	varying := within.Varying()
	if len(varying) != 1 {
		return first.Point + " … " + last.Point
	}
	join := " … "
	if len(s.families) == 2 {
		join = ", "
	}
	text := varying[0] + "=" + first.Value(varying[0]) + join + last.Value(varying[0])
	if fixed := within.Fixed(); fixed != "" {
		text = fixed + " " + text
	}
	return text
}

func (s stretch) bests() []analyse.Cell {
	var out []analyse.Cell
	for _, f := range s.families {
		if c := f.Cell(s.best); c != nil {
			out = append(out, *c)
		}
	}
	return out
}

// spans are the times of the best and what they are in multiples of the floors,
// where there is one.
func (s stretch) spans() (time string, floors []float64) {
	for _, c := range s.bests() {
		if c.OverFloor != nil {
			floors = append(floors, c.OverFloor.Ratio)
		}
	}
	return perUnits(s.bests()), floors
}

// slowest names the slowest contender, if it is the same all over the stretch,
// and the range of what it takes in multiples of the best; "" if none is slower.
func (s stretch) slowest() (name, factor string) {
	var worst []float64
	label := map[string]bool{}
	for _, f := range s.families {
		c := f.Contenders()
		if last := c[len(c)-1]; last.OverBest != nil && last.Verdict == string(stat.Slower) {
			worst = append(worst, last.OverBest.Ratio)
			label[last.Label] = true
		}
	}
	if len(label) == 1 {
		for l := range label {
			name = l
		}
	}
	return name, span(worst, times)
}

func (d *document) whichWhen() {
	if !slices.ContainsFunc(d.figures.Scenarios, func(s analyse.Scenario) bool { return len(stretches(s)) > 0 }) {
		d.text("Nothing has been measured yet.")
		return
	}
	d.kinds()
	if len(d.maps) > 0 {
		d.text("**Where the answer changes**: with how much comes and goes, and how much changes.")
	}
	for _, p := range slices.Concat(d.maps, d.tradeoff) {
		d.image(p)
	}
	d.text("**Workload by workload.** A unit is what the workload counts (entity, operation, query); the floor is the same job written by hand.")
	whole := len(d.overview) == 1
	if whole {
		d.image(d.overview[0])
	}
	for _, g := range d.packages() {
		t := g.answers()
		if len(t.rows) == 0 {
			continue
		}
		d.details(fmt.Sprintf("<b>%s</b>: %s", g.name, plural(len(g.scenarios), "workload")), func() {
			d.table(t)
			for _, p := range d.overview {
				if !whole && p.Name == "overview-"+g.name {
					d.image(p)
				}
			}
		})
	}
}

// answers has a row for each stretch of a package's points in which the answer
// is the same.
func (g pack) answers() *table {
	t := newTable("workload", "where", "fastest", ">time per unit", ">× floor", "equivalent", "not separable", "slowest, × fastest")
	for _, s := range g.scenarios {
		for _, x := range stretches(s) {
			time, floors := x.spans()
			name, factor := x.slowest()
			t.row(link(s.Name), x.where(), "**"+x.best+"**", time,
				span(floors, times), shortened(x.equals), shortened(x.open),
				orDash(strings.TrimSpace(name+" "+factor)))
		}
	}
	return t
}

func orDash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

// link leads to a workload's section.
func link(scenario string) string {
	return fmt.Sprintf("[%s](#%s)", scenario, anchor(scenario))
}
