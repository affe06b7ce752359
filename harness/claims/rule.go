package claims

import (
	"fmt"
	"math"

	"ecslab/harness/stat"
)

// Rule judges one point.
type Rule interface {
	judge(e effect) string // verdict of what was measured
	String() string        // the relation, in words
}

// effect is what was measured at a point.
type effect struct {
	stat.Ratio         // of a count, Lo and Hi are the ratio itself
	margin     float64 // d
	corrected  float64 // p value of "no difference"; 0 for a count
}

// Slack is by how much the ends of "k to m times" may be missed.
const Slack = 1.25

// Tenth is how far "the same" and "flat" reach.
const Tenth = 0.10

// above reports whether the ratio is more than 1, and by more than noise.
func (e effect) above() bool { return e.Lo > 1+e.margin && e.corrected < stat.Alpha }

// notAbove reports whether it is not. A margin above that of equivalence shows
// a run too noisy for that; then the ratio must lie below 1 by more than noise.
func (e effect) notAbove() bool {
	if e.margin > stat.MaxEquivalence {
		return e.Hi < 1-e.margin
	}
	return e.Hi <= 1+e.margin
}

// bounded is the margin within which something is called nothing: noise is no
// excuse for more than what is called equivalent.
func (e effect) bounded() float64 { return min(e.margin, stat.MaxEquivalence) }

// choose is the verdict of a rule with two sides.
func choose(supported, refuted bool) string {
	switch {
	case supported:
		return Supported
	case refuted:
		return Refuted
	}
	return NotSeparable
}

// Times: between K and M times as much.
type Times struct{ K, M float64 }

func (r Times) judge(e effect) string {
	switch {
	case e.Lo >= r.K/Slack && e.Hi <= r.M*Slack:
		return Supported
	case e.above():
		return DirectionOnly
	}
	return choose(false, e.notAbove() || e.Hi*(1+e.margin) < r.K/Slack)
}

func (r Times) String() string { return fmt.Sprintf("%g to %g times", r.K, r.M) }

// Faster: the first costs more than the second, which is the faster one.
type Faster struct{}

func (Faster) judge(e effect) string { return choose(e.above(), e.notAbove()) }
func (Faster) String() string        { return "more" }

// Decisive: the first costs at least twice as much.
type Decisive struct{}

func (Decisive) judge(e effect) string { return choose(e.Lo >= 2, e.Hi < 2) }
func (Decisive) String() string        { return "at least twice" }

// Same: as much as the other.
type Same struct{}

func (Same) judge(e effect) string {
	return choose(e.Lo >= 1-Tenth && e.Hi <= 1+Tenth, e.Lo > 1+Tenth || e.Hi < 1-Tenth)
}
func (Same) String() string { return "the same" }

// Flat: at the other end of a range of X it is as much.
type Flat struct{ X string }

func (Flat) judge(e effect) string { return Same{}.judge(e) }
func (r Flat) String() string      { return "flat in " + r.X }

// Grows: at the other end of a range of X it is more.
type Grows struct{ X string }

func (Grows) judge(e effect) string { return choose(e.Lo > 1+Tenth, e.Hi <= 1+Tenth) }
func (r Grows) String() string      { return "grows with " + r.X }

// Bounded: along a range of X the first costs at most a tenth more, which is what
// O(1) and its like claim; it may cost less.
type Bounded struct{ X string }

func (Bounded) judge(e effect) string { return choose(e.Hi <= 1+Tenth, e.Lo > 1+Tenth) }
func (r Bounded) String() string      { return "does not grow with " + r.X }

// Free: no more than without.
type Free struct{}

func (Free) judge(e effect) string { return choose(e.Hi <= 1+e.bounded(), e.above()) }
func (Free) String() string        { return "free" }

// Share: a negligible part of the other.
type Share struct{}

func (Share) judge(e effect) string { return choose(e.Hi <= e.bounded(), e.Lo > e.margin) }
func (Share) String() string        { return "a negligible share" }

// Bytes: so many bytes.
type Bytes struct{ B float64 }

func (r Bytes) judge(e effect) string {
	return choose(math.Abs(e.Ratio.Ratio/r.B-1) <= Tenth, math.Abs(e.Ratio.Ratio/r.B-1) > Tenth)
}
func (r Bytes) String() string { return fmt.Sprintf("%g bytes", r.B) }

// Nothing: exactly 0 of what is counted.
type Nothing struct{}

func (Nothing) judge(e effect) string { return choose(e.Ratio.Ratio == 0, e.Ratio.Ratio != 0) }
func (Nothing) String() string        { return "none" }

// Kept: exactly 0 of the faults that the question names.
type Kept struct{}

func (Kept) judge(e effect) string { return Nothing{}.judge(e) }
func (Kept) String() string        { return "loses nothing" }

// Lost: some of the faults that the question names do happen.
type Lost struct{}

func (Lost) judge(e effect) string { return choose(e.Ratio.Ratio > 0, e.Ratio.Ratio == 0) }
func (Lost) String() string        { return "happens" }
