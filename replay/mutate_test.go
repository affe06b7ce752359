package replay_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ecslab/ecs/ecstest/model"
	"ecslab/ecs/ecstest/tracegen"
	"ecslab/replay"
)

// mostWork is what a mutated trace may do to be run.
const mostWork = 3000

// texts are the committed traces, those of the rules, and what is generated.
func texts(t *testing.T) (list [][]byte) {
	t.Helper()
	for _, pattern := range []string{"testdata/*/*.trace", "../harness/fidelity/traces/*.trace", "../ecs/ecstest/model/testdata/*.trace"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: no traces, %v", pattern, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			must(t, err)
			list = append(list, text)
		}
	}
	for seed := range uint64(20) {
		list = append(list, tracegen.Generate(rand.New(rand.NewPCG(seed, 11)), tracegen.Config{Statements: 25}).Format())
	}
	return list
}

// TestMutatedTraces: a damaged trace is malformed at a place that is there, or it
// is run, and then every pair finds wrong what the oracle finds wrong: the same
// statement first, and as many.
func TestMutatedTraces(t *testing.T) {
	needsTrackers(t)
	rounds := 12
	if testing.Short() {
		rounds = 3
	}
	list := texts(t)
	malformed, ran, wrong := 0, 0, 0
	r := rand.New(rand.NewPCG(2, 3))
	for round := range rounds {
		for i, text := range list {
			text = tracegen.Mutate(r, text)
			f, err := replay.Parse("m.trace", text)
			if err != nil {
				malformed++
				placed(t, err, text)
				continue
			}
			if tracegen.Work(f) > mostWork {
				continue
			}
			ran++
			outcomes := map[string][]model.Outcome{}
			for _, tracker := range model.Trackers() {
				outcomes[tracker] = model.Run(f, tracker).Mismatches()
			}
			for k, b := range all {
				if k%5 != (round+i)%5 && k >= 5 { // the first storage, and of the others some
					continue
				}
				want := outcomes[b.Tracker]
				got := replay.Run(f, b)
				if d := disagrees(got, want); d != "" {
					t.Fatalf("%s: %s\n%s", b.Pair(), d, numberedText(string(text)))
				}
				wrong += len(want)
			}
		}
	}
	t.Logf("%d malformed, %d ran, %d wrong answers", malformed, ran, wrong)
	if malformed < 100 || ran < 100 || wrong < 100 {
		t.Errorf("%d malformed, %d ran, %d wrong answers", malformed, ran, wrong)
	}
}

// placed checks that the error is about a place of the text.
func placed(t *testing.T, err error, text []byte) {
	t.Helper()
	e, ok := err.(*replay.SyntaxError)
	if !ok {
		t.Fatalf("%T: %v", err, err)
	}
	lines := strings.Split(strings.TrimPrefix(string(text), "\uFEFF"), "\n")
	if e.Line < 1 || e.Line > len(lines) || e.Column < 1 || e.Column > utf8.RuneCountInString(lines[e.Line-1])+1 ||
		e.Found == "" || e.Expected == "" || len(e.Error()) > 500 || strings.ContainsAny(e.Error(), "\n\r\x00") || !utf8.ValidString(e.Error()) {
		t.Errorf("%q: %v\n%s", text, err, numberedText(string(text)))
	}
}

// disagrees says how a result differs from what the oracle found wrong.
func disagrees(got *replay.Result, want []model.Outcome) string {
	if (got.Verdict == replay.Disagree) != (len(want) > 0) {
		return fmt.Sprintf("%v %v, the oracle %v", got.Verdict, got.First, told(want))
	}
	if got.First == nil {
		return ""
	}
	if strings.Contains(got.First.Got, "panic") || int(got.First.Position.Line) != want[0].Line() || got.Disagreements != len(want) {
		return fmt.Sprintf("%d, first %v; the oracle %d, %v", got.Disagreements, got.First, len(want), told(want))
	}
	return ""
}

func told(list []model.Outcome) (words []string) {
	for _, o := range list[:min(len(list), 3)] {
		words = append(words, fmt.Sprintf("line %d: %s", o.Line(), o.Mismatch))
	}
	return slices.Clip(words)
}
