package ticks

import (
	"math/big"
	"testing"

	"ecslab/ecs/driver"
	"pgregory.net/rapid"
)

// TestClock checks the clock, and the windows that it gives, against the rule
// in big integers: a stamp made outside of runs is in the window of a moment,
// a run or a first run exactly when min(now-last, maxAge) > min(age, maxAge).
// The scan works on one stamp as it does on a column.
func TestClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c clock
		first := rapid.Uint32().Draw(t, "first")
		c.start(first)
		w := new(big.Int).SetUint64(uint64(first)) // the true clock
		type at struct {
			stamp  []uint32 // what stands in a column
			moment driver.Moment
			true   *big.Int
		}
		var marks []at
		settle := func() {
			if err := (&c).validateLate(); err != nil {
				t.Fatal(err)
			}
			if c.due() {
				for _, m := range marks {
					clamp(m.stamp, c.stamp)
				}
			}
			if err := c.validate(); err != nil {
				t.Fatal(err)
			}
		}
		steps := rapid.OneOf(
			rapid.Uint64Range(1, 3),
			rapid.Uint64Range(1, 1_000_000),
			rapid.SampledFrom([]uint64{scanPeriod - 1, scanPeriod, scanPeriod + 1, maxAge - 1, maxAge, maxAge + 1,
				1 << 31, 1<<32 - 1, 1 << 32, 1<<32 + scanPeriod, 1<<32 + scanPeriod + 1, 1 << 50}),
			rapid.Uint64Range(1, 1<<40),
		)
		has := func(win driver.Window, stamp uint32) bool { return windowOf(win).bit(stamp) == 1 }
		limit := big.NewInt(maxAge)
		least := func(n *big.Int) *big.Int {
			if n.Cmp(limit) > 0 {
				return limit
			}
			return n
		}
		rule := func(now, last, stamp *big.Int) bool {
			width := least(new(big.Int).Sub(now, last))
			return width.Cmp(least(new(big.Int).Sub(now, stamp))) > 0
		}
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			switch rapid.IntRange(0, 2).Draw(t, "what") {
			case 0:
				stamp := []uint32{c.stamp}
				marks = append(marks, at{stamp, c.moment(), new(big.Int).Set(w)})
				w.Add(w, big.NewInt(1))
				settle()
			case 1:
				n := steps.Draw(t, "n")
				w.Add(w, new(big.Int).SetUint64(n))
				for n > 0 {
					n -= c.advance(n)
					settle()
				}
			case 2:
				var tl driver.Timeline
				now := new(big.Int).Set(w)
				win := c.begin(&tl)
				never := new(big.Int).Sub(now, limit)
				for _, m := range marks {
					if got, want := has(win, m.stamp[0]), rule(now, never, m.true); got != want {
						t.Fatalf("a first run at %v sees %v: %t, want %t", now, m.true, got, want)
					}
				}
				c.close(&tl)
				w.Add(w, big.NewInt(1))
				settle()
			}
			for _, last := range marks {
				win := c.since(last.moment)
				for _, m := range marks {
					if got, want := has(win, m.stamp[0]), rule(w, last.true, m.true); got != want {
						t.Fatalf("at %v, since %v, of %v: %t, want %t", w, last.true, m.true, got, want)
					}
				}
				if has(win, c.never()) {
					t.Fatalf("at %v, since %v: sees what is never seen", w, last.true)
				}
			}
		}
	})
}

// validateLate is validate of a clock whose scan may be due.
func (c *clock) validateLate() error {
	late := *c
	late.due()
	return late.validate()
}
