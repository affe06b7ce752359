package replay_test

import (
	"math/rand/v2"
	"testing"

	"ecslab/ecs/ecstest/tracegen"
	"ecslab/replay"
)

// Random traces that the oracle has answered must agree on every pair.
func TestRandomTraces(t *testing.T) {
	rounds := uint64(300)
	if testing.Short() {
		rounds = 30
	}
	for seed := uint64(1); seed <= rounds; seed++ {
		file := tracegen.Generate(rand.New(rand.NewPCG(seed, 0)), tracegen.Config{})
		f := parse(t, "random.trace", string(file.Format()))
		for _, b := range all {
			disagrees := func(f *replay.File) bool { return run(f, b, seed%2 == 0).Verdict == replay.Disagree }
			if disagrees(f) {
				small := tracegen.Shrink(f, disagrees)
				r := run(parse(t, "random.trace", string(small.Format())), b, seed%2 == 0)
				t.Fatalf("seed %d, %s: %v\n%s", seed, b.Pair(), r.First, small.Format())
			}
		}
	}
}
