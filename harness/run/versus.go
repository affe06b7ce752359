package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"ecslab/harness/host"
	"ecslab/harness/measure"
	"ecslab/harness/plan"
	"ecslab/harness/raw"
)

// The sides of a comparison of two builds, which are also the names of their
// results directories.
var Sides = [2]string{"old", "new"}

// Versus is a run of two builds: process by process a child of each, which
// work by turns, a cell's round at a time.
//
//	old   ▭   ▭     ▭ ▭      process 1 of both; each ▭ warms and times one cell
//	new     ▭   ▭ ▭     ▭    in one round, the same cells in the same order
//
// What disturbs the machine for longer than a round disturbs both alike. The
// memory pass measures one after the other. Each side leaves a results
// directory that can be read like any other.
type Versus struct {
	Options  plan.Options
	Dir      string
	Command  string
	Machine  host.Machine // of the parent
	Child    [2][]string  // command lines that serve measure.Spec, old and new
	Progress Progress
	Now      func() time.Time

	OnlyOld, OnlyNew []string // cells that one side alone has; not measured

	sides [2]*raw.Manifest
}

// ErrNothingInCommon is what two builds have that share no family.
var ErrNothingInCommon = &Misuse{"the two builds have no family in common"}

// Refused is what a build answers to options that it does not know.
type Refused struct{ Message string }

func (e *Refused) Error() string { return e.Message }

// Start asks both builds for their plans and makes the results directories.
func (v *Versus) Start(ctx context.Context) (*plan.Plan, error) {
	hello, both, err := v.meet(ctx)
	if err != nil {
		return nil, err
	}
	if err := MakeDir(v.Dir); err != nil {
		return nil, err
	}
	for i, side := range Sides {
		m, err := Start(Config{
			Work: &plan.Work{Plan: *both}, Options: v.Options, Dir: filepath.Join(v.Dir, side),
			Command: v.Command, Machine: hello[i].Machine, Now: v.Now,
		})
		if err != nil {
			return nil, err
		}
		v.sides[i] = m
	}
	return both, nil
}

// Resume opens the directories of a comparison that was stopped, to go on with
// it. Options and seed are those with which it was begun; the builds have to be
// the same, of the same sources, and on the same machine.
func (v *Versus) Resume(ctx context.Context) (*plan.Plan, error) {
	for i, side := range Sides {
		r, err := raw.Load(filepath.Join(v.Dir, side))
		if err != nil {
			return nil, err
		}
		v.sides[i] = r.Manifest
	}
	v.Options, v.Command = v.sides[0].Options, v.sides[0].Command
	hello, both, err := v.meet(ctx)
	if err != nil {
		return nil, err
	}
	for i, side := range Sides {
		if d := v.sides[i].Machine.Differences(hello[i].Machine); len(d) > 0 {
			return nil, &Misuse{fmt.Sprintf("cannot resume %s: the %s build is another than it was begun with (%s)", v.Dir, side, strings.Join(d, "; "))}
		}
		if !samePlan(both, &v.sides[i].Plan) {
			return nil, &Misuse{fmt.Sprintf("cannot resume %s: the plan of these builds is another; their scenarios or backends have changed", v.Dir)}
		}
	}
	// Between the writing of the two manifests one side may have got ahead.
	for i, m := range v.sides {
		other := v.sides[1-i]
		m.Files = slices.DeleteFunc(m.Files, func(f raw.File) bool { return !other.Has(f.Path) })
	}
	return both, nil
}

// Complete is how many processes both sides have.
func (v *Versus) Complete() int {
	if v.sides[1] == nil {
		return 0
	}
	return len(v.sides[1].Files)
}

// meet asks both builds who they are and what they have in common.
func (v *Versus) meet(ctx context.Context) (hello [2]measure.Hello, both *plan.Plan, err error) {
	for i, side := range Sides {
		if err := v.ask(ctx, i, &hello[i]); err != nil {
			return hello, nil, fmt.Errorf("%s: %w", side, err)
		}
		if d := v.Machine.Elsewhere(hello[i].Machine); len(d) > 0 {
			return hello, nil, fmt.Errorf("%s describes another machine (%s)", side, strings.Join(d, "; "))
		}
	}
	both = new(plan.Plan)
	*both, v.OnlyOld, v.OnlyNew = plan.Common(&hello[0].Plan, &hello[1].Plan)
	if len(both.Families) == 0 {
		return hello, nil, ErrNothingInCommon
	}
	return hello, both, nil
}

// ask gets a build's plan. A build that knows no such question measures nothing
// that could be mistaken for an answer.
func (v *Versus) ask(ctx context.Context, i int, hello *measure.Hello) error {
	var out bytes.Buffer
	spec := measure.Spec{Pass: measure.PassPlan, Options: v.Options}
	err := Child(ctx, v.Child[i], spec, v.Child[i][0], quiet{}, &out)
	if err != nil && !errors.Is(err, syscall.EPIPE) { // what reads no question may end before it is written
		var died *Died
		if errors.As(err, &died) && died.Code == 2 {
			return &Refused{strings.TrimPrefix(died.Diagnostic, "measure: ")}
		}
		return err
	}
	if err := json.Unmarshal(out.Bytes(), hello); err != nil {
		return &Refused{fmt.Sprintf("%s does not say what it measures; is it a benchrun that knows ab?", v.Child[i][0])}
	}
	return nil
}

