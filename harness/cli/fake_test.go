package cli

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// TestMain lets the test binary be benchrun: as the children that a run starts,
// and as a whole where a test has to signal it.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && (os.Args[1] == childCommand || os.Args[1] == selftestChild) || os.Getenv("ECSLAB_FAKE_BENCHRUN") != "" {
		os.Exit(fake().Main(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// fake is a suite whose workloads are tiny and go wrong on purpose.
func fake() Suite {
	backends := []ecs.Backend{
		{Storage: "alpha", Tracker: "none"}, {Storage: "alpha", Tracker: "ticks"}, {Storage: "beta", Tracker: "none"},
	}
	return Suite{Backends: backends, Scenarios: []scenarios.Scenario{
		workload("good/sum", []int{100, 1000}, nil, nil),
		workload("good/change", []int{100}, []string{"0", "1", "50%"}, nil),
		workload("alloc/make", []int{100}, nil, nil),
		workload("bad/wrong", []int{100}, nil, map[string]fault{"beta": wrongSum}),
		workload("bad/panic", []int{100}, nil, map[string]fault{"beta": panics}),
		workload("bad/floor", []int{5000}, nil, map[string]fault{"beta": free}),
		workload("bad/dies", []int{100}, nil, map[string]fault{"beta": dies}),
		workload("frame/tick", []int{100}, nil, nil),
		workload("slow/sleep", []int{1}, nil, map[string]fault{"alpha": sleeps, "beta": sleeps}),
	}}
}

type fault int

const (
	wrongSum fault = iota + 1 // its check fails
	panics                    // in the first iteration
	free                      // does nothing, correctly: no floor is as fast
	dies                      // takes the process with it
	sleeps                    // a millisecond an iteration
)

func workload(name string, ns []int, dirty []string, faults map[string]fault) scenarios.Scenario {
	s := scenarios.Scenario{Name: name, Doc: "What does it cost to sum?", Parameters: []scenarios.Param{{Key: "n", Value: "numbers"}}}
	s.Families = func(_ scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range ns {
			f := scenarios.Family{Scenario: name, Params: []scenarios.Param{{Key: "n", Value: strconv.Itoa(n)}}, N: n, Unit: "entity", Bytes: 8, Allocs: name == "alloc/make"}
			if name == "frame/tick" {
				f.N, f.Unit = 1, "frame"
			}
			f.Cells = append(f.Cells,
				scenarios.Cell{Backend: scenarios.Floor, Form: "index", New: sum(n, f.Allocs, 0)},
				scenarios.Cell{Backend: scenarios.Floor, Form: "range", New: sum(n, f.Allocs, 0)})
			for _, b := range backends {
				f.Cells = append(f.Cells, scenarios.Cell{Backend: b.Storage, Track: b.Tracker, New: sum(n, f.Allocs, faults[b.Storage])})
			}
			if dirty == nil {
				out = append(out, f)
			}
			for _, d := range dirty {
				g := f
				g.Params = append(append([]scenarios.Param{}, f.Params...), scenarios.Param{Key: "dirty", Value: d})
				out = append(out, g)
			}
		}
		return out
	}
	return s
}

// sleep is a millisecond, or what the environment says of the build that a test
// pretends to have.
func sleep() time.Duration {
	if d, err := time.ParseDuration(os.Getenv("ECSLAB_FAKE_SLEEP")); err == nil {
		return d
	}
	return time.Millisecond
}

var escaped []int

func sum(n int, allocs bool, f fault) func(uint64) (scenarios.Kernel, error) {
	return func(uint64) (scenarios.Kernel, error) {
		values := make([]int, n)
		for i := range values {
			values[i] = i
		}
		total, runs := 0, 0
		return scenarios.Kernel{
			Run: func(iterations int) {
				runs += iterations
				switch f {
				case panics:
					panic("index out of range")
				case dies:
					os.Exit(7)
				case free:
					for range iterations {
						total += n * (n - 1) / 2
					}
					return
				case sleeps:
					time.Sleep(time.Duration(iterations) * sleep())
				}
				for range iterations {
					if allocs {
						escaped = make([]int, 16)
					}
					for _, v := range values {
						total += v
					}
				}
			},
			Check: func() error {
				want := runs * n * (n - 1) / 2
				if f == wrongSum {
					want++
				}
				if total != want {
					return fmt.Errorf("sum is %d, expected %d", total, want)
				}
				return nil
			},
		}, nil
	}
}
