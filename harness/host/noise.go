package host

import (
	"fmt"
	"slices"
	"time"
)

// noise is how far two measurements of the same loop lie apart on this machine.
type noise struct {
	rounds int
	median float64 // of |a ÷ b − 1| over the rounds
	high   float64 // 95th percentile of it
	spread float64 // of single times: 95th percentile ÷ fastest
}

// block is what a loop is timed for. It is about what a cell's round takes in
// the quick preset.
const block = 2 * time.Millisecond

// measureNoise times the same loop in two alternating turns, as paired rounds
// of two cells are timed.
func measureNoise(span time.Duration) noise {
	values := make([]float64, 2048) // 16 KiB, within every level 1 cache
	turn := func(times int) time.Duration {
		start := time.Now()
		for range times {
			for i := range values {
				values[i] += 0.5
			}
		}
		return time.Since(start)
	}
	times := 1
	for took := turn(times); took < block && times < 1<<30; took = turn(times) {
		times *= 2
	}
	var off, single []float64
	for end := time.Now().Add(span); time.Now().Before(end) || len(off) < 10; {
		a, b := float64(turn(times)), float64(turn(times))
		if len(off)%2 == 1 { // either stands first as often
			a, b = b, a
		}
		single = append(single, a, b)
		off = append(off, max(a/b, b/a)-1)
	}
	slices.Sort(off)
	slices.Sort(single)
	at := func(sorted []float64, q float64) float64 { return sorted[int(q*float64(len(sorted)-1))] }
	return noise{len(off), at(off, 0.5), at(off, 0.95), at(single, 0.95) / single[0]}
}

func (n noise) finding() Finding {
	f := Finding{
		Subject: "noise",
		Found: fmt.Sprintf("two equal loops differ by %.1f %% in half of %d rounds and by %.0f %% in one of twenty; single times spread to %.1f × the fastest",
			100*n.median, n.rounds, 100*n.high, n.spread),
		Advice: "more processes and rounds narrow the intervals (-processes, -rounds); the report claims nothing below the noise that the run itself shows",
	}
	switch {
	case n.median > 0.05:
		f.Grade = Unfit
	case n.median > 0.01:
		f.Grade = Look
	}
	return f
}
