package raw_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ecslab/harness/internal/synthetic"
	"ecslab/harness/raw"
)

func write(t *testing.T, o synthetic.Options) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := synthetic.Write(dir, o); err != nil {
		t.Fatal(err)
	}
	return dir
}

func edit(t *testing.T, path string, change func(string) string) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(change(string(b))), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestLoad(t *testing.T) {
	r, err := raw.Load(write(t, synthetic.Options{Processes: 2, Rounds: 3, Incorrect: "Iterate/pair/n=1000/backend=sparse/track=none"}))
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete() || len(r.Files) != 9 {
		t.Errorf("complete %v with %d files", r.Complete(), len(r.Files))
	}
	if len(r.Failures) != 1 || !strings.Contains(r.Failures[0].Message, "expected 42") || r.Failures[0].Process != 2 {
		t.Errorf("failures: %+v", r.Failures)
	}
	off, on := 0, 0
	for _, s := range r.Samples {
		if s.Benchmark == "Spawn/batch/n=10000/backend=table/track=none" && s.Values["ns/op"] > 0 {
			switch s.GOGC {
			case "off":
				off++
			case "100":
				on++
			}
			if s.Round < 1 || s.Round > 3 || s.Process < 1 || s.Process > 2 {
				t.Errorf("round %d of process %d", s.Round, s.Process)
			}
		}
	}
	if off != 6 || on != 6 {
		t.Errorf("%d samples with the collector off and %d with it on, want 6 and 6", off, on)
	}
}

// TestFaults damages a directory in every way and expects the place to be named.
func TestFaults(t *testing.T) {
	track := filepath.Join("raw", "track-01.txt")
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, dir string)
		want   string // after the directory
	}{
		{"digit", func(t *testing.T, dir string) {
			edit(t, filepath.Join(dir, track), func(s string) string {
				lines := strings.Split(s, "\n")
				lines[52] = strings.Replace(lines[52], "ns/op", "1 ns/op", 1)
				lines[52] = strings.ReplaceAll(lines[52], "1 1 ns/op", "2 ns/op")
				if !strings.Contains(lines[52], "Benchmark") {
					t.Fatalf("line 53 is %q", lines[52])
				}
				return strings.Join(lines, "\n")
			})
		}, track + ":53: altered"},
		{"truncated within a line", func(t *testing.T, dir string) {
			edit(t, filepath.Join(dir, track), func(s string) string {
				return strings.Join(strings.Split(s, "\n")[:50], "\n") + "\nBenchmarkTrack/den"
			})
		}, track + ":51: truncated within line 51"},
		{"truncated after a line", func(t *testing.T, dir string) {
			edit(t, filepath.Join(dir, track), func(s string) string {
				return strings.Join(strings.Split(s, "\n")[:50], "\n") + "\n"
			})
		}, track + ":50: truncated: 50 of"},
		{"lines added", func(t *testing.T, dir string) {
			edit(t, filepath.Join(dir, track), func(s string) string { return s + "round: 9\n" })
		}, track + ":"},
		{"missing file", func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, track)) }, track + ": no such file"},
		{"missing manifest", func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, "manifest.json")) }, "manifest.json: missing"},
		{"manifest cut", func(t *testing.T, dir string) {
			edit(t, filepath.Join(dir, "manifest.json"), func(s string) string { return s[:len(s)/2] })
		}, "manifest.json:"},
		{"manifest altered", func(t *testing.T, dir string) {
			edit(t, filepath.Join(dir, "manifest.json"), func(s string) string { return strings.Replace(s, `"cores": 2`, `"cores": 4`, 1) })
		}, "manifest.json:"},
		{"manifest of another schema", func(t *testing.T, dir string) {
			edit(t, filepath.Join(dir, "manifest.json"), func(s string) string { return strings.Replace(s, `"schema": 1`, `"schema": 7`, 1) })
		}, "manifest.json:2: schema 7"},
		{"manifest with something behind", func(t *testing.T, dir string) {
			edit(t, filepath.Join(dir, "manifest.json"), func(s string) string { return s + "{}\n" })
		}, "manifest.json:"},
		{"manifest not JSON", func(t *testing.T, dir string) {
			edit(t, filepath.Join(dir, "manifest.json"), func(s string) string { return strings.Replace(s, `"seed": 42,`, `"seed": ?,`, 1) })
		}, "manifest.json:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := write(t, synthetic.Options{Processes: 2, Rounds: 3})
			c.damage(t, dir)
			before := snapshot(t, dir)
			_, err := raw.Load(dir)
			var fault *raw.Fault
			if !errors.As(err, &fault) {
				t.Fatalf("got %v, want a fault", err)
			}
			if got := err.Error(); !strings.HasPrefix(got, filepath.Join(dir, c.want)) {
				t.Errorf("got  %s\nwant %s…", got, filepath.Join(dir, c.want))
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than a line: %q", err)
			}
			if snapshot(t, dir) != before {
				t.Error("loading changed the directory")
			}
		})
	}
}

