package report

import (
	"fmt"
	"slices"
	"strings"

	"ecslab/harness/analyse"
	"ecslab/harness/plot"
	"ecslab/harness/stat"
)

func (d *document) workloads() {
	d.text("In tables of several points **bold** is the fastest and what is equivalent to it, *italic* what is not separable from it; the rest is slower. " +
		"Each fold holds every contender of one point, with intervals.")
	for _, s := range d.figures.Scenarios {
		d.heading(3, "%s", s.Name)
		d.p("*%s*%s", escape(s.Doc), source(s))
		var parameters []string
		for _, p := range s.Parameters {
			parameters = append(parameters, fmt.Sprintf("`%s`: %s", p.Key, escape(p.Value)))
		}
		d.list(parameters)
		for i, p := range d.plots[s.Name] {
			if i < embedded {
				d.image(p)
			}
		}
		if more := d.plots[s.Name]; len(more) > embedded {
			var links []string
			for _, p := range more[embedded:] {
				links = append(links, fmt.Sprintf("[%s](%splots/%s.svg)", p.Name, d.prefix, p.Name))
			}
			d.p("More plots: %s.", strings.Join(links, ", "))
		}
		if slices.ContainsFunc(d.maps, func(p plot.Picture) bool {
			return strings.HasPrefix(p.Name, strings.ReplaceAll(s.Name, "/", "-")+"-heat")
		}) {
			d.p("Who is ahead where: the map [above](%s).", d.target(whichTitle))
		}
		d.see(s)
		d.matrix(s)
		d.frames(s)
		d.fits(s)
		for _, f := range s.Families {
			d.family(f)
		}
	}
}

// embedded is how many plots of a workload are shown; the others are linked.
const embedded = 3

func source(s analyse.Scenario) string {
	if s.Source == "" {
		return ""
	}
	return " Source: " + escape(s.Source) + "."
}

// matrix gives a scenario's times at a glance: a row a contender, a column a
// point, or the other way round where there are many points.
func (d *document) matrix(s analyse.Scenario) {
	switch n := len(s.Families); {
	case n < 2:
		return
	case n > wide:
		d.tall(s)
		return
	}
	corner := "time per " + s.Families[0].Unit
	if fixed := s.Fixed(); fixed != "" {
		corner += ", " + fixed
	}
	header := []string{corner}
	var labels []string
	seen := map[string]bool{}
	for _, f := range s.Families {
		header = append(header, ">"+strings.ReplaceAll(s.Short(f), " ", "<br>"))
		for _, c := range f.Cells {
			if label := row(f, c); !seen[label] && label != "" {
				seen[label] = true
				labels = append(labels, label)
			}
		}
	}
	t := newTable(header...)
	for _, l := range labels {
		cells := []string{l}
		for _, f := range s.Families {
			cells = append(cells, inRow(f, l))
		}
		t.row(cells...)
	}
	d.table(t)
}

// wide is how many points stand beside each other.
const wide = 8

// tall is a matrix with a row a point and a column for each contender that at
// least half of the points have.
func (d *document) tall(s analyse.Scenario) {
	var labels []string
	has := map[string]int{}
	for _, f := range s.Families {
		for _, c := range f.Cells {
			if label := row(f, c); label != "" {
				if has[label]++; has[label] == 1 {
					labels = append(labels, label)
				}
			}
		}
	}
	labels = slices.DeleteFunc(labels, func(l string) bool { return 2*has[l] < len(s.Families) })
	header := []string{"time per " + s.Families[0].Unit}
	for _, l := range labels {
		header = append(header, ">"+strings.ReplaceAll(l, " ", "<br>"))
	}
	t := newTable(header...)
	for _, f := range s.Families {
		cells := []string{s.Short(f)}
		for _, l := range labels {
			cells = append(cells, inTall(f, l))
		}
		t.row(cells...)
	}
	d.table(t)
}

