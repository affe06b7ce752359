package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ecslab/harness/analyse"
	"ecslab/harness/plan"
	"ecslab/harness/report"
	"ecslab/harness/stat"
)

// kindOf is what a page is about, in a cell: its storage, or its tracker. ok is
// false for a family that does not compare such things, or not them alone.
type kindOf func(f analyse.Family) (of func(analyse.Cell) string, ok bool)

// storageOf compares storages where nothing is tracked.
func storageOf(f analyse.Family) (func(analyse.Cell) string, bool) {
	of := func(c analyse.Cell) string { return c.Backend }
	return of, several(f, of) && !slices.ContainsFunc(f.Contenders(), func(c analyse.Cell) bool { return c.Track != "none" })
}

// idle are the forms in which scenarios track nothing, or nobody asks a tracker:
// no credit to it.
var idle = []string{"untracked", "unfiltered", "all", "push", "eager", "off"}

// trackerOf compares trackers, each on whichever storage it is fastest on.
func trackerOf(f analyse.Family) (func(analyse.Cell) string, bool) {
	of := func(c analyse.Cell) string {
		if slices.Contains(idle, c.Form) {
			return "none"
		}
		return c.Track
	}
	return of, several(f, of)
}

func several(f analyse.Family, of func(analyse.Cell) string) bool {
	c := f.Contenders()
	return slices.ContainsFunc(c, func(x analyse.Cell) bool { return of(x) != of(c[0]) })
}

// standing is how the subject of a page does at one point.
type standing struct {
	scenario, point string
	cell            analyse.Cell   // the subject in its fastest form
	other           analyse.Cell   // the fastest of the others
	last            analyse.Cell   // the slowest of the others, each in its fastest form
	by              *analyse.Ratio // the slower of cell and other ÷ the faster
	verdict         stat.Verdict   // of the subject
}

// stand gives the subject's standing in a family, against the fastest that is
// not the subject; ok is false where it does not compete.
func stand(s analyse.Scenario, f analyse.Family, name string, kind kindOf) (standing, bool) {
	of, ok := kind(f)
	if !ok {
		return standing{}, false
	}
	out := standing{scenario: s.Name, point: f.Point}
	seen := map[string]bool{}
	for _, c := range f.Contenders() { // fastest first
		switch what := of(c); {
		case seen[what]:
		case what == name:
			out.cell = c
		case len(seen) == 0 || len(seen) == 1 && seen[name]:
			out.other, out.last = c, c
		default:
			out.last = c
		}
		seen[of(c)] = true
	}
	if !seen[name] || len(seen) < 2 {
		return standing{}, false
	}
	out.by, out.verdict = out.cell.OverBest, stat.Verdict(out.cell.Verdict)
	if out.cell.Verdict == analyse.Best {
		out.by, out.verdict = out.other.OverBest, stat.Verdict(out.other.Verdict)
		if out.verdict == stat.Slower {
			out.verdict = stat.Faster
		}
	}
	return out, out.by != nil
}

// mostShown is how many strengths, and how many weaknesses, a page shows.
const mostShown = 5

// standings is what a page says of its subjects: where the run shows them ahead
// and behind, of each workload the point that shows it most.
func standings(names []string, kind kindOf) func(*analyse.Figures) string {
	return func(f *analyse.Figures) string {
		var parts []string
		for _, name := range names {
			parts = append(parts, standingsOf(f, name, kind))
		}
		return strings.Join(parts, "\n")
	}
}

