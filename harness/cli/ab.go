package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"time"

	"ecslab/harness/host"
	"ecslab/harness/plan"
	"ecslab/harness/run"
)

var abCommand = command{
	name:  "ab",
	brief: "compare two builds, measured by turns in one run",
	help: `
usage: BENCHRUN ab -old BINARY
           -new BINARY [flags] [SCENARIO...]

Measures two builds of benchrun by turns, one cell's round
at a time, so that what disturbs the machine disturbs both.
This is the strong comparison. Writes COMPARISON.md, the
same as a page, and the raw samples of both into a new
directory. Ctrl-C keeps what is complete and compares that;
-resume goes on with it, and needs the same two builds.

With -gate it exits with 3 if a backend is slower, and with
4 if one may be: its interval reaches beyond what is
tolerated.

A build is made by go build -o old ./cmd/benchrun in a work
tree of its commit.

Examples:
  BENCHRUN ab -old ./old -new ./new iterate -gate
  BENCHRUN ab -old ./old -new ./new -preset standard
  BENCHRUN ab -old ./old -new ./new -resume results/DIR`,
	run: abMain,
}

func abMain(s Suite, c command, args []string, stdout, stderr io.Writer) int {
	f := newFlags(c.name)
	var g gate
	var binaries [2]string
	v := &run.Versus{Machine: host.Describe(), Now: time.Now}
	for i, side := range run.Sides {
		f.StringVar(&binaries[i], side, "", "`binary` of benchrun, the "+side+" one")
	}
	planFlags(f, &v.Options)
	sizeFlags(f, &v.Options)
	f.StringVar(&v.Dir, "o", "", "results `directory` to make; default results/<UTC time>-<seed>-ab")
	resume := f.String("resume", "", "results `directory` of a comparison that was stopped, to go on with")
	g.flags(f)
	words, err := parse(f, args)
	if errors.Is(err, flag.ErrHelp) {
		printHelp(stdout, c, f, s.command())
		return exitFine
	}
	v.Options.Names = words
	if err == nil {
		err = g.sane()
	}
	if err == nil {
		err = sane(v.Options)
	}
	if err == nil && *resume != "" {
		err = planless(f, words, "old", "new", "gate", "tolerance")
	}
	for i, side := range run.Sides {
		if err == nil {
			v.Child[i], err = binary(side, binaries[i])
		}
	}
	if err != nil {
		return complain(stderr, c.name, err)
	}
	if *resume != "" {
		v.Dir = *resume
		return s.versus(c.name, v, v.Resume, g, stdout, stderr)
	}
	if !given(f)["seed"] {
		v.Options.Seed = uint64(rand.IntN(1_000_000))
	}
	if v.Dir == "" {
		v.Dir = newDir(fmt.Sprintf("%d-ab", v.Options.Seed))
	}
	v.Command = s.reproduce(v.Options)
	return s.versus(c.name, v, v.Start, g, stdout, stderr)
}

// binary is the command line of a build as a child.
func binary(side, path string) ([]string, error) {
	if path == "" {
		return nil, &usageError{"-" + side + " BINARY is needed; see help ab"}
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if _, err := exec.LookPath(abs); err != nil {
		return nil, &usageError{fmt.Sprintf("-%s %s: no such program: %v", side, path, reason(err))}
	}
	return []string{abs, childCommand}, nil
}

// versus measures from the beginning, or from where it was stopped.
func (s Suite) versus(name string, v *run.Versus, begin func(context.Context) (*plan.Plan, error), g gate, stdout, stderr io.Writer) int {
	ctx, stop := interruptible(stderr)
	defer stop()
	p, err := begin(ctx)
	if errors.Is(err, context.Canceled) {
		return exitInterrupted
	}
	if err != nil {
		return complain(stderr, name, err)
	}
	fmt.Fprintf(stderr, "%s\n  %s a cell and round; timing both takes about %s\n", size(p), p.CellTime, (2 * p.Timing()).Round(time.Second))
	v.Progress = run.NewProgress(stderr)
	err = v.Run(ctx)
	interrupted := errors.Is(err, context.Canceled)
	goOn := fmt.Sprintf("go on with the same -old and -new and -resume %s\n", v.Dir)
	if err != nil && !interrupted {
		code := complain(stderr, name, err)
		fmt.Fprint(stderr, "what was measured before is readable; "+goOn)
		return code
	}
	if interrupted && v.Complete() == 0 {
		fmt.Fprint(stderr, "no process was complete; "+goOn)
		return exitInterrupted
	}
	x, of, err := compareDirs(filepath.Join(v.Dir, run.Sides[0]), filepath.Join(v.Dir, run.Sides[1]), true)
	if err != nil {
		return complain(stderr, name, err)
	}
	x.OnlyOld, x.OnlyNew = v.OnlyOld, v.OnlyNew
	code := conclude(name, x, of, v.Dir, g, stdout, stderr)
	if interrupted {
		fmt.Fprint(stderr, goOn)
		return exitInterrupted
	}
	return code
}
