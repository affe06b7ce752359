package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"ecslab/harness/analyse"
)

var update = flag.Bool("update", false, "write the figures of README.md from results/reference")

// shown are the families in README.md, by the question that each answers.
var shown = []struct{ question, scenario, family string }{
	{"visit two components of every entity", "iterate/pair", "iterate/pair/n=10000"},
	{"visit two that were added in other orders", "iterate/shuffled", "iterate/shuffled/n=10000"},
	{"spawn entities", "spawn/fill", "spawn/fill/n=10000/components=2"},
	{"add and remove a component, ten carried along", "migrate/add-remove", "migrate/add-remove/n=10000/carry=10/bytes=16/mode=single"},
	{"find what changed, of 1 %", "track/density", "track/density/n=10000/dirty=1/cluster=scattered"},
	{"find what changed, of 10 %", "track/density", "track/density/n=10000/dirty=10/cluster=scattered"},
}

const (
	figuresBegin = "<!-- figures: made by go test ./cmd/benchrun -run TestReadmeFigures -update -->\n"
	figuresEnd   = "<!-- end of figures -->\n"
)

// TestReadmeFigures holds the figures of README.md to those of the reference
// run, of which no one is typed.
func TestReadmeFigures(t *testing.T) {
	readme := readFile(t, "../../README.md")
	head, rest, ok := strings.Cut(readme, figuresBegin)
	old, tail, ended := strings.Cut(rest, figuresEnd)
	if !ok || !ended {
		t.Fatal("README.md has no place for figures")
	}
	var figures analyse.Figures
	if err := json.Unmarshal([]byte(readFile(t, "../../results/reference/results.json")), &figures); err != nil {
		t.Fatal(err)
	}
	now := figureTable(&figures)
	if now == old {
		return
	}
	if *update {
		if err := os.WriteFile("../../README.md", []byte(head+figuresBegin+now+figuresEnd+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("README.md has other figures than results/reference; write them with\n  go test ./cmd/benchrun -run TestReadmeFigures -update\nhas\n%s\nwant\n%s", old, now)
}

// figureTable sets the fastest and the slowest contender of each family against
// the same job by hand.
func figureTable(f *analyse.Figures) string {
	var b strings.Builder
	b.WriteString("\n| at 10 000 entities | fastest | × by hand | slowest | × by hand |\n| --- | --- | --- | --- | --- |\n")
	for _, s := range shown {
		family := f.Family(s.family)
		if family == nil || len(family.Contenders()) < 2 {
			continue
		}
		all := family.Contenders()
		first, last := all[0], all[len(all)-1]
		fmt.Fprintf(&b, "| [%s](REPORT.md#%s) | %s | %s | %s | %s |\n", s.question, strings.ReplaceAll(s.scenario, "/", ""),
			first.Label, overFloor(first), last.Label, overFloor(last))
	}
	b.WriteString("\nRatios with their 95 % intervals, from the [reference run](REPORT.md); the links lead to all contenders.\n")
	return b.String()
}

func overFloor(c analyse.Cell) string {
	if c.OverFloor == nil {
		return "—"
	}
	out := fmt.Sprintf("%.3g", c.OverFloor.Ratio)
	if c.OverFloor.Lo != nil && c.OverFloor.Hi != nil {
		out += fmt.Sprintf(" [%.3g–%.3g]", *c.OverFloor.Lo, *c.OverFloor.Hi)
	}
	return out
}

// A measurement that differs gives another table: the test above can fail.
func TestFigureTableFollowsTheRun(t *testing.T) {
	ratio := func(v float64) *analyse.Ratio { return &analyse.Ratio{Ratio: v} }
	run := func(v float64) *analyse.Figures {
		time := &analyse.Estimate{Median: 1}
		return &analyse.Figures{Scenarios: []analyse.Scenario{{Families: []analyse.Family{{Name: "iterate/pair/n=10000", Cells: []analyse.Cell{
			{Label: "table/none", PerUnit: time, OverFloor: ratio(v)}, {Label: "sparse/none", PerUnit: time, OverFloor: ratio(3)},
		}}}}}}
	}
	a, b := figureTable(run(1.25)), figureTable(run(1.5))
	if a == b || !strings.Contains(a, "| table/none | 1.25 | sparse/none | 3 |") {
		t.Errorf("%s", a)
	}
}
