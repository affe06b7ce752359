// Package run carries a plan out: it starts child processes of the same
// binary, one after another, and keeps what they write.
//
// Steps: for process 1…P, for each group, the time pass; then for each group
// the memory pass; then for each profiled cell a profile of CPU and of heap. So
// a run that is stopped half-way has about the same number of processes of
// every group. A step's file is written under a temporary name and counts from
// the moment the manifest lists it; an interrupt loses the step in flight and
// nothing else.
package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ecslab/harness/host"
	"ecslab/harness/plan"
	"ecslab/harness/raw"
)

// Config is what Run needs to know.
type Config struct {
	Work     *plan.Work
	Options  plan.Options
	Dir      string       // results directory
	Command  string       // makes a run with the same plan
	Machine  host.Machine // of this process
	Child    []string     // command line that serves measure.Spec
	Progress Progress
	Now      func() time.Time
}

// Progress is told how far a run is.
type Progress interface {
	Start(steps, ticks int) // what lies ahead
	Step(name string)       // a step begins
	Tick(n int)             // n cell rounds were done
	Done(name string)       // a step is complete
	Stop()                  // nothing more comes
}

// Misuse is a results directory that cannot be used as asked: it exists
// already, or is of another program or machine.
type Misuse struct{ Message string }

func (e *Misuse) Error() string { return e.Message }

// Start makes the results directory and its manifest.
func Start(c Config) (*raw.Manifest, error) {
	var misuse *Misuse
	if err := MakeDir(c.Dir); errors.As(err, &misuse) {
		return nil, &Misuse{fmt.Sprintf("%s exists already; go on with -resume %s, or name another", c.Dir, c.Dir)}
	} else if err != nil {
		return nil, err
	}
	if err := os.Mkdir(filepath.Join(c.Dir, "raw"), 0o755); err != nil {
		return nil, fmt.Errorf("cannot make the results directory: %w", err)
	}
	m := &raw.Manifest{
		Schema: raw.Schema, Run: runName(c.Dir), Created: c.Now().UTC().Truncate(time.Second),
		Command: c.Command, Machine: c.Machine, Options: c.Options, Plan: c.Work.Plan,
	}
	if err := m.Save(c.Dir); err != nil {
		return nil, fmt.Errorf("cannot write the manifest: %w", err)
	}
	return m, nil
}

// MakeDir makes a results directory, which may be there if it is empty; else
// the error is *Misuse.
func MakeDir(dir string) error {
	if err := os.MkdirAll(filepath.Dir(filepath.Clean(dir)), 0o755); err != nil {
		return fmt.Errorf("cannot make the results directory: %w", err)
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		if !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("cannot make the results directory: %w", err)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
			return &Misuse{dir + " exists already; name another"}
		}
	}
	return nil
}

// Resume opens a results directory to go on with it. The plan, the machine and
// the source have to be those with which it was begun.
func Resume(dir string, machine host.Machine, work func(plan.Options) (*plan.Work, error)) (*raw.Manifest, *plan.Work, error) {
	r, err := raw.Load(dir)
	if err != nil {
		return nil, nil, err
	}
	if d := r.Machine.Differences(machine); len(d) > 0 {
		return nil, nil, &Misuse{fmt.Sprintf("cannot resume %s: it was begun elsewhere (%s)", dir, strings.Join(d, "; "))}
	}
	w, err := work(r.Options)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot resume %s: %w", dir, err)
	}
	if !samePlan(&w.Plan, &r.Plan) {
		return nil, nil, &Misuse{fmt.Sprintf("cannot resume %s: this program's plan is another; its scenarios or backends have changed", dir)}
	}
	return r.Manifest, w, nil
}

// step is one child process.
type step struct {
	group   string
	pass    string
	process int
	storage string // of the cell that is profiled
	cell    string // its benchmark name; "" where a group is measured
}

func (s step) path() string {
	if s.cell != "" {
		return raw.ProfilePath(s.group, s.storage, s.pass)
	}
	return raw.FilePath(s.group, s.pass, s.process)
}

// entry is the manifest's entry for what the step wrote.
func (s step) entry(b []byte) raw.File {
	f := raw.Describe(s.path(), s.group, s.pass, s.process, b)
	f.Cell = s.cell
	return f
}

func (s step) String() string {
	switch {
	case s.cell != "":
		return s.group + " " + s.storage + " " + s.pass
	case s.pass == raw.PassMemory:
		return s.group + " memory"
	}
	return fmt.Sprintf("%s process %d", s.group, s.process)
}

func steps(p *plan.Plan) []step {
	var out []step
	for i := range p.Processes {
		for _, g := range p.Groups() {
			out = append(out, step{group: g, pass: raw.PassTime, process: i + 1})
		}
	}
	for _, g := range p.Groups() {
		out = append(out, step{group: g, pass: raw.PassMemory})
	}
	for _, x := range p.Profiles {
		for _, pass := range raw.Profiles {
			out = append(out, step{group: x.Group, pass: pass, storage: x.Storage, cell: x.Benchmark})
		}
	}
	return out
}

// ticks is the number of cell rounds of a step, as the child counts them.
func (s step) ticks(p *plan.Plan) int {
	switch {
	case s.pass == raw.PassCPU:
		return int(p.ProfileTime / max(p.CellTime, 1))
	case s.pass == raw.PassHeap:
		return int(p.ProfileTime / max(p.CellTime, 1) / 10)
	}
	n := 0
	for _, f := range p.InGroup(s.group) {
		for _, c := range f.Cells {
			if s.pass == raw.PassTime && f.Frames && !c.Twin {
				n++
			}
			switch {
			case s.pass == raw.PassTime && f.Allocs && !c.Twin:
				n += 2 * (p.Rounds + 1)
			case s.pass == raw.PassTime:
				n += p.Rounds + 1
			case !c.Twin:
				n++
			}
		}
	}
	return n
}

// unlisted are the steps of a plan that some of the manifests do not list, and
// their ticks.
func unlisted(p *plan.Plan, ms ...*raw.Manifest) (todo []step, ticks int) {
	for _, s := range steps(p) {
		if slices.ContainsFunc(ms, func(m *raw.Manifest) bool { return !m.Has(s.path()) }) {
			todo = append(todo, s)
			ticks += s.ticks(p)
		}
	}
	return todo, ticks
}

// Run measures the steps that the manifest does not list yet. It returns
// ctx.Err() if the context ends first; the manifest then lists what is whole.
func Run(ctx context.Context, c Config, m *raw.Manifest) error {
	todo, ticks := unlisted(&m.Plan, m)
	c.Progress.Start(len(todo), ticks)
	defer c.Progress.Stop()
	counts, err := iterations(c.Dir, m)
	if err != nil {
		return err
	}
	for _, s := range todo {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		c.Progress.Step(s.String())
		began := c.Now()
		b, err := child(ctx, c, m, s, counts)
		if err != nil {
			return err
		}
		m.Files = append(m.Files, s.entry(b))
		m.Elapsed += c.Now().Sub(began).Round(time.Millisecond)
		if err := m.Save(c.Dir); err != nil {
			m.Files = m.Files[:len(m.Files)-1]
			return fmt.Errorf("cannot write the manifest: %w", err)
		}
		if err := learn(counts, b, m, m.Files[len(m.Files)-1]); err != nil {
			return err
		}
		c.Progress.Done(s.String())
	}
	return nil
}

// runName is the directory's last element; the path above it is the machine's
// business and is not published.
func runName(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return filepath.Base(dir)
}
