package model

import (
	"os"
	"path/filepath"
	"testing"

	"ecslab/replay"
)

// traces parses the published traces.
func traces(t *testing.T) []*replay.File {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "..", "..", "replay", "testdata", "traces", "*.trace"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no traces", err)
	}
	var files []*replay.File
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := replay.Parse(filepath.Base(path), src)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// agrees fails the test where a file expects something else than the model.
func agrees(t *testing.T, file *replay.File) {
	t.Helper()
	for _, tracker := range Trackers() {
		for _, o := range Run(file, tracker).Mismatches() {
			t.Errorf("%s:%d: %s: %s", file.Name, o.Line(), tracker, o.Mismatch)
		}
	}
}

func TestTraces(t *testing.T) {
	for _, file := range traces(t) {
		agrees(t, file)
	}
}

func TestFillTraces(t *testing.T) {
	for _, file := range traces(t) {
		filled := Fill(file)
		again, err := replay.Parse(file.Name, filled.Format())
		if err != nil {
			t.Errorf("%v\n%s", err, filled.Format())
			continue
		}
		agrees(t, again)
		if got, want := string(again.Format()), string(filled.Format()); got != want {
			t.Errorf("%s: filled, parsed and formatted again:\n%s\nwas\n%s", file.Name, got, want)
		}
	}
}
