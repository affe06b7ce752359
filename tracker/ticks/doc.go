// Package ticks is Bevy's change tracker: beside every value of a tracked
// component lie the tick at which it was added and the tick at which it was
// last changed, and a system asks which of them are younger than its last run.
// Source: bevy_ecs 0.19, module change_detection (Tick, ComponentTicks,
// CHECK_TICK_THRESHOLD, MAX_CHANGE_AGE), and its removed components.
//
// # Terms
//
//   - The clock W counts ticks: it advances by one with each run of a system,
//     each frame end and each moment that is taken.
//   - now is the tick of a run: W when it began. A stamp is the tick at which
//     something happened: now within a run's body, W outside and for deferred
//     operations. What was stamped k ticks ago has age k.
//   - A window is the ages below a width: now - last, at most maxAge, where
//     last is the now of the observer's run before.
//
// # What it reports
//
// Added and changed live beside the value, so they go with it and prove that
// it is there. Removals are events, readable in their own frame and the next.
// Creation is one stamp per entity. A system sees what others did since it last
// began, in the same frame too; of its own, what it does in the present run,
// and what it had deferred.
//
//	tick   5        6                     7           8
//	       run A    frame end             run B       run A: now 8, last 5, width 3
//	       writes x         spawned: y    writes z
//	stamp  x=5              y=7 ········· z=7         sees y (age 1) and z (age 1),
//	                                                  not its own x (age 3)
//
// (The frame end takes tick 6; y is stamped 7 because W stands there, and run B
// takes that same tick.)
//
// # Layout
//
//	W: 64 bits, from 2^32 + the first tick. Its low 32 bits are what is stamped.
//
//	beside the column, row by row, moved by the storage with the value
//	    [added]   u32 u32 u32 …       no column for a kind that is not opted in
//	    [changed] u32 u32 u32 …
//	created   index>>12 ──▶ [4096]u32
//	removals  internal/removal, two frames, 64-bit stamps
//
// # Invariants
//
//  1. Between runs, and within a run seen from its now, every 32-bit stamp is
//     younger than 2^32 ticks, so that a 32-bit difference is its age. A scan,
//     each time that scanPeriod ticks have passed since the world's first, gives
//     what is older than maxAge the age maxAge; from there an age cannot reach
//     2^32 before the next scan, for maxAge + 2·scanPeriod is 2^32. The second
//     period is room for one run, which is not interrupted by a scan.
//  2. No window is wider than maxAge, so a clamped stamp is as invisible as a
//     true one.
//  3. Last runs, moments and removals have 64 bits and are never clamped: where
//     the 32-bit rule speaks of min(age, maxAge), the width is the minimum.
//
// # Costs
//
// Eight bytes a value with both kinds. A mark is a store, over a chunk a fill;
// asking is a scan of every row of every matching table, whether anything
// changed or not: this model has no summary. Every scanPeriod ticks one pass
// over all stamps.
//
// # Not done
//
// Bevy's DetectChanges wrappers, its change location tracking, and the cursors
// of its removal readers, which are windows here like everything else.
package ticks
