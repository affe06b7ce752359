package stat

import (
	"math/rand/v2"
	"testing"
)

// runs makes cell and floor of two runs, of which the second is slower
// altogether by a factor, and its cell by another.
func runs(rng *rand.Rand, altogether, factor float64) (old, now [][][]float64) {
	w := &world{rng, 10, 10, 0.004, 0.008}
	return w.cells(1, 2), w.cells(altogether, 2*altogether*factor)
}

func TestRunsOfDifferentTimes(t *testing.T) {
	const seed = 11
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, seed))
	same, found := 0, 0
	const tries = 60
	for i := range tries {
		// The machine is a third slower in the second run.
		old, now := runs(rng, 1.33, 1)
		r := CompareRuns(old[1], old[0], now[1], now[0], uint64(i))
		if v := Judge(r, MinMargin, r.P); v == Slower || v == Faster {
			same++
		}
		old, now = runs(rng, 1.33, 1.05)
		r = CompareRuns(old[1], old[0], now[1], now[0], uint64(i))
		if v := Judge(r, MinMargin, r.P); v == Slower {
			found++
		}
	}
	if same*20 > tries {
		t.Errorf("%d of %d identical cells were called different", same, tries)
	}
	if found*10 < tries*9 {
		t.Errorf("5 %% was found in %d of %d", found, tries)
	}
	// Without a reference the machine's change is taken for the program's.
	old, now := runs(rng, 1.33, 1)
	if r := CompareRuns(old[1], nil, now[1], nil, 1); r.Lo < 1.25 || r.Hi > 1.41 {
		t.Errorf("without a reference: %+v", r)
	}
}

func TestRunsOfFew(t *testing.T) {
	one := [][]float64{{1, 1}}
	if r := CompareRuns(one, nil, one, nil, 1); r.Processes != 1 || Judge(r, MinMargin, 0) != NotSeparable {
		t.Errorf("one process: %+v", r)
	}
	if r := CompareRuns(nil, nil, one, nil, 1); Judge(r, MinMargin, 0) != NotSeparable {
		t.Errorf("none: %+v", r)
	}
}
