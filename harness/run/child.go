package run

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"ecslab/harness/measure"
	"ecslab/harness/plan"
	"ecslab/harness/raw"
)

// child runs one step and gives the bytes of its raw file, which then stands
// under its final name.
func child(ctx context.Context, c Config, m *raw.Manifest, s step, counts map[string]int) ([]byte, error) {
	path := filepath.Join(c.Dir, filepath.FromSlash(s.path()))
	tmp := path + raw.Partial
	file, err := os.Create(tmp)
	if err != nil {
		return nil, fmt.Errorf("cannot write raw samples: %w", err)
	}
	defer os.Remove(tmp) // once renamed there is nothing to remove
	defer file.Close()
	var text bytes.Buffer
	spec := measure.Spec{
		Run: m.Run, Machine: m.Machine, Options: m.Options, Group: s.group, Pass: s.pass,
		Process: s.process, CellTime: m.Plan.CellTime, Iterations: mine(counts, &m.Plan, s.group),
		Cell: s.cell, ProfileTime: m.Plan.ProfileTime,
	}
	if err := Child(ctx, c.Child, spec, s.String(), c.Progress, io.MultiWriter(file, &text)); err != nil {
		return nil, err
	}
	err = errors.Join(file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(tmp, path)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot write raw samples: %w", err)
	}
	if err := (&raw.Run{Manifest: m}).Add(path, text.Bytes(), s.entry(text.Bytes())); err != nil {
		return nil, fmt.Errorf("%s wrote what cannot be read: %w", s, err)
	}
	return text.Bytes(), nil
}

// Child runs a child process to its end. Command is its command line, name what
// it is called when it dies, out where its raw file goes.
func Child(ctx context.Context, command []string, spec measure.Spec, name string, p Progress, out io.Writer) error {
	return served(ctx, command, spec, name, p, out, nil)
}

// served is Child with a function that returns when it is the child's turn.
func served(ctx context.Context, command []string, spec measure.Spec, name string, p Progress, out io.Writer, turn func()) error {
	text, err := json.Marshal(spec)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	if spec.Pass == raw.PassCPU {
		cmd.Env = append(os.Environ(), profiled())
	}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	defer stdin.Close()
	stdout := &sink{w: out}
	cmd.Stdout = stdout
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("cannot start a measuring process: %w", err)
	}
	var diagnostics []string
	var listening sync.WaitGroup
	_, sent := stdin.Write(append(text, '\n'))
	listening.Go(func() {
		diagnostics = listen(stderr, p, func() {
			if turn != nil {
				turn()
			}
			stdin.Write([]byte{'\n'}) // what is dead is found out by Wait
		})
	})
	listening.Wait()
	err = cmd.Wait()
	if stopped(cmd.ProcessState) {
		select {
		case <-ctx.Done():
		case <-time.After(grace):
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case stdout.err != nil:
		return fmt.Errorf("cannot write raw samples: %w", stdout.err)
	case err != nil:
		return &Died{name, cmd.ProcessState.ExitCode(), firstLine(diagnostics), err}
	case sent != nil:
		return fmt.Errorf("%s: %w", name, sent)
	}
	return nil
}

// grace is how long it is waited, where a child died of a signal that stops a
// run, for the parent to get the same.
const grace = 2 * time.Second

// stopped tells whether a child died of a signal that stops a whole run. Sent to
// the process group, it kills a child that has not come to ignoring it yet, and
// the parent may hear of that death before it gets the signal itself.
func stopped(s *os.ProcessState) bool {
	w, ok := s.Sys().(syscall.WaitStatus)
	return ok && w.Signaled() && slices.Contains([]syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}, w.Signal())
}

// profiled is the setting under which a CPU profile is taken. The signal that
// preempts a goroutine after 10 ms comes with the profiler's, which then blames
// runtime.asyncPreempt: on a virtual machine for 39 % of a loop that calls
// nothing. A kernel's run lasts 2 ms, so nobody waits for long without it.
func profiled() string {
	s := "asyncpreemptoff=1"
	if old := os.Getenv("GODEBUG"); old != "" {
		s = old + "," + s
	}
	return "GODEBUG=" + s
}

// sink remembers which write failed: exec reports it only as a broken pipe of
// the child.
type sink struct {
	w   io.Writer
	err error
}

func (s *sink) Write(b []byte) (int, error) {
	n, err := s.w.Write(b)
	if err != nil && s.err == nil {
		s.err = err
	}
	return n, err
}

// listen reads a child's standard error: ticks for the progress, questions for
// its turn, and anything else to explain how it died.
func listen(r io.Reader, p Progress, turn func()) []string {
	var other []string
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if n, ok := strings.CutPrefix(lines.Text(), measure.Tick); ok {
			if n, err := strconv.Atoi(n); err == nil {
				p.Tick(n)
				continue
			}
		}
		if lines.Text() == measure.Turn {
			turn()
			continue
		}
		if len(other) < 20 {
			other = append(other, lines.Text())
		}
	}
	io.Copy(io.Discard, r) // a line too long for the scanner must not block the child
	return other
}

// Died is a child that ended otherwise than with exit code 0.
type Died struct {
	Name       string
	Code       int    // -1: by a signal
	Diagnostic string // the first line that it said; "" if it said nothing
	err        error
}

func (d *Died) Error() string {
	if d.Diagnostic == "" {
		return fmt.Sprintf("%s died: %v", d.Name, d.err)
	}
	return fmt.Sprintf("%s died: %v: %s", d.Name, d.err, d.Diagnostic)
}

func (d *Died) Unwrap() error { return d.err }

func firstLine(lines []string) string {
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" {
			return l
		}
	}
	return ""
}

// iterations gathers the counts that the complete files were measured with, so
// that every process times a cell with the same number of iterations.
func iterations(dir string, m *raw.Manifest) (map[string]int, error) {
	counts := map[string]int{}
	for _, f := range m.Files {
		b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Path)))
		if err != nil {
			return nil, err
		}
		if err := learn(counts, b, m, f); err != nil {
			return nil, err
		}
	}
	return counts, nil
}

func learn(counts map[string]int, b []byte, m *raw.Manifest, f raw.File) error {
	if f.Pass != raw.PassTime {
		return nil
	}
	samples, _, err := raw.Parse(f.Path, b, m, f)
	if err != nil {
		return err
	}
	for _, s := range samples {
		if _, ok := counts[s.Benchmark]; !ok {
			counts[s.Benchmark] = s.Iterations
		}
	}
	return nil
}

func mine(counts map[string]int, p *plan.Plan, group string) map[string]int {
	out := map[string]int{}
	for _, f := range p.InGroup(group) {
		for _, c := range f.Cells {
			if n := counts[f.Benchmark(c)]; n > 0 {
				out[f.Benchmark(c)] = n
			}
		}
	}
	return out
}

// samePlan compares plans as they are written, since one of them was read.
func samePlan(a, b *plan.Plan) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
