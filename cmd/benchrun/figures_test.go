package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ecslab/harness/analyse"
	"ecslab/harness/report"
)

var update = flag.Bool("update", false, "write the figures of README.md and docs from results/reference")

// generated replaces what stands between two comments of a document, made by go
// generate, or says that something else stands there.
func generated(t *testing.T, name, block, now string) {
	t.Helper()
	path := filepath.Join("../..", name)
	begin, end := "<!-- "+block+": made by go generate ./cmd/benchrun -->\n", "<!-- end of "+block+" -->\n"
	head, rest, ok := strings.Cut(readFile(t, path), begin)
	old, tail, ended := strings.Cut(rest, end)
	if !ok || !ended {
		t.Fatalf("there is no place for %s", block)
	}
	switch now = "\n" + now + "\n"; {
	case now == old:
	case *update:
		if err := os.WriteFile(path, []byte(head+begin+now+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is not what results have; go generate ./cmd/benchrun writes it. It is\n%s\nwant\n%s", block, old, now)
	}
}

// TestReadmeFigures holds the figures of README.md and of the pages on storages
// and trackers to those of the reference run, of which no one is typed.
func TestReadmeFigures(t *testing.T) {
	var figures analyse.Figures
	if err := json.Unmarshal([]byte(readFile(t, "../../results/reference/results.json")), &figures); err != nil {
		t.Fatal(err)
	}
	for _, page := range figuredPages(t) {
		t.Run(page.name, func(t *testing.T) {
			generated(t, page.name, "figures", page.figures(&figures))
		})
	}
}

// page is a document with figures.
type page struct {
	name    string
	figures func(*analyse.Figures) string
}

// figuredPages are the documents with figures: README.md, and a page for each
// storage and tracker.
func figuredPages(t *testing.T) []page {
	out := []page{{"README.md", figureTable}}
	for folder, table := range map[string]func(names ...string) func(*analyse.Figures) string{
		"storages": func(names ...string) func(*analyse.Figures) string { return standings(names, storageOf) },
		"trackers": func(names ...string) func(*analyse.Figures) string { return standings(names, trackerOf) },
	} {
		pages, err := filepath.Glob("../../docs/" + folder + "/*.md")
		if err != nil || len(pages) == 0 {
			t.Fatalf("no pages on %s: %v", folder, err)
		}
		for _, p := range pages {
			name := strings.TrimSuffix(filepath.Base(p), ".md")
			names := []string{name}
			if name == "frame" { // one page for both
				names = append(names, "frame-exact")
			}
			out = append(out, page{"docs/" + folder + "/" + name + ".md", table(names...)})
		}
	}
	return out
}

// shown are the families in README.md, by the question that each answers.
var shown = []struct{ question, scenario, family string }{
	{"visit two components of every entity", "iterate/pair", "iterate/pair/n=10000"},
	{"visit two that were added in other orders", "iterate/shuffled", "iterate/shuffled/n=10000"},
	{"spawn entities", "spawn/fill", "spawn/fill/n=10000/components=2"},
	{"add and remove a component, ten carried along", "migrate/add-remove", "migrate/add-remove/n=10000/carry=10/bytes=16/mode=single"},
	{"find what changed, of 1 %", "track/density", "track/density/n=10000/dirty=1/cluster=scattered"},
	{"find what changed, of 10 %", "track/density", "track/density/n=10000/dirty=10/cluster=scattered"},
}

// figureTable sets the fastest and the slowest contender of each family against
// the same job by hand, in the form of the fastest: what a batch saves is not what
// a storage saves. What cannot be told from the fastest stands beside it.
func figureTable(f *analyse.Figures) string {
	var b strings.Builder
	b.WriteString("| at 10 000 entities | fastest | × by hand | slowest | × by hand |\n| --- | --- | --- | --- | --- |\n")
	for _, s := range shown {
		family := f.Family(s.family)
		if family == nil || len(family.Contenders()) < 2 {
			continue
		}
		all := family.Contenders()
		first := all[0]
		all = slices.DeleteFunc(all, func(c analyse.Cell) bool { return c.Form != first.Form })
		last := all[len(all)-1]
		var others []string
		for _, c := range all[1:] {
			if c.AsFast() {
				others = append(others, c.Label)
			}
		}
		fastest, slowest, by := first.Label, last.Label, report.Ratio(last.OverFloor)
		switch {
		case len(others) == len(all)-1:
			fastest, slowest, by = "any, not separable", "–", "–"
		case len(others) > 0:
			fastest += "; not separable: " + strings.Join(others, ", ")
		}
		fmt.Fprintf(&b, "| [%s](REPORT.md#%s) | %s | %s | %s | %s |\n", s.question, anchorOf(s.scenario),
			fastest, report.Ratio(first.OverFloor), slowest, by)
	}
	b.WriteString("\nRatios with their 95 % intervals, from the [reference run](REPORT.md), in the form in which the fastest is fastest; the links lead to all contenders.\n")
	return b.String()
}

func anchorOf(scenario string) string { return strings.ReplaceAll(scenario, "/", "") }

// A measurement that differs gives another table: the test above can fail.
func TestFigureTableFollowsTheRun(t *testing.T) {
	ratio := func(v float64) *analyse.Ratio { return &analyse.Ratio{Ratio: v} }
	run := func(v float64, verdict string) *analyse.Figures {
		time := &analyse.Estimate{Median: 1}
		return &analyse.Figures{Scenarios: []analyse.Scenario{{Families: []analyse.Family{{Name: "iterate/pair/n=10000", Cells: []analyse.Cell{
			{Label: "table/none", PerUnit: time, OverFloor: ratio(v)}, {Label: "sparse/none (single)", Form: "single", PerUnit: time, OverFloor: ratio(9), Verdict: "slower"},
			{Label: "sparse/none", PerUnit: time, OverFloor: ratio(3), Verdict: verdict},
		}}}}}}
	}
	a, b := figureTable(run(1.25, "slower")), figureTable(run(1.5, "slower"))
	if a == b || !strings.Contains(a, "| table/none | 1.25 × | sparse/none | 3.00 × |") {
		t.Errorf("%s", a)
	}
	if c := figureTable(run(1.25, "not separable")); !strings.Contains(c, "| any, not separable | 1.25 × | – | – |") {
		t.Errorf("%s", c)
	}
}
