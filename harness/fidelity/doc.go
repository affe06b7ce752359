// Package fidelity counts what a tracker's reports get wrong: a reader looks at
// a small world again and again while others change it, and each of its looks is
// held against an oracle that knows no stamps and no windows. The oracle
// compares values: what the world holds now with what it held when the reader
// last ran, at the end of its own writes and before what it had deferred.
//
//	schedule ──▶ stage ─┬─ world of a backend ──▶ what the tracker reports
//	                    └─ values at the last look ─▶ what is due
//	                                                     │
//	                       missed, repeated, late, made up
//
// # Faults
//
//	missed    due at a look, and not reported at it nor at any later one
//	late      due at a look, and reported only at a later one
//	repeated  reported at an earlier look, and again though nothing was done since
//	made up   reported though nothing differs from what the reader saw
//
// A report of what is due is right, whatever the tracker had in mind. What was
// changed and changed back between two looks is not due. An entity that is gone
// cannot be reported as changed any more: what was due of it is missed.
//
// # The table
//
// Nothing here takes time or chance: the counts are the same on every storage,
// every machine and in every run. The table is committed, and a test counts it
// again on all pairs. Each cell that is not zero has a short trace that shows it.
//
// # Not done
//
// Weighing one fault against another; schedules of more than one component.
package fidelity
