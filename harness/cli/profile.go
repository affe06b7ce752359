package cli

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"ecslab/harness/analyse"
	"ecslab/harness/host"
	"ecslab/harness/measure"
	"ecslab/harness/plan"
	"ecslab/harness/plot"
	"ecslab/harness/profile"
	"ecslab/harness/raw"
	"ecslab/harness/report"
	"ecslab/harness/run"
)

var profileCommand = command{
	name:  "profile",
	brief: "show where the time and memory of a cell go",
	help: `
usage: BENCHRUN profile [flags] CELL

Runs one cell, named as list -cells shows it, under the
profiler: a process for CPU (100 Hz), one for the heap
(every allocation counted). Prints the functions with most
of their own and writes into a new directory:

  cpu.pprof heap.pprof   what go tool pprof reads
  cpu.svg heap.svg       flame graphs, each a file by itself
  cpu-top.* heap-top.*   the functions as plots, PNG and SVG

Examples:
  BENCHRUN profile iterate/pair/n=10000/backend=table/track=none
  BENCHRUN profile -time 10s -o profiles CELL
  go tool pprof -http : results/PROFILE/cpu.pprof`,
	run: profileMain,
}

// profiler is one use of the command.
type profiler struct {
	suite          Suite
	stdout, stderr io.Writer
	dir            string
	time           time.Duration
	seed           uint64
	functions      int

	cell   string // benchmark name
	work   *plan.Work
	spec   measure.Spec
	child  []string
	styles plot.Sheet
}

func profileMain(s Suite, c command, args []string, stdout, stderr io.Writer) int {
	p := profiler{suite: s, stdout: stdout, stderr: stderr}
	f := newFlags(c.name)
	f.StringVar(&p.dir, "o", "", "`directory` to make; default results/<UTC time>-profile")
	f.DurationVar(&p.time, "time", plan.ProfileTime, "`time` that the cell works under the CPU profiler")
	f.Uint64Var(&p.seed, "seed", 1, "`seed` of where things are allocated")
	f.IntVar(&p.functions, "top", 10, "`number` of functions to show")
	words, err := parse(f, args)
	if errors.Is(err, flag.ErrHelp) {
		printHelp(stdout, c, f, s.command())
		return exitFine
	}
	switch {
	case err != nil:
	case len(words) != 1:
		err = &usageError{fmt.Sprintf("one cell is needed, %d were given; list -cells names them", len(words))}
	case p.time <= 0 || p.time > time.Hour:
		err = &usageError{fmt.Sprintf("-time %s: up to 1h is possible", p.time)}
	case p.functions < 1 || p.functions > 1000:
		err = &usageError{fmt.Sprintf("-top %d: 1 to 1000 are possible", p.functions)}
	default:
		err = p.prepare(words[0])
	}
	if err != nil {
		return complain(stderr, c.name, err)
	}
	defer os.Remove(p.dir) // only while nothing is in it
	ctx, stop := interruptible(stderr)
	defer stop()
	for _, kind := range raw.Profiles {
		code, err := p.kind(ctx, kind)
		if errors.Is(err, context.Canceled) {
			return exitInterrupted
		}
		if err != nil {
			return complain(stderr, c.name, err)
		}
		if code != exitFine {
			return code
		}
	}
	fmt.Fprintln(stdout, "profiles:", p.dir)
	return exitFine
}

// prepare finds the cell and makes the directory.
func (p *profiler) prepare(name string) error {
	o, cell, err := plan.Find(p.suite.Backends, p.suite.Scenarios, name)
	if err != nil {
		return err
	}
	o.Seed = p.seed
	if p.work, err = plan.New(p.suite.Backends, p.suite.Scenarios, o); err != nil {
		return err
	}
	exe, err := os.Executable()
	if err != nil {
		return fmt.Errorf("cannot find this program to start it again: %w", err)
	}
	if p.dir == "" {
		p.dir = newDir("profile")
	}
	if err := run.MakeDir(p.dir); err != nil {
		return err
	}
	p.child = []string{exe, childCommand}
	p.cell = cell
	p.styles = plot.Sheet{Styles: plot.NewStyles(p.work.Storages, p.work.Trackers)}
	p.spec = measure.Spec{
		Run: filepath.Base(p.dir), Machine: host.Describe(), Options: o,
		CellTime: p.work.CellTime, Cell: cell, ProfileTime: p.time,
	}
	return nil
}

// kind takes one profile and writes all that comes of it.
func (p *profiler) kind(ctx context.Context, kind string) (int, error) {
	spec := p.spec
	spec.Pass = kind
	progress := run.NewProgress(p.stderr)
	progress.Start(1, int(p.time/max(spec.CellTime, 1)))
	progress.Step(kind + " profile")
	var b bytes.Buffer
	err := run.Child(ctx, p.child, spec, kind+" profile", progress, &b)
	progress.Stop()
	if err != nil {
		return exitWrong, err
	}
	read, err := profile.Parse(b.Bytes())
	if err != nil {
		return exitWrong, fmt.Errorf("the %s profile cannot be read: %w", kind, err)
	}
	i, j, _ := p.work.Locate(p.cell)
	family := p.work.Families[i]
	x := analyse.MakeProfile(family, family.Cells[j], kind, read, p.functions)
	if x.Status != analyse.OK {
		fmt.Fprintln(p.stderr, alarm(p.stderr, fmt.Sprintf("%s: %s %s: %s", x.Status, x.Family, x.Cell, x.Message)))
		return exitWrong, nil
	}
	title := fmt.Sprintf("%s %s: %s", x.Family, x.Cell, report.ProfileSubject(kind))
	picture := p.styles.Profile(kind+"-top", x)
	png, err := picture.PNG()
	if err != nil {
		return exitWrong, err
	}
	svg, err := picture.SVG()
	if err != nil {
		return exitWrong, err
	}
	for _, f := range []struct {
		name string
		b    []byte
	}{
		{kind + ".pprof", b.Bytes()},
		{kind + ".svg", read.Flame(title, report.FlameSubtitle, analyse.Outside)},
		{kind + "-top.png", png}, {kind + "-top.svg", svg},
	} {
		if err := raw.Replace(filepath.Join(p.dir, f.name), f.b); err != nil {
			return exitWrong, fmt.Errorf("cannot write the profile: %w", err)
		}
	}
	p.table(title, x)
	return exitFine, nil
}

// table prints the functions with most of their own.
func (p *profiler) table(title string, x analyse.Profile) {
	amount := func(v float64) string { return profile.Amount(int64(v), x.Unit) }
	fmt.Fprintf(p.stdout, "%s, %s in all\n%10s %7s %10s %7s  %s\n", title, amount(x.Total), "own", "", "callees", "", "function")
	for _, f := range x.Top {
		fmt.Fprintf(p.stdout, "%10s %5.1f %% %10s %5.1f %%  %s\n", amount(f.Flat), 100*f.FlatShare, amount(f.Cum), 100*f.CumShare, f.Name)
	}
	fmt.Fprintln(p.stdout)
}
