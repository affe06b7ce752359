package main

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/scenarios"
	"ecslab/scenarios/catalog"
)

// mention finds what reads like the name of a scenario, with the parts of a
// family or cell behind it: a group, a workload, and some key=value, of which
// the last may lack its value where a program appends it.
var mention = regexp.MustCompile(`(^|[^\w/.-])((?:spawn|migrate|iterate|track|apps)/[a-z][a-z-]*(?:/[a-z]+(?:=[A-Za-z0-9.]+)?)*)(\.go\b|/\.\.\.|_)?`)

// mentions are the names in a text. A path of a file or package is none.
func mentions(text string) (out []string) {
	for _, m := range mention.FindAllStringSubmatch(text, -1) {
		if m[3] == "" {
			out = append(out, strings.TrimRight(m[2], "."))
		}
	}
	return out
}

// cells are the key=value parts of all cells that a measured preset has, by
// scenario.
func cells() map[string][][]string {
	out := map[string][][]string{}
	for _, s := range catalog.All() {
		out[s.Name] = nil
		for _, p := range []scenarios.Preset{scenarios.Quick, scenarios.Standard, scenarios.Full} {
			for _, f := range s.Families(p, backends.All()) {
				point := strings.TrimPrefix(f.Name(), s.Name)
				for _, c := range f.Cells {
					out[s.Name] = append(out[s.Name], strings.Split(point+"/"+c.Name(), "/")[1:])
				}
			}
		}
	}
	return out
}

// named reports whether a cell has the parts that a name mentions, in their
// order. A name may leave parts out.
func named(name string, cells map[string][][]string) bool {
	words := strings.Split(name, "/")
	list, ok := cells[words[0]+"/"+words[1]]
	if !ok || len(words) == 2 {
		return ok
	}
	return slices.ContainsFunc(list, func(parts []string) bool {
		rest := words[2:]
		for _, part := range parts {
			if len(rest) > 0 && (part == rest[0] || strings.HasPrefix(part, rest[0]+"=")) {
				rest = rest[1:]
			}
		}
		return len(rest) == 0
	})
}

// TestNamesOfCells: a scenario, family or cell that a document, a comment or a
// text of the program mentions is one that some preset measures.
func TestNamesOfCells(t *testing.T) {
	known, seen := cells(), 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if n := d.Name(); n == "testdata" || n == "synthetic" || n == "results" || strings.HasPrefix(n, ".") && n != "." && n != ".." {
				return fs.SkipDir
			}
			return nil
		case d.Name() == "REPORT.md" || strings.HasSuffix(path, "_test.go") || filepath.Ext(path) != ".go" && filepath.Ext(path) != ".md":
			return nil
		}
		for _, name := range mentions(readFile(t, path)) {
			seen++
			if !named(name, known) {
				t.Errorf("%s mentions %s, which no preset measures", path, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 300 {
		t.Errorf("only %d names were found", seen)
	}
}

// Names that do not exist are found, and paths are no names.
func TestUnknownNames(t *testing.T) {
	known := cells()
	text := `see iterate/pair, ecslab/scenarios/iterate/none, track/marks.go and ./spawn/x;
	iterate/nosuch, track/density/n=10000/dirty=, track/density/n=10000/dirty=7,
	track/density/dirty=1/backend=table/track=ticks. And track/density/dirty=1/backend=heap`
	var unknown []string
	names := mentions(text)
	for _, name := range names {
		if !named(name, known) {
			unknown = append(unknown, name)
		}
	}
	if got := strings.Join(unknown, " "); len(names) != 6 || got != "iterate/nosuch track/density/n=10000/dirty=7 track/density/dirty=1/backend=heap" {
		t.Errorf("of %q found %q", names, got)
	}
}
