package model

import (
	"os"
	"path/filepath"
	"testing"

	"ecslab/replay"
)

// The traces of this package are hand-written: their answers come from the
// tables of the contract and not from the model.
func TestHandWritten(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "*.trace"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no traces", err)
	}
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := replay.Parse(filepath.Base(path), src)
		if err != nil {
			t.Error(err)
			continue
		}
		agrees(t, file)
	}
}
