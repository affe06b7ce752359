// Package claims holds what sources say about the cost and behaviour of
// storages and trackers, and judges it by a run. A claim is data: where it
// stands, what it says in our words, which cells of which families it compares,
// what relation it expects of each, and by which rule that is judged. No
// verdict is ever set by hand.
//
//	Claim ── Point ── Of ÷ Against ──▶ measured ratio with interval
//	           └───── Rule ─────────▶ verdict of the point
//	  └─ all its points ────────────▶ verdict of the claim, crossovers
//
// Rules, d being the margin that the A/A pairs of the run allow:
//
//	Times{k, m}  k to m times: supported if the interval lies in [k/1.25, 1.25·m],
//	             direction only if above 1+d otherwise; refuted if it is not
//	             more, or if, d added, it lies below k/1.25
//	Faster       more than the other: above 1+d
//	Decisive     at least twice: above 2
//	Same         inside ±10 %
//	Flat         changes at most 10 % over a range, the last point over the first
//	Grows        changes more than that, upwards
//	Bounded      O(1), cheap, paid for what is new only: costs at most 10 % more
//	             along a range; to cost less does not refute it
//	Free         negligible, zero, no effect: upper end at most 1+d
//	Share        negligible beside something: upper end at most d of it
//	Bytes{b}     as many bytes, within 10 %
//	Nothing      exactly 0 of what is counted: allocations, archetypes that share
//	             a table
//	Kept         exactly 0 in the fidelity count
//	Lost         more than 0 in it
//
// Refuted is what lies wholly on the other side. What does neither is not
// separable, and says which effect would have been seen. What differs from 1
// only by the interval does not count: its p value, corrected by Holm's method
// over the points of the claim, must be below 5 % too.
//
// A claim is supported, or refuted, if all of its points are. If some support
// and some refute it, it depends on what they differ in; where that is a
// number, the crossover is interpolated between the points around it, and its
// interval is where the ends of the intervals cross. Points that are not
// separable neither support nor refute: what the others decide stands, in part,
// and it is said at which points; a claim none of whose points is decided is not
// separable. "In part" does not say that the answer turns: that an undecided point
// is otherwise is not shown. What was not measured says what is missing.
//
// Invariants:
//
//  1. Of and Against of a point are of one scenario package, so that the same
//     processes measured them. A point about builds has only Of: the program with
//     tracking compiled out is measured beside the run, by turns.
//  2. Every family and cell that a point names is in preset standard of the
//     catalog; a claim without points says what it would need.
//  3. At most four of a claim's families are its own, or of one of its series;
//     others serve several.
//
// Deliberately not done: weighing claims against each other; a count of
// verdicts as a score.
package claims
