package measure

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"ecslab/harness/plan"
	"ecslab/harness/raw"
	"ecslab/scenarios"
)

// log is what happened to the cells of a fake family, in order.
type log []string

// kernel notes its calls. It fails its check from the given one on.
func (l *log) kernel(name string, failAt int) constructor {
	return func(uint64) (scenarios.Kernel, error) {
		*l = append(*l, "new "+name)
		checks := 0
		return scenarios.Kernel{
			Run: func(n int) { *l = append(*l, "run "+name) },
			Check: func() error {
				*l = append(*l, "check "+name)
				if checks++; checks == failAt {
					return errors.New("off by one")
				}
				return nil
			},
			Close: func() { *l = append(*l, "close "+name) },
		}, nil
	}
}

const rounds = 3

// fake is a plan of one family with cells a, b, c….
func fake(allocs bool, create ...constructor) *plan.Work {
	f := plan.Family{Name: "g/w", Scenario: "g/w", N: 1, Unit: "op", Allocs: allocs}
	for i := range create {
		f.Cells = append(f.Cells, plan.Cell{Name: "backend=" + string(rune('a'+i)), Backend: string(rune('a' + i))})
	}
	return &plan.Work{
		Plan:  plan.Plan{Processes: 1, Rounds: rounds, Families: []plan.Family{f}},
		Build: [][]constructor{create},
	}
}

// measured runs the group and gives the raw text and the ticks.
func measured(t *testing.T, pass string, process int, w *plan.Work) (text, ticks string) {
	t.Helper()
	var out, progress bytes.Buffer
	m := &meter{plan: &w.Plan, progress: &progress, spec: Spec{
		Options: plan.Options{Seed: 5}, Group: "g", Pass: pass, Process: process, CellTime: time.Microsecond,
		Iterations: map[string]int{"G/w/backend=a": 4, "G/w/backend=b": 4, "G/w/backend=c": 4},
	}}
	m.out = raw.NewWriter(&out, raw.Header{Run: "r", Group: "g", Pass: pass, Process: process})
	m.group(w)
	if err := m.out.Err(); err != nil {
		t.Fatal(err)
	}
	return out.String(), progress.String()
}

func TestPairedRounds(t *testing.T) {
	var l log
	text, ticks := measured(t, raw.PassTime, 1, fake(false, l.kernel("a", 0), l.kernel("b", 0), l.kernel("c", 0)))
	for _, c := range []string{"a", "b", "c"} {
		if got := strings.Count(text, "BenchmarkG/w/backend="+c+" 4 "); got != rounds {
			t.Errorf("cell %s has %d lines, want %d:\n%s", c, got, rounds, text)
		}
		count := func(what string) (n int) {
			for _, e := range l {
				if e == what+" "+c {
					n++
				}
			}
			return n
		}
		// Once to check, then warmed and timed in each round and the first.
		if count("new") != 1 || count("run") != 1+2*(rounds+1) || count("check") != 2 || count("close") != 1 {
			t.Errorf("cell %s: %d new, %d run, %d check, %d close", c, count("new"), count("run"), count("check"), count("close"))
		}
	}
	// In a round a cell is warmed right before it is timed.
	runs := slices.DeleteFunc(slices.Clone(l), func(s string) bool { return !strings.HasPrefix(s, "run ") })[3:]
	for i := 0; i < len(runs); i += 2 {
		if runs[i] != runs[i+1] {
			t.Errorf("between warming and timing %s ran %s", runs[i], runs[i+1])
		}
	}
	if got := strings.Count(ticks, "@3\n"); got != rounds+1 {
		t.Errorf("ticks: %q", ticks)
	}
	if !strings.Contains(text, raw.CopyBenchmark+"64MiB") {
		t.Error("no copy bandwidth")
	}
}

