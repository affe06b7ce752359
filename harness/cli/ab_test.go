package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"ecslab/harness/internal/synthetic"
	"ecslab/harness/raw"
)

// build is a program that pretends to be another build of the fake suite.
func build(t *testing.T, name, environment string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("no shell")
	}
	path := filepath.Join(t.TempDir(), name)
	script := fmt.Sprintf("#!/bin/sh\n%s exec '%s' \"$@\"\n", environment, os.Args[0])
	if err := os.WriteFile(path, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestABFindsWhatIsSlower(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ab")
	// One sleeps twenty times as long, which no busy machine hides.
	code, out, errs := benchrun(t, "ab", "-old", build(t, "old", ""), "-new", build(t, "new", "ECSLAB_FAKE_SLEEP=20ms"),
		"-processes", "4", "-rounds", "3", "-time-per-cell", "20us", "-seed", "3", "-o", dir, "-gate", "slow/sleep", "good/sum")
	wantExit(t, exitRegressed, code, out, errs)
	for _, want := range []string{"slower: slow/sleep/n=1 alpha/none", "gate: regressed", "report: " + filepath.Join(dir, "COMPARISON.md")} {
		if !strings.Contains(out, want) {
			t.Errorf("standard output lacks %q:\n%s", want, out)
		}
	}
	var rounds [2]int
	counts := map[string]int{}
	for i, side := range []string{"old", "new"} {
		r, err := raw.Load(filepath.Join(dir, side))
		if err != nil {
			t.Fatal(err)
		}
		rounds[i] = len(r.Samples)
		if !r.Complete() {
			t.Errorf("%s is not complete", side)
		}
		// A difference of counts must not pass for one of builds.
		for _, s := range r.Samples {
			if _, weighed := s.Values[raw.LiveBytes]; weighed || strings.HasPrefix(s.Benchmark, raw.CopyBenchmark) {
				continue
			}
			if n, ok := counts[s.Benchmark]; ok && n != s.Iterations {
				t.Errorf("%s %s, process %d: %d iterations, elsewhere %d", side, s.Benchmark, s.Process, s.Iterations, n)
			}
			counts[s.Benchmark] = s.Iterations
		}
	}
	if len(counts) == 0 {
		t.Error("no counts were compared")
	}
	if rounds[0] != rounds[1] || rounds[0] == 0 {
		t.Errorf("samples: %v", rounds)
	}
	text := read(t, filepath.Join(dir, "COMPARISON.md"))
	if strings.Contains(text, "Weaker") || !strings.Contains(text, "by turns") || !strings.Contains(text, "plots/versus.png") {
		t.Errorf("the comparison:\n%s", text)
	}
	for _, name := range []string{"plots/versus.png", "comparison.html", "comparison.json"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

func TestABOfWhatIsNoBenchrun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no shell")
	}
	good := build(t, "good", "")
	other := filepath.Join(t.TempDir(), "other")
	os.WriteFile(other, []byte("#!/bin/sh\necho hello\n"), 0o755)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-old", good}, "-new BINARY is needed"},
		{[]string{"-old", good, "-new", "no/such/file"}, "-new no/such/file: no such program"},
		{[]string{"-old", other, "-new", good}, "does not say what it measures"},
		{[]string{"-old", good, "-new", good, "good/sun"}, `did you mean "good/sum"?`},
		{[]string{"-old", good, "-new", good, "-tolerance", "-1"}, "0 to 100"},
	} {
		dir := filepath.Join(t.TempDir(), "r")
		code, out, errs := benchrun(t, append([]string{"ab", "-o", dir}, c.args...)...)
		wantExit(t, exitUsage, code, out, errs)
		oneLine(t, errs, c.want)
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%v: a results directory was made", c.args)
		}
	}
}

func synthesized(t *testing.T, o synthetic.Options) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := synthetic.Write(dir, o); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestCompareExits(t *testing.T) {
	base := synthetic.Options{Processes: 10, Rounds: 10}
	same, slower, wrong, few, other := base, base, base, base, base
	same.Seed = 2
	slower.Factor = map[string]float64{"Iterate/pair/n=10000/backend=table/track=none": 1.2}
	wrong.Incorrect = "Iterate/pair/n=10000/backend=table/track=none"
	few.Processes = 2
	m := synthetic.Machine
	m.Cores = 64
	other.Machine = &m
	old := synthesized(t, base)
	for _, c := range []struct {
		name string
		now  string
		args string
		code int
		want string
	}{
		{"the same", synthesized(t, same), "-gate -tolerance 10", exitFine, "gate: passed"},
		{"slower", synthesized(t, slower), "-gate", exitRegressed, "slower: iterate/pair/n=10000 table/none"},
		{"slower, no gate", synthesized(t, slower), "", exitFine, "slower: iterate/pair/n=10000 table/none"},
		{"too few processes", synthesized(t, few), "-gate", exitInconclusive, "gate: inconclusive"},
		{"wrong", synthesized(t, wrong), "-gate", exitWrong, "INCORRECT: new"},
		{"another machine", synthesized(t, other), "-gate", exitUsage, "cores 2 and 64"},
		{"nothing", t.TempDir(), "", exitWrong, "missing: not a results directory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "c")
			args := append([]string{"compare", "-o", dir}, strings.Fields(c.args)...)
			code, out, errs := benchrun(t, append(args, old, c.now)...)
			wantExit(t, c.code, code, out, errs)
			if !strings.Contains(out+errs, c.want) {
				t.Errorf("neither stdout nor stderr says %q:\n%s%s", c.want, out, errs)
			}
			if c.code == exitFine || c.code >= exitRegressed {
				text := read(t, filepath.Join(dir, "COMPARISON.md"))
				if !strings.Contains(text, "Weaker evidence") || !strings.Contains(errs, "weaker evidence") {
					t.Errorf("no warning:\n%s%s", text[:200], errs)
				}
			}
		})
	}
}