func standingsOf(f *analyse.Figures, name string, kind kindOf) string {
	var all []standing
	count := map[stat.Verdict]int{}
	for _, s := range f.Scenarios {
		for _, family := range s.Families {
			if x, ok := stand(s, family, name, kind); ok {
				all = append(all, x)
				count[x.verdict]++
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Of %d points of the reference run at which `%s` competes it is ahead of all others at %d, equivalent to the fastest other at %d,\n"+
		"not separable from it at %d, and behind at %d.\n",
		len(all), name, count[stat.Faster], count[stat.Equivalent], count[stat.NotSeparable], count[stat.Slower])
	for _, side := range []struct {
		head string
		is   func(standing) bool
		to   func(standing) (analyse.Cell, *analyse.Ratio)
	}{
		{"| fastest, or equivalent, at | as | × by hand | slowest other | takes × the fastest's time |", standing.strong,
			func(x standing) (analyse.Cell, *analyse.Ratio) { return x.last, x.last.OverBest }},
		{"| behind at | as | × by hand | fastest | takes × the fastest's time |", func(x standing) bool { return x.verdict == stat.Slower },
			func(x standing) (analyse.Cell, *analyse.Ratio) { return x.other, x.by }},
	} {
		rows := foremost(all, side.is, func(x standing) float64 { _, r := side.to(x); return r.Ratio })
		if len(rows) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s\n| --- | --- | --- | --- | --- |\n", side.head)
		for _, x := range rows {
			cell, ratio := side.to(x)
			fmt.Fprintf(&b, "| [%s](../../REPORT.md#%s) %s | %s | %s | %s | %s |\n", x.scenario, anchorOf(x.scenario), x.point,
				x.cell.Label, report.Ratio(x.cell.OverFloor), cell.Label, report.Ratio(ratio))
		}
	}
	return b.String()
}

// strong is being the fastest, or equivalent to it, where another is slower.
func (x standing) strong() bool {
	return (x.verdict == stat.Faster || x.verdict == stat.Equivalent) && x.last.Verdict == string(stat.Slower)
}

// foremost are the points that are so and have the largest ratios, of a
// workload one.
func foremost(all []standing, is func(standing) bool, ratio func(standing) float64) []standing {
	var out []standing
	for _, x := range all {
		if is(x) {
			out = append(out, x)
		}
	}
	slices.SortStableFunc(out, func(a, b standing) int { return cmp.Compare(ratio(b), ratio(a)) })
	seen := map[string]bool{}
	out = slices.DeleteFunc(out, func(x standing) bool {
		twice := seen[x.scenario]
		seen[x.scenario] = true
		return twice
	})
	return out[:min(len(out), mostShown)]
}

// A page follows the run: who is ahead, by how much, and what is not separable.
func TestStandingsFollowTheRun(t *testing.T) {
	cell := func(label, verdict string, overBest float64) analyse.Cell {
		storage, track, _ := strings.Cut(label, "/")
		c := analyse.Cell{Label: label, Backend: storage, Track: track, PerUnit: &analyse.Estimate{Median: 1}, Verdict: verdict}
		if overBest > 0 {
			c.OverBest = &analyse.Ratio{Ratio: overBest}
		}
		return c
	}
	family := func(point string, cells ...analyse.Cell) analyse.Family {
		return analyse.Family{Name: "a/b/" + point, Point: point, Cells: cells}
	}
	quiet := cell("sparse/bitmap", analyse.Best, 0)
	quiet.Form = "untracked"
	f := &analyse.Figures{Scenarios: []analyse.Scenario{{Scenario: plan.Scenario{Name: "a/b"}, Families: []analyse.Family{
		family("n=1", cell("table/none", analyse.Best, 0), cell("sparse/none", string(stat.Slower), 4)),
		family("n=2", cell("table/none", analyse.Best, 0), cell("sparse/none", string(stat.Slower), 7)),
		family("n=3", cell("table/none", analyse.Best, 0), cell("sparse/none", string(stat.NotSeparable), 1.2)),
		family("n=4", cell("table/ticks", analyse.Best, 0), cell("sparse/bitmap", string(stat.Slower), 9)),
		family("n=5", quiet, cell("table/ticks", string(stat.Slower), 99)),
	}}}}
	table := standings([]string{"table"}, storageOf)(f)
	for _, want := range []string{"Of 3 points", "ahead of all others at 2", "not separable from it at 1, and behind at 0", "n=2 | table/none | – | sparse/none | 7.00 × |"} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
	if strings.Contains(table, "behind at |") || strings.Contains(table, "n=1") {
		t.Errorf("too much in\n%s", table)
	}
	for name, want := range map[string]string{
		standings([]string{"sparse"}, storageOf)(f): "n=2 | sparse/none | – | table/none | 7.00 × |",
		standings([]string{"bitmap"}, trackerOf)(f): "n=4 | sparse/bitmap | – | table/ticks | 9.00 × |",
	} {
		if !strings.Contains(name, want) {
			t.Errorf("no %q in\n%s", want, name)
		}
	}
}
