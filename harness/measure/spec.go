package measure

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"ecslab/ecs"
	"ecslab/harness/host"
	"ecslab/harness/plan"
	"ecslab/harness/raw"
	"ecslab/scenarios"
)

// Spec tells a child what to measure. The parent sends it as one line of JSON
// on standard input and keeps the input open as long as it lives.
type Spec struct {
	Run        string         `json:"run"`
	Machine    host.Machine   `json:"machine"`
	Options    plan.Options   `json:"options"`
	Group      string         `json:"group"`
	Pass       string         `json:"pass"`
	Process    int            `json:"process"`
	CellTime   time.Duration  `json:"cell_time"`
	Iterations map[string]int `json:"iterations,omitempty"` // by benchmark; what is missing is calibrated

	Cell        string        `json:"cell,omitempty"`         // benchmark name of the cell to profile
	ProfileTime time.Duration `json:"profile_time,omitempty"` // how long it works under the profiler
}

// Tick begins a line on a child's standard error that tells how many cell
// rounds have been done since the last; all other lines are diagnostics.
const Tick = "@"

// Serve is the body of a child process.
func Serve(backends []ecs.Backend, list []scenarios.Scenario, stdin io.Reader, stdout, stderr io.Writer) int {
	// Ctrl-C reaches the whole process group; the parent decides what it means.
	signal.Ignore(os.Interrupt)
	in := bufio.NewReader(stdin)
	line, err := in.ReadBytes('\n')
	if err != nil {
		fmt.Fprintln(stderr, "measure: no specification on standard input:", err)
		return 2
	}
	var spec Spec
	if err := json.Unmarshal(line, &spec); err != nil {
		fmt.Fprintln(stderr, "measure: specification:", err)
		return 2
	}
	go func() {
		// The input ends when the parent dies; nobody would read the result.
		io.Copy(io.Discard, in)
		os.Exit(1)
	}()
	work, err := plan.New(backends, list, spec.Options)
	if err != nil {
		fmt.Fprintln(stderr, "measure:", err)
		return 1
	}
	m := &meter{spec: spec, plan: &work.Plan, progress: stderr}
	if spec.Pass == raw.PassCPU || spec.Pass == raw.PassHeap {
		err = m.profile(stdout, work)
	} else {
		out := bufio.NewWriterSize(stdout, 1<<20)
		m.out = raw.NewWriter(out, raw.Header{
			Run: spec.Run, Group: spec.Group, Pass: spec.Pass, Process: spec.Process,
			Seed: spec.Options.Seed, Machine: spec.Machine,
		})
		m.group(work)
		if err = m.out.Err(); err == nil {
			err = out.Flush()
		}
	}
	if err != nil {
		fmt.Fprintln(stderr, "measure:", err)
		return 1
	}
	return 0
}
