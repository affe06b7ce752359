// Package trackertest drives a tracker through the driver interface, with a
// hand-made world of its own and beside a model, by random operations that
// rapid chooses and shrinks. It proves what a world over a real storage cannot
// show: every form of chunk, clocks near their ends, jumps of any length.
//
// # Terms
//
//	World    entities in columns, kept by the plainest means, with the tracker's
//	         columns beside them; it marks as package ecs does
//	model    what the trackers' package documents say, in wide integers and maps:
//	         no wrap, no scan, no pages, no generations
//	machine  a World, a model, and the operations on both
//	form     how a chunk shows the same matches: dense, by rows, with absent ones,
//	         as a run of indices
//
// # Invariants
//
//  1. The model never looks at the tracker, and shares no code with one.
//  2. After every operation all kinds of all components are asked about, in the
//     window of the run or since every moment that was taken.
package trackertest
