// Package migrate measures changing what entities have: adding a component and
// removing it again.
//
//	add-remove  one component more and back, by what the entities carry
//	toggle      the same with a component that is declared sparse
//	tag         the same with a tag, which has no value
//	swap        one component for another and back, in one move each
//	deferred    one component more and back, queued as commands, beside closures
//	edges       one tag more and back, carrying only tags
//	cold        the first move from each of many component sets
//	unprepared  one tag more and back, with nothing prepared
//	chain       through many component sets and back, one component at a time
//	turnover    a component that comes and goes at a share of the world in a frame
//	archetypes  an entity walks through component sets that are all new
//	arrivals    the same with queries asked behind every step
//
// In tables the entity moves to another table each time and takes what it
// carries along; in sparse sets and bitsets nothing else is touched. An
// iteration does it for all entities, and then undoes it for all: the unit is
// both moves of one entity together, unless a scenario says otherwise.
//
// The component that comes is not written, so it must be zero; the floors set
// it to zero. What is checked: all of the entities have it after they were
// given it, zero, and none after it was taken away; and what they carry is
// unchanged.
package migrate

import "ecslab/scenarios"

// Scenarios are the workloads of this package.
func Scenarios() []scenarios.Scenario {
	return []scenarios.Scenario{addRemove, toggle, tag, swap, deferred, edges, cold, unprepared, chain, turnover, archetypes, arrivals}
}
