package report

import (
	"bytes"
	"errors"
	"flag"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ecslab/harness/internal/synthetic"
)

var remake = flag.Bool("update", false, "make testdata/run again")

// TestGolden makes the report of a committed run again.
func TestGolden(t *testing.T) {
	golden := filepath.Join("testdata", "run")
	if *remake {
		if err := os.RemoveAll(golden); err != nil {
			t.Fatal(err)
		}
		o := synthetic.Options{
			Processes: 3, Rounds: 5, Profiles: true,
			Incorrect: "Track/density/n=10000/dirty=10/backend=sparse/track=bitmap",
			BeatFloor: "Iterate/pair/n=1000/backend=sparse/track=none",
		}
		if err := synthetic.Write(golden, o); err != nil {
			t.Fatal(err)
		}
		if _, err := Write(golden, ""); err != nil {
			t.Fatal(err)
		}
		pngs, _ := filepath.Glob(filepath.Join(golden, "plots", "*.png"))
		for _, p := range pngs { // the SVGs say the same in a tenth of the space
			os.Remove(p)
		}
	}
	again := filepath.Join(t.TempDir(), "run")
	copyRaw(t, golden, again)
	if _, err := Write(again, ""); err != nil {
		t.Fatal(err)
	}
	compare(t, golden, again, "REPORT.md", PageName, "results.json")
}

// TestReference makes the report at the root again from the committed
// reference run.
func TestReference(t *testing.T) {
	root := filepath.Join("..", "..")
	dir := filepath.Join(root, "results", "reference")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no reference run is committed")
	}
	tmp := t.TempDir()
	again := filepath.Join(tmp, "results", "reference")
	copyRaw(t, dir, again)
	if _, err := Write(again, filepath.Join(tmp, "REPORT.md")); err != nil {
		t.Fatal(err)
	}
	compare(t, root, tmp, "REPORT.md")
	compare(t, dir, again, PageName, "results.json")
}

// compare checks the named files and all plots; of PNGs the pixels count.
func compare(t *testing.T, want, got string, names ...string) {
	t.Helper()
	plots, _ := filepath.Glob(filepath.Join(want, "plots", "*"))
	for _, p := range plots {
		names = append(names, filepath.Join("plots", filepath.Base(p)))
	}
	for _, name := range names {
		a, err := os.ReadFile(filepath.Join(want, name))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(got, name))
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		switch {
		case bytes.Equal(a, b):
		case strings.HasSuffix(name, ".png") && samePixels(t, a, b):
		default:
			t.Errorf("%s differs when it is made again, from line %d on", name, firstDifference(a, b))
		}
	}
}

func samePixels(t *testing.T, a, b []byte) bool {
	t.Helper()
	x, errX := png.Decode(bytes.NewReader(a))
	y, errY := png.Decode(bytes.NewReader(b))
	if errX != nil || errY != nil || x.Bounds() != y.Bounds() {
		return false
	}
	for i := x.Bounds().Min.X; i < x.Bounds().Max.X; i++ {
		for j := x.Bounds().Min.Y; j < x.Bounds().Max.Y; j++ {
			if x.At(i, j) != y.At(i, j) {
				return false
			}
		}
	}
	return true
}

func firstDifference(a, b []byte) int {
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return 1 + bytes.Count(a[:i], []byte("\n"))
		}
	}
	return 1 + bytes.Count(a, []byte("\n"))
}

// copyRaw copies what a report is made from, and nothing that is made.
func copyRaw(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(filepath.Join(to, "raw"), os.DirFS(filepath.Join(from, "raw"))); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(from, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(to, "manifest.json"), b, 0o644); err != nil {
		t.Fatal(err)
	}
	err = os.CopyFS(filepath.Join(to, Builds), os.DirFS(filepath.Join(from, Builds)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // only whole runs compare builds
		t.Fatal(err)
	}
}
