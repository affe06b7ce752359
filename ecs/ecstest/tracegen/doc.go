// Package tracegen makes random traces that check themselves, and makes
// failing traces small.
//
// # Terms
//
//	candidate  a statement, with its body if it has one, that may be appended to a trace
//	settle     to take away, or put behind fail, what gives an error that nothing expects
//	reduction  a trace with something left out
//	cost       what shrinking lowers: about the length of the trace with its loops unrolled
//
// # How a trace is made
//
// Statement by statement, with a machine of the model for each tracker at the
// end of what there is so far: it says who lives and who holds what, so that
// most statements are about something. A candidate is settled against all of
// the machines and, if anything is left of it and the text parses, appended.
// At the end the model fills in every answer.
//
// # Invariants
//
//  1. A trace that Generate or Shrink gives parses, and the model agrees with
//     all of it under every tracker.
//  2. The same numbers from the source give the same trace.
//  3. Shrinking ends: each step lowers the cost.
package tracegen
