package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"ecslab/harness/host"
	"ecslab/harness/plan"
	"ecslab/harness/report"
	"ecslab/harness/run"
)

// What tracking costs where it is compiled in and nobody uses it: the cells
// without a tracker of these scenarios, in two builds that work by turns.
var (
	untrackedScenarios = []string{"spawn/churn", "migrate/toggle", "iterate/pair", "iterate/get"}
	untrackedCells     = "/n:10000 /track:none /backend:(table OR bitset)"
)

// comparesBuilds reports whether a run makes that comparison: it is a whole one,
// and larger than quick.
func comparesBuilds(o plan.Options) bool {
	return o.Preset != plan.Presets[0].Name && len(o.Names) == 0 && o.Filter == "" && o.Backend == "" && o.Shard == ""
}

// builds builds this program anew, with the tag notrack and without, and lets
// the two work by turns. It leaves a comparison in the run's directory; where
// that stands already it does nothing. What keeps it from it, such as a machine
// without a toolchain, is said and is no fault of the run.
func (s Suite) builds(ctx context.Context, c run.Config, stderr io.Writer) error {
	dir := filepath.Join(c.Dir, report.Builds)
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	scratch, err := os.MkdirTemp("", "benchrun")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	v := &run.Versus{
		Dir: dir, Machine: host.Describe(), Now: time.Now, Progress: run.NewProgress(stderr),
		Options: plan.Options{
			Preset: c.Options.Preset, Seed: c.Options.Seed, Processes: c.Options.Processes, Rounds: c.Options.Rounds,
			CellTime: c.Options.CellTime, Names: untrackedScenarios, Filter: untrackedCells,
		},
	}
	v.Command = s.reproduce(v.Options)
	for i, tags := range []string{"notrack", ""} {
		binary := filepath.Join(scratch, run.Sides[i])
		if err := rebuild(ctx, binary, tags); err != nil {
			fmt.Fprintf(stderr, "tracking compiled in and out is not compared: %v\n", err)
			return nil
		}
		v.Child[i] = []string{binary, childCommand}
	}
	p, err := v.Start(ctx)
	if errors.Is(err, run.ErrNothingInCommon) {
		return nil
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(stderr, "tracking compiled out and in, %s\n", size(p))
	err = v.Run(ctx)
	switch {
	case err == nil:
		return nil
	case ctx.Err() == nil:
		fmt.Fprintf(stderr, "tracking compiled in and out could not be compared: %v\n", err)
		err = nil
	}
	return errors.Join(err, os.RemoveAll(dir)) // a part of it is worth nothing; -resume makes it anew
}

// rebuild builds the program that runs, from the sources that the go command finds
// from here.
func rebuild(ctx context.Context, binary, tags string) error {
	info, ok := debug.ReadBuildInfo()
	if !ok || strings.HasSuffix(info.Path, ".test") {
		return errors.New("this program does not know what it was built from")
	}
	out, err := exec.CommandContext(ctx, "go", "build", "-tags", tags, "-o", binary, info.Path).CombinedOutput()
	if err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
		return fmt.Errorf("go build: %w: %s", err, line)
	}
	return nil
}
