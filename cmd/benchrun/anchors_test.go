package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/scenarios"
	"ecslab/scenarios/catalog"
)

// inReport finds links into the report of the reference run.
var inReport = regexp.MustCompile(`REPORT\.md#([^)\s]*)`)

// chapters are headings of every whole report that documents link to.
var chapters = []string{"2-which-backend-when", "3-claims", "5-fidelity"}

// headings are the anchors of chapters, and of the scenarios of which preset
// standard, which is the reference run, has a family.
func headings() map[string]bool {
	out := map[string]bool{}
	for _, c := range chapters {
		out[c] = true
	}
	for _, s := range catalog.All() {
		if len(s.Families(scenarios.Standard, backends.All())) > 0 {
			out[strings.ReplaceAll(s.Name, "/", "")] = true
		}
	}
	return out
}

// dangling are the links of a document that the report has no heading for.
func dangling(text string, headings map[string]bool) (out []string) {
	for _, m := range inReport.FindAllStringSubmatch(text, -1) {
		if !headings[m[1]] {
			out = append(out, m[1])
		}
	}
	return out
}

// TestReportLinks: what the documents link to in the report, preset standard
// measures. What only preset full has is named, not linked.
func TestReportLinks(t *testing.T) {
	names, _ := filepath.Glob("../../docs/*.md")
	more, _ := filepath.Glob("../../docs/*/*.md")
	known, links := headings(), 0
	for _, name := range append(append(names, more...), "../../README.md", "../../CONTRIBUTING.md") {
		text := readFile(t, name)
		links += len(inReport.FindAllString(text, -1))
		for _, anchor := range dangling(text, known) {
			t.Errorf("%s links to REPORT.md#%s; no scenario of preset standard is called so", name, anchor)
		}
	}
	if links < 30 {
		t.Errorf("only %d links into the report were found", links)
	}
}

// A scenario that only preset full has, and one that does not exist, are found.
func TestDanglingLinks(t *testing.T) {
	text := "see [a](../REPORT.md#iteratepair), [b](REPORT.md#iteratefirst) and [c](../../REPORT.md#nosuch)."
	if got := strings.Join(dangling(text, headings()), " "); got != "iteratefirst nosuch" {
		t.Errorf("found %q", got)
	}
}

// The report at the root has the chapters under these numbers.
func TestChapters(t *testing.T) {
	text := readFile(t, "../../REPORT.md")
	for _, c := range chapters {
		number, title, _ := strings.Cut(c, "-")
		if heading := "\n## " + number + ". "; !strings.Contains(strings.ToLower(text), heading+strings.ReplaceAll(title, "-", " ")) {
			t.Errorf("no chapter %s", c)
		}
	}
}
