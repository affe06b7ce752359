// Package model is a slow interpreter of traces that says what every
// observation of a trace must answer under every tracker. It is the oracle of
// the conformance kit: written from the two contracts (the trace language and
// what each tracker reports) alone, so that a backend or an interpreter that
// disagrees with it has misread a contract, or the model has.
//
// # Terms
//
//	world    the entities, their values, the labels and the marks: Go maps and slices
//	history  what one tracker remembers of a world: records, clocks, last runs
//	record   {kind, component, entity, stamp}
//	window   the stamps that a running system, or a term with a mark, gets to see
//	machine  a world and its history, and what a trace needs around them:
//	         snapshots, the generator of samples, the run that is open
//	outcome  what one execution of one statement gave
//
// # Layout
//
//	machine ── run.go: whole files        outcome.go: answers and verdicts       fill.go: answers into files
//	   ├─ world ── operation.go: the marking table   label.go: names and samples
//	   │     └──── term.go: which entities match
//	   └─ history ── ticks.go · bitmap.go · frame.go (frame, frame-exact) · none
//
// # Invariants
//
//  1. A statement that gives an error has changed nothing but the generator of
//     samples: everything is checked before anything is written.
//  2. A world and its history hold no pointer that leads to another world's; a
//     snapshot is a deep copy.
//  3. Entities are never reused. A backend's reuse of indices must not show.
//  4. Clocks are wide integers that never wrap. A tracker's wrapping clock must
//     give the same answers.
//
// # Costs
//
// A query looks at every living entity, a snapshot copies everything, and
// ending a million frames costs no more than ending one. Nothing here is fast
// on purpose; traces of some thousand entities are what it is for.
package model
