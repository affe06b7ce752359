package cli

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ecslab/harness/profile"
	"ecslab/harness/raw"
)

const spun = "good/sum/n=1000/backend=alpha/track=ticks"

func TestProfileOfACell(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "p")
	code, out, errs := benchrun(t, "profile", "-time", "500ms", "-o", dir, spun)
	wantExit(t, exitFine, code, out, errs)
	if !strings.Contains(out, "good/sum/n=1000 alpha/ticks: CPU time") || !strings.Contains(out, "profiles: "+dir) {
		t.Errorf("standard output:\n%s", out)
	}
	cpu := parsed(t, filepath.Join(dir, "cpu.pprof"))
	if cpu.Type != "cpu" || cpu.Total == 0 {
		t.Errorf("%d %s of %s were sampled", cpu.Total, cpu.Unit, cpu.Type)
	}
	for label, want := range map[string]string{"family": "good/sum/n=1000", "cell": "backend=alpha/track=ticks", "backend": "alpha/ticks"} {
		if got := cpu.Labels(label); len(got) != 1 || got[0] != want {
			t.Errorf("label %s: %v, want %s", label, got, want)
		}
	}
	samePprofNames(t, filepath.Join(dir, "cpu.pprof"), cpu)
	heap := parsed(t, filepath.Join(dir, "heap.pprof"))
	kernel := false
	for _, f := range heap.Top() {
		// The kernel sums 1000 numbers, which it allocates itself.
		kernel = kernel || strings.Contains(f.Name, "cli.sum") && f.Flat >= 8000
	}
	if heap.Type != "inuse_space" || !kernel {
		t.Errorf("the heap profile does not hold the kernel's slice: %v", heap.Top()[:min(5, len(heap.Top()))])
	}
	for _, name := range []string{"cpu.svg", "heap.svg", "cpu-top.svg", "heap-top.svg", "cpu-top.png", "heap-top.png"} {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		} else if strings.HasSuffix(name, ".svg") {
			wellFormed(t, name, b)
		}
	}
	noPaths(t, filepath.Join(dir, "cpu.pprof"))
	noPaths(t, filepath.Join(dir, "heap.pprof"))
	code, _, errs = benchrun(t, "profile", "-o", dir, spun)
	if code != exitUsage {
		t.Errorf("a second profile into the same directory: exit code %d", code)
	}
	oneLine(t, errs, "exists already")
}

func TestProfileOfAWrongCell(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "p")
	code, out, errs := benchrun(t, "profile", "-time", "10ms", "-o", dir, "BenchmarkBad/wrong/n=100/backend=beta/track=none")
	wantExit(t, exitWrong, code, out, errs)
	oneLine(t, errs, "INCORRECT: bad/wrong/n=100 beta/none: first iteration: sum is")
	if found, _ := filepath.Glob(filepath.Join(dir, "*")); len(found) > 0 {
		t.Errorf("a wrong cell left %v", found)
	}
}

// TestRunProfiles is the profile pass of a run.
func TestRunProfiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	code, out, errs := benchrun(t, small("-o", dir, "-profile-time", "100ms", "good/sum", "bad/wrong")...)
	wantExit(t, exitWrong, code, out, errs) // bad/wrong is wrong
	r, err := raw.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range r.Profiles {
		got = append(got, p.Path+" "+p.Cell)
		if wrong := p.Wrong() != ""; wrong != strings.Contains(p.Path, "bad-beta") {
			t.Errorf("%s: wrong: %q", p.Path, p.Wrong())
		}
		noPaths(t, filepath.Join(dir, p.Path))
	}
	want := []string{
		"raw/good-alpha-cpu.pprof Good/sum/n=100/backend=alpha/track=none", "raw/good-alpha-heap.pprof Good/sum/n=100/backend=alpha/track=none",
		"raw/good-beta-cpu.pprof Good/sum/n=100/backend=beta/track=none", "raw/good-beta-heap.pprof Good/sum/n=100/backend=beta/track=none",
		"raw/bad-alpha-cpu.pprof Bad/wrong/n=100/backend=alpha/track=none", "raw/bad-alpha-heap.pprof Bad/wrong/n=100/backend=alpha/track=none",
		"raw/bad-beta-cpu.pprof Bad/wrong/n=100/backend=beta/track=none", "raw/bad-beta-heap.pprof Bad/wrong/n=100/backend=beta/track=none",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("profiles:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	text := read(t, filepath.Join(dir, "REPORT.md"))
	for _, want := range []string{"## 6. Where the time goes", "plots/flame-good-alpha-cpu.svg", "raw/good-beta-heap.pprof", "**beta/none**: **INCORRECT**"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	// An altered profile is refused like an altered text.
	path := filepath.Join(dir, "raw", "good-alpha-cpu.pprof")
	b := []byte(read(t, path))
	b[len(b)/2] ^= 1
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := raw.Load(dir); err == nil || !strings.Contains(err.Error(), "good-alpha-cpu.pprof: altered") {
		t.Errorf("an altered profile: %v", err)
	}
}

func parsed(t *testing.T, path string) *profile.Profile {
	t.Helper()
	p, err := profile.Parse([]byte(read(t, path)))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// samePprofNames compares the functions with those that "go tool pprof -top"
// names.
func samePprofNames(t *testing.T, path string, p *profile.Profile) {
	t.Helper()
	out, err := exec.Command("go", "tool", "pprof", "-top", "-nodefraction=0", path).Output()
	if err != nil {
		t.Skipf("go tool pprof: %v", err)
	}
	theirs := map[string]bool{}
	for _, l := range regexp.MustCompile(`(?m)^ *[0-9.]+m?s +[0-9.]+% +[0-9.]+% +[0-9.]+m?s +[0-9.]+% +(.*?)(?: \((?:partial-)?inline\))?$`).FindAllStringSubmatch(string(out), -1) {
		theirs[l[1]] = true
	}
	ours := 0
	for _, f := range p.Top() {
		if f.Flat > 0 {
			ours++
			if !theirs[f.Name] {
				t.Errorf("go tool pprof does not name %s:\n%s", f.Name, out)
			}
		}
	}
	if ours != len(theirs) || ours == 0 {
		t.Errorf("go tool pprof names %d functions with time of their own, we %d:\n%s", len(theirs), ours, out)
	}
}

func noPaths(t *testing.T, path string) {
	t.Helper()
	out, err := exec.Command("go", "tool", "pprof", "-raw", path).Output()
	if err != nil {
		t.Skipf("go tool pprof: %v", err)
	}
	wd, _ := os.Getwd()
	for _, never := range []string{wd, filepath.Dir(filepath.Dir(wd)), os.TempDir() + "/", filepath.Dir(os.Args[0])} {
		if strings.Contains(string(out), never) {
			t.Errorf("%s names the path %s", filepath.Base(path), never)
		}
	}
}

func wellFormed(t *testing.T, name string, b []byte) {
	t.Helper()
	for dec := xml.NewDecoder(bytes.NewReader(b)); ; {
		if _, err := dec.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
	}
}
