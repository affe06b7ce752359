package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/replay"
)

const start = "go run ./cmd/benchrun"

// TestReadme runs the commands of README.md, measuring commands in miniature,
// and the trace that it shows. "go test ./..." and its benchmarks are what
// .ci/run does itself.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs the program")
	}
	readme := readFile(t, "../../README.md")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	scratch := t.TempDir()
	program := filepath.Join(scratch, "benchrun")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	dir := filepath.Join(scratch, "run")
	benchrun := func(t *testing.T, words ...string) {
		t.Helper()
		cmd := exec.Command(program, words...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("benchrun %s: %v\n%s", strings.Join(words, " "), err, out)
		}
	}
	benchrun(t, "run", "-o", dir, "-processes", "1", "-rounds", "3", "-time-per-cell", "100us", "-filter", "spawn/fill", "-backend", "table")
	quick := []string{"-rounds", "6", "-pair", "table/ticks,bitset/bitmap"} // of advise, where it measures

	commands := commandsOf(readme)
	if len(commands) < 4 {
		t.Fatalf("only %d commands were found: %q", len(commands), commands)
	}
	measured := false
	for _, line := range commands {
		t.Run(strings.ReplaceAll(line, "/", "|"), func(t *testing.T) {
			words := strings.Fields(strings.TrimPrefix(line, start))
			if len(words) == 0 || strings.HasPrefix(words[0], "-") || words[0] == "run" {
				if !measured { // the run above is that command in miniature
					measured = true
					return
				}
				if words[0] == "-o" { // likewise, with its directory
					return
				}
				words = append([]string{"list"}, strings.Fields(strings.TrimPrefix(strings.Join(words, " "), "run"))...)
			}
			if words[0] == "advise" {
				words = append(words, quick...)
			}
			var all []string
			for _, w := range words {
				switch w {
				case "FILE...", "FILE":
					all = append(all, "replay/testdata/traces/"+firstTrace(t))
				case "DIR", "results/mine":
					all = append(all, dir)
				default:
					all = append(all, w)
				}
			}
			benchrun(t, all...)
		})
	}
}

// commandsOf finds whole commands, in blocks and in the text, and fragments in
// the text that are flags of a run or a command with its argument.
func commandsOf(readme string) []string {
	var out []string
	seen := map[string]bool{}
	add := func(line string) {
		if !seen[line] {
			seen[line] = true
			out = append(out, line)
		}
	}
	for line := range strings.Lines(readme) {
		if line := strings.TrimSpace(line); strings.HasPrefix(line, start) {
			add(line)
		}
	}
	for _, m := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(readme, -1) {
		switch code := m[1]; {
		case strings.HasPrefix(code, start):
			add(code)
		case regexp.MustCompile(`^-(filter|backend|preset) `).MatchString(code):
			add(start + " list " + code)
		case code == "-trace":
			add(start + " advise -trace")
		case code == "-time":
			add(start + " replay -time -rounds 6 FILE...")
		case strings.HasSuffix(code, " DIR") && !strings.HasPrefix(code, "-"):
			add(start + " " + code)
		}
	}
	return out
}

func firstTrace(t *testing.T) string {
	t.Helper()
	names, err := filepath.Glob("../../replay/testdata/traces/*.trace")
	if err != nil || len(names) == 0 {
		t.Fatalf("no traces: %v", err)
	}
	return filepath.Base(names[0])
}

// TestReadmeTrace runs the trace that README.md shows on every pair.
func TestReadmeTrace(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	var trace strings.Builder
	for line := range strings.Lines(readFile(t, "../../README.md")) {
		text, indented := strings.CutPrefix(line, "    ")
		if indented && (trace.Len() > 0 || strings.HasPrefix(text, "component ")) {
			trace.WriteString(text)
		} else if trace.Len() > 0 {
			break
		}
	}
	f, err := replay.Parse("README.md", []byte(trace.String()))
	if err != nil {
		t.Fatalf("%v in\n%s", err, trace.String())
	}
	for _, b := range backends.All() {
		if r := replay.Run(f, b); r.Verdict == replay.Disagree {
			t.Errorf("%s: %v", r.Pair, r.First)
		}
	}
}

// What README.md says of how much a backend has to implement is counted.
func TestReadmeCountsMethods(t *testing.T) {
	want := fmt.Sprintf("(a storage %d methods and %d of its cursors, a tracker %d)", reflect.TypeFor[driver.Storage]().NumMethod(),
		reflect.TypeFor[driver.Cursor]().NumMethod(), reflect.TypeFor[driver.Tracker]().NumMethod())
	if !strings.Contains(readFile(t, "../../README.md"), want) {
		t.Errorf("README.md does not say %q", want)
	}
}

// Every folder and file that the documents link to exists.
func TestLinks(t *testing.T) {
	names, _ := filepath.Glob("../../docs/*.md")
	more, _ := filepath.Glob("../../docs/*/*.md")
	names = append(append(names, more...), "../../README.md", "../../CONTRIBUTING.md")
	for _, name := range names {
		for _, m := range regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`).FindAllStringSubmatch(readFile(t, name), -1) {
			if strings.Contains(m[1], "results/") && !strings.Contains(m[1], "results/reference/") && !strings.Contains(m[1], "results/selftest/") {
				continue // written by runs
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(name), m[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", filepath.Base(name), m[1])
			}
		}
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
