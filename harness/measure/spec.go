package measure

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
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

	Keep  []string `json:"keep,omitempty"`  // benchmark names of the cells that are measured; none: all of the group
	Turns bool     `json:"turns,omitempty"` // ask before each stretch of work, see Turn

	Cell        string        `json:"cell,omitempty"`         // benchmark name of the cell to profile
	ProfileTime time.Duration `json:"profile_time,omitempty"` // how long it works under the profiler
}

// Tick begins a line on a child's standard error that tells how many cell
// rounds have been done since the last; all other lines are diagnostics.
const Tick = "@"

// Turn is a line on a child's standard error that asks for its turn. A child
// with Spec.Turns does nothing, from its start on, but between a line that
// answers on its standard input and its next question or its end: so two
// children can work by turns, round by round, and never at the same time.
const Turn = "?"

// PassPlan asks a program what it would measure; it answers with a Hello.
const PassPlan = "plan"

// Hello is a program's plan and what it was built from, as JSON.
type Hello struct {
	Plan    plan.Plan    `json:"plan"`
	Machine host.Machine `json:"machine"`
}

// Serve is the body of a child process.
func Serve(backends []ecs.Backend, list []scenarios.Scenario, stdin io.Reader, stdout, stderr io.Writer) int {
	// What stops a run reaches the whole process group, and the parent decides what
	// it means. A parent that is gone ends this process by its input.
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
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
	answers := make(chan struct{}, 1)
	go func() {
		for {
			if _, err := in.ReadBytes('\n'); err != nil {
				os.Exit(1) // the parent has died; nobody would read the result
			}
			answers <- struct{}{}
		}
	}()
	var worlds *ledger
	if spec.Pass == raw.PassMemory {
		worlds = &ledger{}
		backends = worlds.watch(backends)
	}
	work, err := plan.New(backends, list, spec.Options)
	if err != nil {
		fmt.Fprintln(stderr, "measure:", err)
		return 2
	}
	if spec.Pass == PassPlan {
		if err := json.NewEncoder(stdout).Encode(Hello{work.Plan, host.Program()}); err != nil {
			fmt.Fprintln(stderr, "measure:", err)
			return 1
		}
		return 0
	}
	if len(spec.Keep) > 0 {
		work.Keep(spec.Keep)
	}
	m := &meter{spec: spec, plan: &work.Plan, progress: stderr, answers: answers, ledger: worlds}
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
