package scenarios_test

import (
	"testing"

	"ecslab/scenarios"
)

// TestRota compares with turns that are counted one by one.
func TestRota(t *testing.T) {
	for share := range scenarios.PerMille {
		for _, n := range []int{scenarios.SmallSize, 1000} {
			r := scenarios.NewRota(n, share)
			turns, last := make([]int, n), make([]int, n)
			for frame := 1; frame <= 70; frame++ {
				from, to := r.Next()
				for i := from; i < to; i++ {
					turns[i]++
					last[i] = frame - 1
				}
				for i := range n {
					if got, since := r.Turns(i), r.Since(i); got != turns[i] || since != frame-last[i] {
						t.Fatalf("%s %% of %d, frame %d: %d has had %d turns, the last %d frames ago; expected %d and %d",
							share, n, frame, i, got, since, turns[i], frame-last[i])
					}
				}
			}
		}
	}
}
