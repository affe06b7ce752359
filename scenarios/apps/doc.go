// Package apps measures whole frames, in which several systems work on one
// world: what single operations cost is elsewhere; here it shows what of that
// matters.
//
//	healthbars  movement, damage to some, bars redrawn
//	netsync     changes sent at 60, 20 and 1 Hz
//	transforms  a tree of transforms, few or many of which move
//	writes      the same with several writes an entity and frame
//	extract     transforms copied to a renderer
//	bullets     many short lives
//	effects     status effects that come and go
//	children    finding and changing whose child something is
//	mixed       twenty systems in two groups
//
// The unit is a frame, and the frame ends inside of what is timed. Trackers
// that show changes a frame late draw, send or copy a frame late; what is
// checked is the state after a last frame in which nothing happens any more.
//
// Which entities something happens to goes round in a fixed random order, so
// that all of them have their turn and an oracle can count the turns.
package apps

import "ecslab/scenarios"

// Scenarios are the workloads of this package.
func Scenarios() []scenarios.Scenario {
	return []scenarios.Scenario{healthbars, netsync, transforms, writes, extract, bullets, effects, children, mixed}
}
