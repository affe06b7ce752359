// Package flat is a storage written outside of ecslab: one array for each
// component, indexed by entity, and one number for each entity that says which
// components it has.
//
// # Layout
//
//	index        0    1    2    3    4              sets
//	set          1    2    0    2    1              0  nobody lives
//	handles     e0   e1    ·   e3   e4              1  {Pos}
//	Pos         p0   p1    ·   p3   p4              2  {Pos, Vel}
//	Vel          ·   v1    ·   v3
//
// Component sets that have been met are numbered. A query keeps one byte for
// each number, whether it matches, and walks the numbers of the entities; an
// exchange writes another number. Nothing ever moves but when an array grows.
//
// # Invariants
//
//  1. set[index] is 0 exactly where no entity with that index lives.
//  2. Every component of set[index] has a column with more than index rows.
//  3. A row that nobody has holds no pointers.
//
// # Costs
//
// Add and remove cost one store and the zeroing of a value. A pass costs a byte
// look-up for every index that was ever used, whoever matches, and a component that
// one entity in a thousand has takes the memory of a thousand.
//
// Deliberately not here: the fast paths of the contract (prepared spawns and
// exchanges, Lookup, starting from records), giving memory back.
package flat
