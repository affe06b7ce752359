package model

import (
	"math/rand/v2"
	"testing"

	"ecslab/replay"
)

// wrapping is the clock of the ticks tracker to the letter: 32 bits, and a scan
// that clamps. It scans between runs only: a scan inside of one, measured from
// the clock that the run has already advanced, would clamp to an age that is
// one less for the run itself, and make a record of age maxAge new.
type wrapping struct {
	w      uint32
	ticks  uint64 // since the world's first
	stamps []uint32
	lasts  []uint32 // of systems and marks alike
}

const scanPeriod = 518_400_000

func (c *wrapping) advance(n uint64) {
	for n > 0 {
		step := min(n, scanPeriod-c.ticks%scanPeriod)
		c.w += uint32(step)
		c.ticks += step
		n -= step
		if c.ticks%scanPeriod == 0 {
			c.scan()
		}
	}
}

func (c *wrapping) scan() {
	for _, list := range [][]uint32{c.stamps, c.lasts} {
		for i, stamp := range list {
			if c.w-stamp > maxAge {
				list[i] = c.w - maxAge
			}
		}
	}
}

func (c *wrapping) sees(now, last, stamp uint32) bool {
	return min(now-last, maxAge) > min(now-stamp, maxAge)
}

func TestTicksWrap(t *testing.T) {
	steps := []uint64{1, 2, 3, 1000, 1_000_000, scanPeriod - 1, scanPeriod, scanPeriod + 1,
		maxAge - 2, maxAge - 1, maxAge, maxAge + 1, 1<<32 - 1, 1 << 32, 5_000_000_000}
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 0))
		start := uint32(4294967295 - r.Uint32N(100))
		if r.IntN(2) == 0 {
			start = r.Uint32()
		}
		literal := &wrapping{w: start}
		wide := newTicks(start)
		var marks []moment
		for range 100 {
			switch r.IntN(4) {
			case 0:
				wide.record(subject{replay.Changed, 0, entityID(len(literal.stamps))})
				literal.stamps = append(literal.stamps, literal.w)
			case 1:
				marks = append(marks, wide.mark())
				literal.lasts = append(literal.lasts, literal.w)
				literal.advance(1)
			default:
				n := steps[r.IntN(len(steps))]
				wide.endFrames(int64(n))
				literal.advance(n)
			}
			for i, stamp := range literal.stamps {
				s := subject{replay.Changed, 0, entityID(i)}
				for j, last := range literal.lasts {
					w, _ := wide.since(marks[j])
					if wide.sees(w, s) != literal.sees(literal.w, last, stamp) {
						t.Fatalf("seed %d: stamp %d, mark %d: wide says %v", seed, i, j, wide.sees(w, s))
					}
				}
				never := window{wide.w - maxAge, wide.w}
				if wide.sees(never, s) != literal.sees(literal.w, literal.w-maxAge, stamp) {
					t.Fatalf("seed %d: stamp %d, a first run: wide says %v", seed, i, wide.sees(never, s))
				}
			}
		}
	}
}
