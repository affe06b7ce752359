package report

import (
	"fmt"
	"strconv"
	"strings"

	"ecslab/harness/analyse"
	"ecslab/harness/stat"
)

// see writes what a workload's figures say, in computed sentences.
func (d *document) see(s analyse.Scenario) {
	lines := winners(s)
	lines = append(lines, crossovers(s)...)
	lines = append(lines, growth(s)...)
	lines = append(lines, undecided(s)...)
	lines = append(lines, unsteady(s)...)
	if len(lines) == 0 {
		d.text("Nothing of this workload has been measured.")
		return
	}
	d.text("**What one sees**")
	d.list(lines)
}

// manyAnswers is how many stretches are told one by one.
const manyAnswers = 6

// winners says who is ahead where.
func winners(s analyse.Scenario) []string {
	all := stretches(s)
	var out []string
	if len(all) <= manyAnswers {
		for _, x := range all {
			out = append(out, winner(x))
		}
		return out
	}
	n := 0
	var names []string
	where := map[string][]string{}
	points := map[string]int{}
	for _, x := range all {
		if where[x.best] == nil {
			names = append(names, x.best)
		}
		at := x.where()
		if len(x.equals)+len(x.open) > 0 {
			at += " (with others)"
		}
		where[x.best] = append(where[x.best], at)
		points[x.best] += len(x.families)
		n += len(x.families)
	}
	for _, name := range names {
		out = append(out, fmt.Sprintf("**%s** leads at %d of %s: %s.", name, points[name], plural(n, "point"), strings.Join(where[name], "; ")))
	}
	return out
}

func winner(x stretch) string {
	at := ""
	if w := x.where(); w != "" {
		at = "At " + w + ": "
	}
	text := at + "**" + x.best + "** is fastest"
	if len(x.equals)+len(x.open) > 0 {
		text = at + "**" + x.best + "** leads"
	}
	if _, floors := x.spans(); len(floors) > 0 {
		text += ", at " + span(floors, times) + " the floor"
	}
	if len(x.equals) > 0 {
		text += "; " + list(x.equals) + " " + isAre(len(x.equals)) + " equivalent"
	}
	if len(x.open) > 0 {
		text += "; " + list(x.open) + " " + isAre(len(x.open)) + " not separable from it"
	}
	if name, factor := x.slowest(); factor != "" {
		if name != "" {
			name = ", " + name + ","
		}
		text += "; the slowest" + name + " takes " + factor + " its time"
	}
	return text + "."
}

// crossovers names the places at which the order of two contenders is reversed.
func crossovers(s analyse.Scenario) []string {
	var out []string
	for _, x := range s.Crossovers {
		at := fmt.Sprintf("about %s=%s", x.Key, three(x.At.Value))
		if x.At.Lo != nil && x.At.Hi != nil {
			at += fmt.Sprintf(" [%s, %s]", three(*x.At.Lo), three(*x.At.Hi))
		}
		where := ""
		if x.Where != "" {
			where = ", " + x.Where
		}
		out = append(out, fmt.Sprintf("Between %s=%s and %s=%s%s **%s** overtakes %s, at %s if costs are lines in between.",
			x.Key, x.From, x.Key, x.To, where, x.After, x.Before, at))
	}
	return out
}

// unsteady counts the cells whose samples drift, have two modes or come from
// short rounds, and tells of the first.
func unsteady(s analyse.Scenario) []string {
	all, n, first := 0, 0, ""
	for _, f := range s.Families {
		for _, c := range f.Cells {
			all++
			if len(c.Warnings) == 0 {
				continue
			}
			n++
			if first == "" {
				first = fmt.Sprintf("%s at %s %s", c.Label, orDash(f.Point), c.Warnings[0])
			}
		}
	}
	switch n {
	case 0:
		return nil
	case 1:
		return []string{"Unsteady: " + first + "."}
	}
	return []string{fmt.Sprintf("Unsteady: %d of %s, named in results.json; the first, %s.", n, plural(all, "cell"), first)}
}

