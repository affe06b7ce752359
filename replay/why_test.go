package replay_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ecslab/ecs/ecstest/tracegen"
	"ecslab/replay"
)

func every(int32, int) bool { return true }

// explained runs a file on every pair, and holds what the rules give of each
// observation against what the backend answered.
func explained(t *testing.T, f *replay.File) (questions int) {
	t.Helper()
	for _, b := range all {
		whys, r := replay.Explain(f, b, every)
		if plain := run(f, b, false); plain.Verdict != r.Verdict {
			t.Errorf("%s, %s: %v, explained %v", f.Name, b.Pair(), plain.Verdict, r.Verdict)
		}
		for _, w := range whys {
			if w.Matches == "" {
				continue
			}
			questions++
			answer := w.Answer
			if strings.HasPrefix(answer, "error: ") {
				answer = "error"
			}
			if answer != w.Matches {
				t.Errorf("%s:%d, %s: %s: answered %s, the rules give %s\n%s", f.Name, w.Line, b.Pair(), w.Asked, w.Answer, w.Matches, f.Format())
				return questions
			}
			recomputed(t, f, w)
		}
	}
	return questions
}

// recomputed answers each leaf again from the stamps and the window alone.
func recomputed(t *testing.T, f *replay.File, w *replay.Why) {
	t.Helper()
	for _, e := range w.Entities {
		for i, a := range e.Answers {
			window := w.Leaves[i].Window
			in := false
			for _, stamp := range a.Stamps {
				in = in || window.After < stamp && stamp <= window.Upto
			}
			if in != a.In {
				t.Errorf("%s:%d: %s %s: stamps %v in %v: %t, told as %t", f.Name, w.Line, e.Name, w.Leaves[i].Words, a.Stamps, window, in, a.In)
			}
		}
	}
}

// TestWhy recomputes every answer in the traces.
func TestWhy(t *testing.T) {
	needsTrackers(t)
	list := files(t)
	names, err := filepath.Glob("../harness/fidelity/traces/*.trace")
	if err != nil || len(names) == 0 {
		t.Fatalf("no traces of fidelity: %v", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, parse(t, filepath.Base(name), string(text)))
	}
	questions := 0
	for _, f := range list {
		questions += explained(t, f)
	}
	if questions < 1000 {
		t.Errorf("only %d questions", questions)
	}
}

// TestWhyOfRandomTraces does so for traces that nobody thought of.
func TestWhyOfRandomTraces(t *testing.T) {
	needsTrackers(t)
	rounds := uint64(60)
	if testing.Short() {
		rounds = 30
	}
	for seed := uint64(1); seed <= rounds; seed++ {
		f := tracegen.Generate(rand.New(rand.NewPCG(seed, 7)), tracegen.Config{})
		explained(t, parse(t, fmt.Sprintf("random %d", seed), string(f.Format())))
		if t.Failed() {
			return
		}
	}
}
