package report

import (
	"fmt"
	"strings"

	"ecslab/harness/analyse"
)

func (d *document) workloads() {
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
// point; bold what is fastest or as fast.
func (d *document) matrix(s analyse.Scenario) {
	if len(s.Families) < 2 || len(s.Families) > 8 {
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
			text := ""
			for _, c := range f.Cells {
				if row(f, c) == l {
					text = glance(f, c)
				}
			}
			cells = append(cells, text)
		}
		t.row(cells...)
	}
	d.table(t)
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

func glance(f analyse.Family, c analyse.Cell) string {
	switch {
	case c.PerUnit == nil:
		return c.Status
	case !c.Floor && c.AsFast():
		return "**" + duration(c.PerUnit.Median) + "**"
	}
	return duration(c.PerUnit.Median)
}

// family is the full table of one parameter point.
func (d *document) family(f analyse.Family) {
	summary := "<b>" + f.Point + "</b>"
	if f.Point == "" {
		summary = "<b>all figures</b>"
	}
	if best := f.Cell(f.Best); best != nil {
		summary += fmt.Sprintf(": %s, %s per %s", best.Label, duration(best.PerUnit.Median), f.Unit)
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