// unsteadyCells says on the first screen how many cells are unsteady, and where
// most of them are.
func (d *document) unsteadyCells() {
	all, n, most := 0, 0, 0
	where := ""
	for _, s := range d.figures.Scenarios {
		own, of := 0, 0
		for _, f := range s.Families {
			for _, c := range f.Cells {
				of++
				if len(c.Warnings) > 0 {
					own++
				}
			}
		}
		all, n = all+of, n+own
		if own > most {
			most, where = own, fmt.Sprintf("%s, %d of %d", link(s.Name), own, of)
		}
	}
	if n > 0 {
		d.p("Unsteady: %d of %s (%s), most in %s. Their samples drift, have two modes or come from short rounds: "+
			"an interval over processes holds that, a median does not show it; results.json names each.",
			n, plural(all, "cell"), percent(float64(n)/float64(all)), where)
	}
}

// onlyChange gives the one parameter in which two points differ.
func onlyChange(a, b analyse.Family) (string, bool) {
	key, n := "", 0
	for _, p := range a.Params {
		if b.Value(p.Key) != p.Value {
			key = p.Key
			n++
		}
	}
	return key, n == 1 && len(a.Params) == len(b.Params)
}

// growth says how the cost of a unit changes from the smallest to the largest
// n, where nothing else changes.
func growth(s analyse.Scenario) []string {
	var small, large *analyse.Family
	for i := range s.Families {
		f := &s.Families[i]
		if small == nil || number(f, "n") < number(small, "n") {
			small = f
		}
		if large == nil || number(f, "n") > number(large, "n") {
			large = f
		}
	}
	if small == nil || small.Best == "" || number(small, "n") == number(large, "n") {
		return nil
	}
	if key, ok := onlyChange(*small, *large); !ok || key != "n" {
		return nil
	}
	var parts []string
	for _, ends := range [][3]string{{"floor", small.Floor, large.Floor}, {small.Best, small.Best, small.Best}} {
		a, b := small.Cell(ends[1]), large.Cell(ends[2])
		if a != nil && b != nil && a.PerUnit != nil && b.PerUnit != nil {
			parts = append(parts, fmt.Sprintf("from %s to %s with %s", duration(a.PerUnit.Median), duration(b.PerUnit.Median), ends[0]))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("From n=%s to n=%s the price of a%s %s goes %s.", small.Value("n"), large.Value("n"),
		vowel(small.Unit), small.Unit, list(parts))}
}

func number(f *analyse.Family, key string) float64 {
	v, err := strconv.ParseFloat(f.Value(key), 64)
	if err != nil {
		return 0
	}
	return v
}

// undecided counts the comparisons that showed nothing, and says how large an
// effect would have shown.
func undecided(s analyse.Scenario) []string {
	all, open, widest := 0, 0, 0.0
	for _, f := range s.Families {
		for _, c := range f.Contenders() {
			if c.OverBest == nil {
				continue
			}
			all++
			if c.Verdict == string(stat.NotSeparable) {
				open++
				if c.OverBest.Lo != nil {
					widest = max(widest, f.Margin+(*c.OverBest.Hi-*c.OverBest.Lo)/2)
				}
			}
		}
	}
	if open == 0 {
		return nil
	}
	text := fmt.Sprintf("%d of %s with the fastest %s not separable", open, plural(all, "comparison"), isAre(open))
	if widest > 0 {
		text += fmt.Sprintf("; differences above about %s would have shown", percent(widest))
	}
	return []string{text + "."}
}

func list(s []string) string {
	if len(s) < 2 {
		return strings.Join(s, "")
	}
	return strings.Join(s[:len(s)-1], ", ") + " and " + s[len(s)-1]
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

func vowel(word string) string {
	if strings.ContainsAny(word[:1], "aeio") {
		return "n"
	}
	return ""
}
