package fidelity

import (
	"bytes"
	"fmt"
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

// TestTraces runs each schedule's trace on all pairs, and makes sure that it
// shows what the table says: a tracker with faults answers something else than
// the oracle, one without answers the same.
func TestTraces(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	used := []string{"sparse-toggle"} // of a contradiction that no schedule is about
	for _, row := range Committed().Rows {
		used = append(used, row.Shown)
		f, exact := read(t, row.Shown)
		if n := len(strings.Fields(strings.Join(statements(f.Body), " "))); n > mostLines {
			t.Errorf("%s: %d statements, at most %d: %v", f.Name, n, mostLines, statements(f.Body))
		}
		if len(exact) == 0 {
			t.Errorf("%s: no line says what is exact", f.Name)
		}
		for _, b := range backends.All() {
			if r := replay.Run(f, b); r.Verdict == replay.Disagree {
				t.Errorf("%s: %v", b.Pair(), r.First)
			}
		}
		for _, tracker := range []string{"ticks", "bitmap", "frame", "frame-exact"} {
			differs := ""
			for _, o := range model.Run(f, tracker).Outcomes {
				want, ok := exact[o.Stmt.Pos().Line]
				if !ok {
					continue
				}
				if got := named(f, o); got != want {
					differs += fmt.Sprintf(" line %d: %s for %s", o.Line(), got, want)
				}
			}
			if faults := total(row.Counts[tracker]); (faults > 0) != (differs != "") {
				t.Errorf("%s, %s: %d faults in the table; the trace differs from the oracle at:%s", f.Name, tracker, faults, differs)
			}
		}
	}
	f, _ := read(t, used[0])
	for _, b := range backends.All() {
		if r := replay.Run(f, b); r.Verdict == replay.Disagree {
			t.Errorf("%s: %v", b.Pair(), r.First)
		}
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

func named(f *replay.File, o model.Outcome) string {
	var names []string
	for _, n := range o.Answer.Entities {
		names = append(names, f.Labels[n.Label])
	}
	if len(names) == 0 {
		return "-"
	}
	return strings.Join(names, " ")
}

func total(counts map[Fault]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
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
