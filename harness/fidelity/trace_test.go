package fidelity

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/ecs/ecstest/model"
	"ecslab/replay"
)

const folder = "traces"

// exactly is the comment behind an observation that says what the oracle
// would answer.
const exactly = "# exactly: "

// mostLines keeps a trace a thing that is read at a glance: its statements,
// without what opens and closes blocks and without answers.
const mostLines = 10

// read reads a trace, and which list each line's comment calls exact.
func read(t *testing.T, name string) (*replay.File, map[int32]string) {
	t.Helper()
	path := filepath.Join(folder, name+".trace")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := replay.Parse(path, text)
	if err != nil {
		t.Fatal(err)
	}
	if *remake {
		text = answered(f, text)
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		if f, err = replay.Parse(path, text); err != nil {
			t.Fatal(err)
		}
	}
	exact := map[int32]string{}
	for i, line := range strings.Split(string(text), "\n") {
		if _, list, ok := strings.Cut(line, exactly); ok {
			exact[int32(i+1)] = strings.TrimSpace(list)
		}
	}
	return f, exact
}

// answered is a trace with the model's answers in the place of its own.
func answered(f *replay.File, text []byte) []byte {
	filled := model.Fill(f)
	answers := map[int32][]string{}
	var visit func(body []replay.Stmt)
	visit = func(body []replay.Stmt) {
		for _, s := range body {
			switch s := s.(type) {
			case *replay.RunStmt:
				visit(s.Body)
			case replay.Observation:
				answers[s.Pos().Line] = strings.Split(filled.FormatStmt(s), "\n")[1:]
			}
		}
	}
	visit(filled.Body)
	var out bytes.Buffer
	for i, line := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "=>") {
			continue
		}
		fmt.Fprintln(&out, line)
		for _, a := range answers[int32(i+1)] {
			fmt.Fprintln(&out, "    "+strings.TrimSpace(a))
		}
	}
	return out.Bytes()
}

// contradictions are the traces of what the sources disagree on.
var contradictions = []string{"sparse-toggle", "two-runs-in-a-frame", "missed-or-not", "steps-of-a-frame", "after-the-run"}

// TestTraces runs each schedule's trace on all pairs, and then on a stage, whose
// oracle must find in the trace the kinds of faults that the table counts in the
// schedule, tracker by tracker, and no others.
func TestTraces(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	used := slices.Clone(contradictions)
	for _, row := range Committed().Rows {
		if slices.Contains(used, row.Shown) {
			t.Errorf("%s is shown by the trace of another", row.Schedule)
		}
		used = append(used, row.Shown)
		f, exact := read(t, row.Shown)
		if n := len(statements(f.Body)); n > mostLines {
			t.Errorf("%s: %d statements, at most %d: %v", f.Name, n, mostLines, statements(f.Body))
		}
		replays(t, f)
		for _, b := range on("hybrid") {
			counts, due := play(t, f, b, row.Asks)
			if got, want := kinds(counts), kinds(row.Counts[b.Tracker]); !slices.Equal(got, want) {
				t.Errorf("%s, %s: the trace shows %v, the schedule %v", f.Name, b.Tracker, got, want)
			}
			if !maps.Equal(due, exact) {
				t.Errorf("%s, %s: due are %v, the trace says %v", f.Name, b.Tracker, due, exact)
			}
		}
	}
	for _, name := range contradictions {
		f, _ := read(t, name)
		replays(t, f)
	}
	found, err := filepath.Glob(filepath.Join(folder, "*.trace"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		if name := strings.TrimSuffix(filepath.Base(path), ".trace"); !slices.Contains(used, name) {
			t.Errorf("%s belongs to no schedule", path)
		}
	}
}

func replays(t *testing.T, f *replay.File) {
	t.Helper()
	for _, b := range backends.All() {
		if r := replay.Run(f, b); r.Verdict == replay.Disagree {
			t.Errorf("%s: %v", b.Pair(), r.First)
		}
	}
}

// kinds are the faults that happened.
func kinds(counts map[Fault]int) (list []Fault) {
	for _, f := range Faults {
		if counts[f] > 0 {
			list = append(list, f)
		}
	}
	return list
}

// statements are the kinds of statements of a body, without blocks.
func statements(body []replay.Stmt) (list []string) {
	for _, s := range body {
		if run, ok := s.(*replay.RunStmt); ok {
			list = append(list, statements(run.Body)...)
			continue
		}
		list = append(list, fmt.Sprintf("%T", s))
	}
	return list
}
