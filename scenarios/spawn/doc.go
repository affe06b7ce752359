// Package spawn measures making entities and removing them.
//
//	fill     one by one or in one call, values written
//	created  the same with creation tracked and not
//	fresh    in one call, in a world that is new each time
//	despawn  one by one or in one call
//	churn    a tenth of the world replaced, as in every frame of a game
//	turnover a share of the world replaced, and all of it visited, in a frame
//	deferred queued as commands, beside a list of closures
//	cascade  a tree of entities removed with its root
//	reset    what fill spends on emptying the world
//
// # Undoing
//
// A workload that only spawned would not come back to where it began. fill
// empties the world by Reset before it spawns; that costs a little for each
// page of the directory and each chunk of the storage, but nothing for each
// entity. reset times it on an empty world of the same size, so that it can be
// subtracted. despawn spawns in one batch what it then despawns, which fill
// times by itself. churn and deferred need nothing of the kind.
//
// What is checked is the value of every entity that lives, and that no other
// does. Floors keep the values in slices, entity i in row i, and where
// entities come and go one by one a flag for each that lives and a stack of
// free rows.
package spawn

import "ecslab/scenarios"

// Scenarios are the workloads of this package.
func Scenarios() []scenarios.Scenario {
	return []scenarios.Scenario{fill, created, fresh, despawn, churn, turnover, deferred, cascade, reset}
}
