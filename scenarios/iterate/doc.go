// Package iterate measures visiting entities: the loops that a game runs every
// frame over everything of a kind.
//
// Most of it is one workload, position += velocity over all that have both, in
// worlds of different shape:
//
//	pair         nothing else in the world, all in one order
//	first        the same, but something was spawned since the pass before
//	change       what first changes, without the pass
//	shuffled     velocities were given in another order than positions
//	archetypes   entities spread over many component sets
//	empty        beside component sets that match and are empty
//	beside       among ten times as many that do not match
//	grouped      the storage was asked to keep both in the same order
//	sparse-terms one or both components declared sparse
//	terms        with and without terms that all entities fulfil
//	disabled     a share of the entities disabled
//	holders      few of many entities have the components
//	placement    one of four kinds, spawned in different orders
//	forms        the convenient ways to write it
//	parallel     on several workers, with a body that costs something
//
// and beside it
//
//	components   a pass over 1 to 8 components
//	payload      a pass over one component, by its size
//	body         a pass whose body costs something
//	object       one component of many, beside an array of objects
//	suite        the passes of ecs_bench_suite
//	get          random access by entity
//	get-wide     the same to several components of each
//	none         a query that nothing matches, in a world of many archetypes
//
// What is timed is always whole passes: Open, every chunk, the two loops over
// its slices (see package ecs), exhaustion. What is checked is every single
// value: positions and velocities are small whole numbers, so that after k
// passes a position is exactly start + k·velocity, and an entity that was
// missed or visited twice shows.
//
// The floors are the same additions over two slices of the same structs, in
// one order. Where the storage cannot have them in one order, a second floor
// gathers through a list of indices.
package iterate

import "ecslab/scenarios"

// Scenarios are the workloads of this package.
func Scenarios() []scenarios.Scenario {
	return []scenarios.Scenario{
		pair, first, change, shuffled, archetypes, empty, beside, grouped, sparseTerms, terms, disabled, holders,
		placement, forms, parallel, components, payload, body, object, suite, get, getWide, none,
	}
}