func TestProcessesBuildInDifferentOrder(t *testing.T) {
	orders := map[string]bool{}
	for process := range 8 {
		var l log
		measured(t, raw.PassTime, process, fake(false, l.kernel("a", 0), l.kernel("b", 0), l.kernel("c", 0)))
		var order []string
		for _, e := range l {
			if strings.HasPrefix(e, "new ") {
				order = append(order, e)
			}
		}
		orders[strings.Join(order, " ")] = true
	}
	if len(orders) < 3 {
		t.Errorf("8 processes built in %d orders", len(orders))
	}
}

func TestWrongCellsHaveNoLines(t *testing.T) {
	var l log
	broken := func(uint64) (scenarios.Kernel, error) { return scenarios.Kernel{}, errors.New("no world") }
	text, _ := measured(t, raw.PassTime, 1, fake(false, l.kernel("a", 1), l.kernel("b", 2), broken))
	for _, want := range []string{
		"--- FAIL: BenchmarkG/w/backend=a\n    INCORRECT: first iteration: off by one",
		"--- FAIL: BenchmarkG/w/backend=b\n    INCORRECT: after the last round: off by one",
		"--- FAIL: BenchmarkG/w/backend=c\n    INCORRECT: cannot be built: no world",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the file lacks %q", want)
		}
	}
	if strings.Contains(text, "\nBenchmarkG/w") {
		t.Errorf("a wrong cell has a time:\n%s", text)
	}
	text, _ = measured(t, raw.PassMemory, 0, fake(false, l.kernel("a", 1), l.kernel("b", 2), broken))
	if strings.Count(text, "--- FAIL:") != 3 || strings.Contains(text, "\nBenchmarkG/w") {
		t.Errorf("memory pass:\n%s", text)
	}
}

func TestAllocatingFamiliesAreAlsoTimedAlone(t *testing.T) {
	var l log
	text, _ := measured(t, raw.PassTime, 1, fake(true, l.kernel("a", 0), l.kernel("b", 0)))
	_, alone, ok := strings.Cut(text, "gogc: 100\n")
	if !ok || strings.Count(alone, "BenchmarkG/w/backend=a ") != rounds || strings.Count(text, "BenchmarkG/w/backend=a ") != 2*rounds {
		t.Errorf("with the collector on:\n%s", alone)
	}
	// Alone: the cell before is closed when the next is built.
	open := 0
	for _, e := range l[slices.Index(l, "close a")+1:] {
		switch {
		case strings.HasPrefix(e, "new "):
			open++
		case strings.HasPrefix(e, "close ") && open > 0:
			open--
		}
		if open > 1 {
			t.Error("two cells lived at the same time")
		}
	}
}

func TestMemory(t *testing.T) {
	var keep [][]byte
	holder := func(uint64) (scenarios.Kernel, error) {
		held := make([]byte, 1<<20)
		return scenarios.Kernel{
			Run: func(n int) {
				for range n {
					keep = append(keep[:0], make([]byte, 4096))
				}
			},
			Check: func() error { held[0]++; return nil },
		}, nil
	}
	text, ticks := measured(t, raw.PassMemory, 0, fake(false, holder))
	line := text[strings.Index(text, "\nBenchmarkG/w/backend=a ")+1:]
	f := strings.Fields(line)
	values := map[string]string{}
	for i := 2; i+1 < len(f); i += 2 {
		values[f[i+1]] = f[i]
	}
	if values["allocs/op"] != "1" || values["B/op"] != "4096" {
		t.Errorf("allocations: %s", line)
	}
	if v := values[raw.LiveBytes]; !strings.HasPrefix(v, "1.05") || !strings.HasSuffix(v, "e+06") {
		t.Errorf("a kernel that holds 1 MiB weighs %s: %s", v, line)
	}
	if ticks != "@1\n" {
		t.Errorf("ticks: %q", ticks)
	}
}

func TestServeWithoutSpecification(t *testing.T) {
	for _, in := range []string{"", "{\n"} {
		var errs bytes.Buffer
		if code := Serve(nil, nil, strings.NewReader(in), io.Discard, &errs); code != 2 || errs.Len() == 0 {
			t.Errorf("input %q: exit code %d, %s", in, code, &errs)
		}
	}
}