// Run measures what the manifests do not list yet. It returns ctx.Err() if the
// context ends first; what the manifests list is then whole, and the same on
// both sides.
func (v *Versus) Run(ctx context.Context) error {
	todo, ticks := unlisted(&v.sides[0].Plan, v.sides[0], v.sides[1])
	v.Progress.Start(len(todo), 2*ticks)
	defer v.Progress.Stop()
	counts, err := v.iterations()
	if err != nil {
		return err
	}
	for _, s := range todo {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		v.Progress.Step(s.String())
		began := v.Now()
		var text [2][]byte
		var err error
		if s.pass == raw.PassTime {
			if err = v.rehearse(ctx, s, counts); err == nil {
				text, err = v.pair(ctx, s, counts)
			}
		} else {
			for i, m := range v.sides {
				if text[i], err = v.side(ctx, i, m, s, counts, v.Progress, nil); err != nil {
					break
				}
			}
		}
		if err != nil {
			return err
		}
		for i, m := range v.sides {
			if err := v.keep(i, s, text[i]); err != nil {
				return err
			}
			m.Elapsed += v.Now().Sub(began).Round(time.Millisecond)
			if err := learn(counts, text[i], m, s.entry(text[i])); err != nil {
				return err
			}
		}
		for i, m := range v.sides {
			if err := m.Save(filepath.Join(v.Dir, Sides[i])); err != nil {
				return fmt.Errorf("cannot write the manifest: %w", err)
			}
		}
		v.Progress.Done(s.String())
	}
	return nil
}

// rehearse measures one round of a group with the old build, if that is the
// first of the group. Both sides take the counts of it, so that no difference of
// counts passes for one of builds.
func (v *Versus) rehearse(ctx context.Context, s step, counts map[string]int) error {
	m := *v.sides[0]
	if len(mine(counts, &m.Plan, s.group)) > 0 {
		return nil
	}
	m.Plan.Rounds, m.Options.Rounds = 1, 1
	text, err := v.side(ctx, 0, &m, s, counts, Silent, nil)
	if err != nil {
		return err
	}
	return learn(counts, text, &m, s.entry(text))
}

// iterations gathers the counts of what is complete.
func (v *Versus) iterations() (map[string]int, error) {
	counts := map[string]int{}
	for i, m := range v.sides {
		mine, err := iterations(filepath.Join(v.Dir, Sides[i]), m)
		if err != nil {
			return nil, err
		}
		for b, n := range mine {
			if _, ok := counts[b]; !ok {
				counts[b] = n
			}
		}
	}
	return counts, nil
}

// pair runs a process of each side, by turns. The first that fails ends both.
func (v *Versus) pair(ctx context.Context, s step, counts map[string]int) (text [2][]byte, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	b := newBaton(plan.Rand(v.Options.Seed, "turns", s.group, strconv.Itoa(s.process)))
	progress := &sharedProgress{Progress: v.Progress}
	var children sync.WaitGroup
	for i := range Sides {
		children.Go(func() {
			defer b.end(i)
			asked := false
			t, err := v.side(ctx, i, v.sides[i], s, counts, progress, func() { asked = true; b.wait(i) })
			if err == nil && !asked {
				err = &Refused{v.Child[i][0] + " does not work by turns; is it a benchrun that knows ab?"}
			}
			if err != nil {
				stop(fmt.Errorf("%s: %w", Sides[i], err))
			}
			text[i] = t
		})
	}
	children.Wait()
	if ctx.Err() != nil {
		return text, context.Cause(ctx)
	}
	return text, nil
}

// side runs one process of one side, as a manifest has it, and gives its raw
// file, which is not written yet.
func (v *Versus) side(ctx context.Context, i int, m *raw.Manifest, s step, counts map[string]int, p Progress, turn func()) ([]byte, error) {
	spec := measure.Spec{
		Run: m.Run, Machine: m.Machine, Options: m.Options, Group: s.group, Pass: s.pass, Process: s.process,
		CellTime: m.Plan.CellTime, Iterations: mine(counts, &m.Plan, s.group), Keep: m.Plan.Benchmarks(), Turns: turn != nil,
	}
	var out bytes.Buffer
	if err := served(ctx, v.Child[i], spec, Sides[i]+" "+s.String(), p, &out, turn); err != nil {
		return nil, err
	}
	if err := (&raw.Run{Manifest: m}).Add(s.path(), out.Bytes(), s.entry(out.Bytes())); err != nil {
		return nil, fmt.Errorf("%s wrote what cannot be read: %w", s, err)
	}
	return out.Bytes(), nil
}

func (v *Versus) keep(i int, s step, text []byte) error {
	path := filepath.Join(v.Dir, Sides[i], filepath.FromSlash(s.path()))
	if err := raw.Replace(path, text); err != nil {
		return fmt.Errorf("cannot write raw samples: %w", err)
	}
	v.sides[i].Files = append(v.sides[i].Files, s.entry(text))
	return nil
}

// sharedProgress takes ticks from two children.
type sharedProgress struct {
	mu sync.Mutex
	Progress
}

func (p *sharedProgress) Tick(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.Progress.Tick(n)
}

// Silent is the progress of which nobody is told.
var Silent Progress = quiet{}

type quiet struct{}

func (quiet) Start(int, int) {}
func (quiet) Step(string)    {}
func (quiet) Tick(int)       {}
func (quiet) Done(string)    {}
func (quiet) Stop()          {}
