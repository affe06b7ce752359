package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ecslab/harness/analyse"
)

// need is what a reader wants of a backend, as points of workloads.
type need struct {
	words  string
	points func(scenario string, f analyse.Family) bool
}

// needs are answered above all else, a sentence each.
var needs = []need{
	{"Mostly iterating", func(s string, f analyse.Family) bool {
		return s == "iterate/pair" || s == "iterate/archetypes" || s == "iterate/components" && f.Value("order") == "same"
	}},
	{"Adding and removing on entities that carry 8 or more", func(s string, f analyse.Family) bool {
		return s == "migrate/add-remove" && f.Value("mode") == "single" && number(&f, "carry") >= 8
	}},
	{"Entities that come and go", func(s string, f analyse.Family) bool { return s == "spawn/churn" || s == "spawn/turnover" }},
	{"Looking up by entity", func(s string, f analyse.Family) bool { return s == "iterate/get" }},
	{"Finding what changed, up to 10 %", func(s string, f analyse.Family) bool {
		return scattered(s, f) && share(f) <= 10
	}},
	{"Finding what changed, 50 %", func(s string, f analyse.Family) bool { return scattered(s, f) && share(f) == 50 }},
}

func scattered(s string, f analyse.Family) bool {
	return s == "track/density" && f.Value("cluster") == "scattered"
}

// share is the per cent of entities that change; more than all if it is not said.
func share(f analyse.Family) float64 {
	v, err := strconv.ParseFloat(f.Value("dirty"), 64)
	if err != nil {
		return 101
	}
	return v
}

// short answers the needs that the run has points of, with how far behind the
// others fall.
func (d *document) short() {
	var lines []string
	for _, n := range needs {
		p := pack{}
		for _, s := range d.figures.Scenarios {
			families := slices.DeleteFunc(slices.Clone(s.Families), func(f analyse.Family) bool { return f.Best == "" || !n.points(s.Name, f) })
			if len(families) > 0 {
				s.Families = families
				p.scenarios = append(p.scenarios, s)
			}
		}
		if text := p.answer(); text != "" {
			lines = append(lines, "**"+n.words+"**: "+text+".")
		}
	}
	if len(lines) > 0 {
		d.p("**In short**: which pairs are nowhere slower than the fastest; the others, at how many *points* they are slower (a workload at one size each), and how many times "+
			"the fastest's time they take there. Each pair is used in its fastest form; what cannot be told apart is not called slower. More in [%s](%s).",
			whichTitle, d.target(whichTitle))
		d.list(lines)
	}
}

// answer says which pairs are slower at no point, or at fewest, by how much the
// others are where they are, and where that is most.
func (g pack) answer() string {
	all := g.records()
	points := 0
	for _, r := range all {
		points = max(points, r.points)
	}
	all = slices.DeleteFunc(all, func(r record) bool { return r.points < points })
	if len(all) < 2 {
		return ""
	}
	fewest := slices.MinFunc(all, func(a, b record) int { return a.slower - b.slower }).slower
	var good, behind []string
	var worst *record
	slices.SortStableFunc(all, func(a, b record) int { return cmp.Compare(a.most(), b.most()) })
	for i, r := range all {
		text := "`" + r.pair + "`"
		if r.slower > 0 {
			text += fmt.Sprintf(" at %d, %s", r.slower, span(r.factors, times))
			worst = &all[i]
		}
		if r.slower == fewest {
			good = append(good, text)
		} else {
			behind = append(behind, text)
		}
	}
	text := list(good) + " " + isAre(len(good)) + " slower nowhere"
	if fewest > 0 {
		text = "slower at fewest points " + isAre(len(good)) + " " + list(good)
	}
	if n := len(behind); n > fewBehind {
		behind = append(behind[:2], fmt.Sprintf("%d more between", n-3), behind[n-1])
	}
	if len(behind) > 0 {
		text += "; " + strings.Join(behind, "; ")
	}
	if worst != nil {
		_, point, _ := strings.Cut(worst.where, " ")
		text += fmt.Sprintf("; at worst %s, at %s", ratio(worst.worst), point)
	}
	var links []string
	for _, s := range g.scenarios {
		links = append(links, link(s.Name))
	}
	return fmt.Sprintf("%s. %s of %s", text, plural(points, "point"), strings.Join(links, ", "))
}

// fewBehind is how many pairs are told one by one.
const fewBehind = 4

// most is the largest ratio at which the pair is slower; 0 if it is at none.
func (r record) most() float64 {
	if r.worst == nil {
		return 0
	}
	return r.worst.Ratio
}
