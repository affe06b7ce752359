package ecstest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/ecstest/tracegen"
	"ecslab/replay"
)

// Traces proves what backends answer to tracked questions: random traces of
// that many statements each, whose answers the oracle of package model
// computed from the documents alone, are replayed on every pair, with fast
// paths on and hidden. A failure is shrunk to a short trace, which is printed.
func Traces(t *testing.T, backends []ecs.Backend, seeds, statements int) {
	for seed := range uint64(seeds) {
		r := rand.New(rand.NewPCG(seed, 1))
		f := tracegen.Generate(r, tracegen.Config{Statements: statements, Living: 10 + int(seed%5)*40, LongSleeps: seed%3 == 0})
		for _, b := range backends {
			for _, plain := range []bool{false, true} {
				if d := disagreement(f, b, plain); d != "" {
					small := tracegen.Shrink(f, func(f *replay.File) bool { return disagreement(f, b, plain) != "" })
					t.Fatalf("seed %d, %s, plain=%t: %s\n%s", seed, b.Pair(), plain, disagreement(small, b, plain), small.Format())
				}
			}
		}
	}
}

// disagreement is what a backend first got wrong in a trace, "" if nothing.
func disagreement(f *replay.File, b ecs.Backend, plain bool) string {
	run := replay.Run
	if plain {
		run = replay.RunPlain
	}
	result := run(f, b)
	switch {
	case result.Verdict == replay.Disagree && result.First == nil:
		return fmt.Sprintf("%d disagreements, and none of them told", result.Disagreements)
	case result.Verdict == replay.Disagree:
		return result.First.String()
	}
	return ""
}
