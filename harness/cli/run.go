package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"ecslab/harness/analyse"
	"ecslab/harness/host"
	"ecslab/harness/plan"
	"ecslab/harness/raw"
	"ecslab/harness/report"
	"ecslab/harness/run"
)

var runCommand = command{
	name:  "run",
	brief: "measure, and write a report (the default)",
	help: `
usage: BENCHRUN [run] [flags] [SCENARIO...]

Measures the scenarios (all, if none is named) on all
backends and writes raw samples, plots, REPORT.md and the
same as a page, report.html, into a new directory below
results/. Ctrl-C keeps what is complete and reports it; a
second one stops at once.

A whole run larger than quick also builds the program twice,
with and without the tag notrack, and compares the two, if
there are a Go toolchain and the sources.

Examples:
  BENCHRUN
  BENCHRUN -preset standard -seed 1
  BENCHRUN track/density -backend table,sparse/ticks
  BENCHRUN -filter '/backend:table /n:10000'
  BENCHRUN -resume results/20260102T030405Z-42`,
	run: runMain,
}

// runFlags are the choices of a run.
type runFlags struct {
	options     plan.Options
	out, resume string
	set         *flag.FlagSet
}

func newRunFlags() *runFlags {
	r := &runFlags{set: newFlags("run")}
	f := r.set
	planFlags(f, &r.options)
	sizeFlags(f, &r.options)
	f.DurationVar(&r.options.Profile, "profile-time", 0, "`time` that one cell of each storage and scenario package works under the profiler; 0: as the preset says")
	f.StringVar(&r.options.Shard, "shard", "", "`part` of the plan to measure, such as 2/4; merge puts parts together. All parts need the same seed")
	f.StringVar(&r.out, "o", "", "results `directory`, which must not exist yet; default results/<UTC time>-<seed>")
	f.StringVar(&r.resume, "resume", "", "results `directory` of a run that was stopped, to go on with")
	return r
}

// planFlags are the choices that run and list share.
func planFlags(f *flag.FlagSet, o *plan.Options) {
	f.StringVar(&o.Preset, "preset", plan.Presets[0].Name, "`size` of the run: quick, standard or full")
	f.StringVar(&o.Filter, "filter", "", "`text` that a family's name contains, such as density/n=10000; or, with a colon, a filter of golang.org/x/perf/benchproc, such as '/track:ticks -/dirty:100'")
	f.StringVar(&o.Backend, "backend", "", "comma `list` of storages and pairs: table,sparse/ticks")
}

// sizeFlags are the choices that run and ab share.
func sizeFlags(f *flag.FlagSet, o *plan.Options) {
	f.Uint64Var(&o.Seed, "seed", 0, "`seed` of all orders, offsets and resampling; drawn if not given")
	f.IntVar(&o.Processes, "processes", 0, "`number` of processes of each scenario package; 0: as the preset says")
	f.IntVar(&o.Rounds, "rounds", 0, "`number` of rounds in each process; 0: as the preset says")
	f.DurationVar(&o.CellTime, "time-per-cell", 0, "shortest `time` of a cell's round, such as 2ms; 0: the preset's budget divided among the cells")
}

func runMain(s Suite, c command, args []string, stdout, stderr io.Writer) int {
	f := newRunFlags()
	words, err := parse(f.set, args)
	if errors.Is(err, flag.ErrHelp) {
		printHelp(stdout, c, f.set, s.command())
		return exitFine
	}
	if err != nil {
		return complain(stderr, c.name, err)
	}
	f.options.Names = words
	config, manifest, err := s.prepare(f)
	if err != nil {
		return complain(stderr, c.name, err)
	}
	announce(stderr, config)
	ctx, stop := interruptible(stderr)
	defer stop()
	config.Progress = run.NewProgress(stderr)
	err = run.Run(ctx, config, manifest)
	if err == nil && comparesBuilds(config.Options) {
		err = s.builds(ctx, config, stderr)
	}
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		code := complain(stderr, c.name, err)
		fmt.Fprintf(stderr, "what was measured before is readable; go on with -resume %s\n", config.Dir)
		return code
	}
	if interrupted && len(manifest.Files) == 0 {
		fmt.Fprintf(stderr, "no process was complete; go on with -resume %s\n", config.Dir)
		return exitInterrupted
	}
	code := makeReport(stdout, stderr, c.name, config.Dir, "")
	if interrupted {
		fmt.Fprintf(stderr, "go on with -resume %s\n", config.Dir)
		return exitInterrupted
	}
	return code
}

// prepare makes a new results directory, or opens one to go on with.
func (s Suite) prepare(f *runFlags) (run.Config, *raw.Manifest, error) {
	config := run.Config{Machine: host.Describe(), Now: time.Now}
	exe, err := os.Executable()
	if err != nil {
		return config, nil, fmt.Errorf("cannot find this program to start it again: %w", err)
	}
	config.Child = []string{exe, childCommand}
	if f.resume != "" {
		if err := planless(f.set, f.options.Names); err != nil {
			return config, nil, err
		}
		m, w, err := run.Resume(f.resume, config.Machine, func(o plan.Options) (*plan.Work, error) {
			return plan.New(s.Backends, s.Scenarios, o)
		})
		if err != nil {
			return config, nil, err
		}
		config.Work, config.Options, config.Dir, config.Command = w, m.Options, f.resume, m.Command
		return config, m, nil
	}
	if err := sane(f.options); err != nil {
		return config, nil, err
	}
	if f.options.Shard != "" && !given(f.set)["seed"] {
		return config, nil, &usageError{"-shard needs -seed: all parts of a plan have the same"}
	}
	if !given(f.set)["seed"] {
		f.options.Seed = uint64(rand.IntN(1_000_000)) // short enough to read aloud
	}
	work, err := plan.New(s.Backends, s.Scenarios, f.options)
	if err != nil {
		return config, nil, err
	}
	if f.out == "" {
		f.out = newDir(strconv.FormatUint(f.options.Seed, 10))
	}
	config.Work, config.Options, config.Dir = work, f.options, f.out
	config.Command = s.reproduce(f.options)
	m, err := run.Start(config)
	return config, m, err
}

