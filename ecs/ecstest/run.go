package ecstest

import (
	"fmt"
	"strings"
	"testing"

	"ecslab/ecs"
)

// Run proves backends right: every pair by sequences of single and batch
// operations, with fast paths on and hidden. While they are hidden, each call of
// a required method is held to the letter of the contract besides. What nobody
// has any more must be free for the collector (Forget). Each pair
// goes through more than 10 000 operations, with go test -short too. Pairs are
// proved side by side, so that several goroutines make storages and trackers at the
// same time; all is done when Run returns.
func Run(t *testing.T, backends []ecs.Backend) {
	small, large := uint64(30), uint64(2)
	if testing.Short() {
		small, large = 14, 1
	}
	t.Run("pairs", func(t *testing.T) { // ends when all of them have
		for _, b := range backends {
			t.Run(b.Pair(), func(t *testing.T) {
				t.Parallel()
				t.Log("fast paths found: " + strings.Join(fastPaths(b), ", "))
				// What is wrong with required methods is told best while the fast paths
				// are hidden, and is not told again.
				if !t.Run("plain=true", func(t *testing.T) {
					if err := prove(strict(b), true, small, large); err != nil {
						t.Fatal(err)
					}
				}) {
					return
				}
				t.Run("plain=false", func(t *testing.T) {
					if err := prove(b, false, small, large); err != nil {
						t.Fatal(err)
					}
				})
			})
		}
	})
}

// prove is all checks of a pair, with so many small and large worlds.
func prove(b ecs.Backend, plain bool, small, large uint64) error {
	// Many small worlds find what goes wrong early, a few large ones what needs
	// full chunks.
	for seed := uint64(1); seed <= small; seed++ {
		if err := Sequence(b, plain, seed, 400, 40); err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
		if err := Lists(b, plain, seed, 20, 100); err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
	}
	for seed := uint64(100); seed < 100+large; seed++ {
		if err := Sequence(b, plain, seed, 150, 6000); err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
		if err := Lists(b, plain, seed, 15, 4000); err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
	}
	if err := Forget(b, plain); err != nil {
		return err
	}
	if b.NewTracker != nil && ecs.Tracking {
		if err := Reuse(b, plain); err != nil {
			return err
		}
	}
	for seed := range min(small, 4) {
		if err := Part(b, plain, seed); err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
	}
	for _, n := range []int{0, 1, 63, 1000, 9000} {
		if err := Parallel(b, plain, n, 4); err != nil {
			return fmt.Errorf("parallel, %d entities: %w", n, err)
		}
	}
	return nil
}

// Fuzz is Run as a fuzz target: the input chooses the pair and the operations.
func Fuzz(f *testing.F, backends []ecs.Backend) {
	for i := range backends {
		f.Add(byte(i), []byte("\x00\x00\x03\x01\x07\x00\x0f\x00\x17\x00"))
	}
	f.Fuzz(func(t *testing.T, pair byte, choices []byte) {
		b := backends[int(pair>>1)%len(backends)]
		if err := run(b, pair&1 != 0, &bytesSource{choices}, 70); err != nil {
			t.Fatalf("%s, plain=%t: %v", b.Pair(), pair&1 != 0, err)
		}
	})
}
