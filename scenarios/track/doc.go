// Package track measures what it costs to know what changed: to mark it, to
// find it, to forget it.
//
//	density   find what changed, by share and place of the changes
//	bevy      find handles, in the workloads of Bevy's benchmarks
//	mark      mutable access one by one
//	read      reading one by one what is tracked
//	iterate   mutable access by a pass over everything
//	cycle     a frame of both: mark, find, end the frame
//	kinds     find what was added, removed or created
//	sets      find changes in one of many component sets
//	window    find what changed in many frames
//	cluster   find changes that lie together or not
//	observers find them, or be told of each
//	frame-end the end of a frame by itself
//	clear     forget what was marked
//	overflow  the scan that keeps ticks from wrapping
//	churn     despawn and spawn with all kinds tracked
//
// Marking is timed apart from finding: mark, iterate and churn mark, cycle and
// observers do both, the others find. What records take in memory stands with
// every cell.
//
// Unless a scenario says otherwise, a tracker is measured on the storage of the
// system that it comes from: ticks and frame on tables, bitmap on a bitset.
// frame-exact, which costs what frame does, is beside them where densities and
// whole frames are compared, and everywhere in preset full.
//
// # Steady state
//
// What is timed must be the same in every iteration. Marking is: a second mark
// writes the same stamp or sets the same bit again, at the cost of the first.
// Finding is, because the question is asked since a Moment that does not move,
// so that the same window stays open and nothing has to be marked again.
// Frames end inside the timed part only where the scenario says so.
//
// What is checked is that exactly the entities were found that were marked: how
// many they were, and the sum of their values, in all iterations together.
package track

import "ecslab/scenarios"

// Scenarios are the workloads of this package.
func Scenarios() []scenarios.Scenario {
	return []scenarios.Scenario{
		density, bevy, kinds, sets, window, cluster, mark, read, iterate, cycle, observers, frameEnd, forget, overflow, churn,
	}
}