// inRow is what a matrix says of the contender in that row.
func inRow(f analyse.Family, label string) string {
	for _, c := range f.Cells {
		if row(f, c) == label {
			return glance(f, c)
		}
	}
	return ""
}

// inTall is what a tall matrix says of the point in that row: it has columns for
// most contenders only, so that a pair's form at the point is named.
func inTall(f analyse.Family, label string) string {
	c := inColumn(f, label)
	switch {
	case c == nil:
		return ""
	case !c.Floor && c.Label != label:
		return glance(f, *c) + " " + c.Form
	}
	return glance(f, *c)
}

// inColumn is the cell of a family in the column of a pair: the pair as it is
// named there, or where it has forms at that point only, the form listed first.
func inColumn(f analyse.Family, label string) *analyse.Cell {
	var first *analyse.Cell
	for i := range f.Cells {
		c := &f.Cells[i]
		if row(f, *c) == label {
			return c
		}
		if !c.Floor && c.Backend+"/"+c.Track == label && (first == nil || c.Order < first.Order) {
			first = c
		}
	}
	return first
}

// row is the row of a cell in a matrix; of floors only the faster has one.
func row(f analyse.Family, c analyse.Cell) string {
	switch {
	case !c.Floor:
		return c.Label
	case c.Label == f.Floor:
		return "floor"
	}
	return ""
}

// glance is the time of a cell in a matrix: of a unit, or of a whole pass in all
// cells of a point where one of them takes next to nothing for a unit.
func glance(f analyse.Family, c analyse.Cell) string {
	if c.PerUnit == nil {
		return c.Status
	}
	text := duration(c.PerUnit.Median)
	if c.PerOp != nil && slices.ContainsFunc(f.Cells, idle) {
		text = pass(c)
	}
	switch {
	case c.Verdict == string(stat.NotSeparable):
		return "*" + text + "*"
	case !c.Floor && c.AsFast():
		return "**" + text + "**"
	}
	return text
}

// family is the full table of one parameter point.
func (d *document) family(f analyse.Family) {
	summary := "<b>" + f.Point + "</b>"
	if f.Point == "" {
		summary = "<b>all figures</b>"
	}
	if best := f.Cell(f.Best); best != nil {
		summary += ": " + best.Label + ", " + timeOf(*best, f.Unit)
	}
	share := f.Bytes > 0
	header := []string{"backend", ">time per " + f.Unit + " [95 %]", ">× floor [95 %]"}
	if share {
		header = append(header, ">of copy bandwidth")
	}
	header = append(header, ">× fastest [95 %]", ">p (Holm)", "against the fastest")
	d.details(summary, func() {
		t := newTable(header...)
		for _, c := range f.Cells {
			t.row(familyRow(f, c, share)...)
		}
		d.table(t)
	})
}

// timeOf writes the time of a cell with what it is per.
func timeOf(c analyse.Cell, unit string) string {
	text := perUnit(c)
	if strings.HasSuffix(text, " a pass") {
		return text
	}
	return text + " per " + unit
}

func familyRow(f analyse.Family, c analyse.Cell, share bool) []string {
	label := c.Label
	if c.Label == f.Floor && !strings.Contains(f.Floor, "(") {
		label = "*floor*"
	} else if c.Floor {
		label = "*" + c.Label + "*"
	}
	p, verdict := "", c.Verdict
	if c.OverBest != nil {
		p = probability(c.OverBest.Corrected)
	}
	if c.Status != analyse.OK {
		verdict = "**" + c.Status + "**"
		if c.Message != "" {
			verdict += ": " + escape(c.Message)
		}
	}
	cells := []string{label, timed(c.PerUnit), ratio(c.OverFloor)}
	if share {
		text := ""
		if c.CopyShare > 0 {
			text = percent(c.CopyShare)
		}
		cells = append(cells, text)
	}
	return append(cells, ratio(c.OverBest), p, verdict)
}

func probability(p float64) string {
	if p < 0.001 {
		return "< 0.001"
	}
	return fmt.Sprintf("%.3f", p)
}