// TestConsistentForgeries are directories whose checksums fit what they hold.
func TestConsistentForgeries(t *testing.T) {
	forge := func(t *testing.T, change func(string) string) error {
		dir := write(t, synthetic.Options{Processes: 2, Rounds: 3})
		m, err := raw.LoadManifest(dir)
		if err != nil {
			t.Fatal(err)
		}
		f := m.Files[1]
		path := filepath.Join(dir, f.Path)
		edit(t, path, change)
		b, _ := os.ReadFile(path)
		m.Files[1] = raw.Describe(f.Path, f.Group, f.Pass, f.Process, b)
		if err := m.Save(dir); err != nil {
			t.Fatal(err)
		}
		_, err = raw.Load(dir)
		return err
	}
	for _, c := range []struct {
		name   string
		change func(string) string
		want   string
	}{
		{"another machine", func(s string) string { return strings.Replace(s, "cpu: Synthetic", "cpu: Other", 1) }, "cpu is"},
		{"another process", func(s string) string { return strings.Replace(s, "process: 1", "process: 2", 1) }, "process is"},
		{"a line less", func(s string) string {
			i := strings.LastIndex(s, "BenchmarkTrack")
			return s[:i]
		}, "lines of BenchmarkTrack/density"},
		{"a stranger", func(s string) string { return s + "BenchmarkOther 1 1 ns/op\n" }, "not in the plan"},
		{"broken syntax", func(s string) string { return s + "BenchmarkOther 1 x ns/op\n" }, "parsing measurement"},
		{"a failure without reason", func(s string) string { return s + "--- FAIL: BenchmarkOther\n" }, "without its reason"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := forge(t, c.change); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want … %s …", err, c.want)
			}
		})
	}
}

// TestFamilyWithoutName forges a plan that no suite makes.
func TestFamilyWithoutName(t *testing.T) {
	dir := write(t, synthetic.Options{Processes: 2, Rounds: 3})
	m, err := raw.LoadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	m.Plan.Families[1].Name = ""
	if err := m.Save(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := raw.Load(dir); err == nil || !strings.Contains(err.Error(), "family 2 has no name") {
		t.Errorf("got %v", err)
	}
}

// TestFilesElsewhere forges manifests whose files lie outside of raw/. To merge
// such a directory would write where its author says.
func TestFilesElsewhere(t *testing.T) {
	for _, path := range []string{"../x.txt", "raw/../../x.txt", "raw/..", "/x.txt", "manifest.json", "raw/a/x.txt", ""} {
		dir := write(t, synthetic.Options{Processes: 2, Rounds: 3})
		m, err := raw.LoadManifest(dir)
		if err != nil {
			t.Fatal(err)
		}
		m.Files[1].Path = path
		if err := m.Save(dir); err != nil {
			t.Fatal(err)
		}
		if _, err := raw.LoadManifest(dir); err == nil || !strings.Contains(err.Error(), "does not lie in raw") {
			t.Errorf("%q: got %v", path, err)
		}
	}
}

func TestUnlistedFilesAreNamedAndNotRead(t *testing.T) {
	dir := write(t, synthetic.Options{Processes: 2, Rounds: 3})
	if err := os.WriteFile(filepath.Join(dir, "raw", "track-03.txt"), []byte("BenchmarkX 1 1 ns/op\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := raw.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Unlisted) != 1 || r.Unlisted[0] != "raw/track-03.txt" {
		t.Errorf("unlisted: %v", r.Unlisted)
	}
}

func snapshot(t *testing.T, dir string) string {
	t.Helper()
	var s strings.Builder
	err := filepath.Walk(dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		s.WriteString(path + "\n" + string(b))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return s.String()
}
