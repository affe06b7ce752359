package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"ecslab/harness/analyse"
	"ecslab/harness/plan"
	"ecslab/harness/raw"
)

// TestFramesAreWatched runs a workload whose iteration is a frame.
func TestFramesAreWatched(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	code, out, errs := benchrun(t, small("-o", dir, "frame/tick")...)
	if code != exitFine && !strings.Contains(errs, "FLOOR BEATEN") {
		wantExit(t, exitFine, code, out, errs)
	}
	r, err := raw.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range analyse.Make(r).Family("frame/tick/n=100").Cells {
		x := c.Frames
		if x == nil {
			t.Fatalf("%s: no frames", c.Label)
		}
		if x.N < 2*plan.LeastFrames || x.P50 <= 0 || x.P50 > x.P99 || x.P99 > x.Worst {
			t.Errorf("%s: %+v", c.Label, x)
		}
		if c.PerOp.N != 2*3 {
			t.Errorf("%s: %d samples of paired rounds, want 6: frames are no rounds", c.Label, c.PerOp.N)
		}
	}
	if text := read(t, filepath.Join(dir, "REPORT.md")); !strings.Contains(text, "Single frames: p50, p99 and the worst") {
		t.Error("the report shows no frames")
	}
	// A file without them is not what the plan asks for.
	path := filepath.Join(dir, "raw", "frame-01.txt")
	var kept []string
	for _, l := range strings.SplitAfter(read(t, path), "\n") {
		if !strings.Contains(l, raw.FrameP50) || strings.HasPrefix(l, "Unit") {
			kept = append(kept, l)
		}
	}
	f := raw.File{Path: "raw/frame-01.txt", Group: "frame", Pass: raw.PassTime, Process: 1}
	if _, _, err := raw.Parse(path, []byte(strings.Join(kept, "")), r.Manifest, f); err == nil || !strings.Contains(err.Error(), "frames") {
		t.Errorf("without its frames the file is read: %v", err)
	}
}
