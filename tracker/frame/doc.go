// Package frame is Estella's change tracker: for every tracked component the
// number of the frame in which each entity's value was added and last changed,
// and a list of removals. A system sees the numbers above that of the frame in
// which it last ran. Source: the ChangeTracker of Estella 0.12's SDK (esengine),
// where the numbers are called ticks.
//
// # Terms
//
//   - The clock N counts frames. A stamp is N when something happened.
//   - A window is the stamps above a last run, or above a moment.
//   - frame is the model as published. frame-exact (Exact) has a clock that also
//     advances at the end of each run and with each moment that is taken, so
//     that what happens after a system ran is above its last run.
//
// # What it reports
//
// Added and changed live as long as the component is there. Removals are
// events, readable in their own frame and the three after. Creation is one
// number per entity. What happens in a frame after a system ran in that frame
// has that frame's number, which is not above the system's last run: frame
// never reports it to that system. frame-exact does, in its next run.
//
//	            frame                    frame-exact
//	run A       last = 3                 clock 7: last = 7, then 8
//	write x     x = 3                    x = 8
//	frame end   N = 4                    (counted for removals only)
//	run A       3 > 3: does not see x    8 > 7: sees x
//
// # Layout
//
//	component, kind ──▶ pages[index>>12] ──▶ stamps [4096]u64
//	                                         generations [4096]u32
//	creation        ──▶ the same
//	removals        ──▶ internal/removal, four frames
//
// Estella keeps a map from entity to number. Here it is an array by entity index
// with the generation beside it, in pages that are taken when something is
// first recorded in them: a map would be measured as Go's, not as the model's.
//
// # Invariants
//
//  1. A record counts only for the handle whose generation stands beside it, so
//     an entity on a reused index starts clean and a despawn erases nothing.
//  2. A generation of zero fits no handle: the record was erased because the
//     component went. A stamp of zero is no record, for the clock starts at 1
//     (one more than the N of the model's description, whose first last run is -1).
//  3. The clock never falls but by a load, and no stamp is above it.
//
// # Costs
//
// 12 bytes per entity index and kind, in pages of 48 KiB. A mark is two stores
// by index. Asking is a scan of the numbers of all matches, whether anything
// changed or not; where the matches' indices are consecutive a fold of 64
// numbers a step, else a look at a page for each.
//
// # Not done
//
// Estella also keeps, per component, the last frame in which anything changed,
// as a quick no for its callers; a query here asks about entities. Later
// versions of it keep removals until every registered reader has seen them.
package frame