// newDir is where a command puts what it makes unless it is told where.
func newDir(suffix string) string {
	return filepath.Join("results", time.Now().UTC().Format("20060102T150405Z")+"-"+suffix)
}

// planless refuses what a plan is made from, beside -resume: scenarios, and all
// flags but those that have nothing to do with it.
func planless(f *flag.FlagSet, words []string, other ...string) error {
	for _, name := range flagNames(f) {
		if name != "-resume" && given(f)[name[1:]] && !slices.Contains(other, name[1:]) {
			return &usageError{"-resume takes the plan from the directory; leave out " + name}
		}
	}
	if len(words) > 0 {
		return &usageError{"-resume takes the plan from the directory; leave out " + words[0]}
	}
	return nil
}

func sane(o plan.Options) error {
	switch {
	case o.Processes < 0 || o.Processes > 99:
		return &usageError{fmt.Sprintf("-processes %d: 1 to 99 are possible", o.Processes)}
	case o.Rounds < 0 || o.Rounds > 1000:
		return &usageError{fmt.Sprintf("-rounds %d: 1 to 1000 are possible", o.Rounds)}
	case o.CellTime < 0 || o.CellTime > time.Minute:
		return &usageError{fmt.Sprintf("-time-per-cell %s: up to 1m is possible", o.CellTime)}
	case o.Profile < 0 || o.Profile > time.Hour:
		return &usageError{fmt.Sprintf("-profile-time %s: up to 1h is possible", o.Profile)}
	}
	return nil
}

// reproduce is the command that makes a run with the same plan.
func (s Suite) reproduce(o plan.Options) string {
	words := []string{s.command(), "-preset", o.Preset, "-seed", strconv.FormatUint(o.Seed, 10)}
	add := func(flag, value string) {
		if value != "" && value != "0" && value != "0s" {
			words = append(words, flag, quote(value))
		}
	}
	add("-processes", strconv.Itoa(o.Processes))
	add("-rounds", strconv.Itoa(o.Rounds))
	add("-time-per-cell", o.CellTime.String())
	add("-profile-time", o.Profile.String())
	add("-shard", o.Shard)
	add("-filter", o.Filter)
	add("-backend", o.Backend)
	return strings.Join(append(words, o.Names...), " ")
}

func quote(s string) string {
	plain := func(r rune) bool {
		return !strings.ContainsRune(" \t'\"$&|;<>()*?[]`\\!#~", r)
	}
	if strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// announce says what will be measured and how long that is meant to take. A
// workload whose single iteration exceeds the cell time takes longer.
func announce(stderr io.Writer, c run.Config) {
	p := &c.Work.Plan
	fmt.Fprintf(stderr, "%s\n  %s a cell and round; timing takes about %s\n",
		size(p), p.CellTime, p.Timing().Round(time.Second))
}

// size is a plan in a line.
func size(p *plan.Plan) string {
	return fmt.Sprintf("%s: cells %d, families %d, processes %d, rounds %d",
		p.Preset, p.Cells(), len(p.Families), p.Processes, p.Rounds)
}

// interruptible gives a context that the first Ctrl-C ends, or the loss of the
// terminal. The second ends the program, after the last things to do.
func interruptible(stderr io.Writer, last ...func()) (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		if _, ok := <-signals; !ok {
			return
		}
		fmt.Fprintln(stderr, "\ninterrupted: keeping what is complete; once more stops at once")
		cancel()
		if _, ok := <-signals; ok {
			for _, do := range last {
				do()
			}
			os.Exit(exitInterrupted)
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(signals)
		cancel()
	}
}

// resolution says what the noise of a run leaves to be told; "" if nothing was
// measured. Its packages, of which each has a noise of its own, may differ.
func resolution(f *analyse.Figures) string {
	if len(f.Groups) == 0 {
		return ""
	}
	least, most := f.Groups[0].Margin, f.Groups[0].Margin
	for _, g := range f.Groups {
		least, most = min(least, g.Margin), max(most, g.Margin)
	}
	low, high := fmt.Sprintf("%.1f", 100*least), fmt.Sprintf("%.1f", 100*most)
	if low == high {
		return fmt.Sprintf("no difference below %s %% is claimed in this run", high)
	}
	return fmt.Sprintf("no difference below %s–%s %%, by package, is claimed here", low, high)
}

// makeReport writes the report of a results directory and what it found to
// stdout, and gives the exit code that the results deserve.
func makeReport(stdout, stderr io.Writer, name, dir, out string) int {
	r, err := report.Write(dir, out)
	if err != nil {
		return complain(stderr, name, err)
	}
	for _, l := range report.Summary(r.Figures) {
		fmt.Fprintln(stdout, l)
	}
	fmt.Fprintln(stdout, "report:", r.Path)
	if l := resolution(r.Figures); l != "" {
		fmt.Fprintln(stdout, l)
	}
	for _, f := range r.Run.Unlisted {
		fmt.Fprintf(stderr, "%s is not in the manifest and was not read\n", filepath.Join(dir, f))
	}
	wrong := r.Figures.Wrong()
	slices.Sort(wrong)
	for _, w := range wrong {
		fmt.Fprintln(stderr, alarm(stderr, w))
	}
	if len(wrong) > 0 {
		return exitWrong
	}
	return exitFine
}
