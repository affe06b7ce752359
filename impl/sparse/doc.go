// Package sparse is the storage that keeps every component in a sparse set of
// its own, as EnTT does and Bevy for its sparse-set components.
//
// # Terms
//
//   - A set is package sparseset's: the members of one component, dense by row.
//   - A signature is the components of an entity as bits, by entity index.
//   - A query is driven by a source, the smallest set that all matches are in.
//   - A stretch is rows of the source whose entities stand in the same order in
//     other sets. Its columns are dense.
//   - A selection is what a pass found: stretches, and lists of rows. It is kept
//     and walked again while no set that it depends on has changed.
//   - A proof is that a block of rows of the source and as many of another set
//     had the same members in given versions.
//   - A group is some components whose sets are kept in the same order, the
//     entities that have all of them in front.
//
// # Layout
//
//	signatures   index ─▶ 1 bit a component     what has e? which sets lose it?
//	set A        index ─▶ row ─▶ e, value       where is A of e?
//	set B        index ─▶ row ─▶ e, value
//	             ├── group of A and B ──┤
//	A            a  b  c  d  e  f  g  h │ x  y
//	B            a  b  c  d  e  f  g  h │ z
//
// # Invariants
//
//  1. The directory place of an entity is its index, so that a directory entry
//     equals the handle and a directory page serves as an entity column.
//  2. A signature bit is set exactly where the set has the entity; an index
//     without a living entity has no bits.
//  3. A set belongs to one group at most. Members of a group are exactly the
//     entities that have all of its components, and stand in the rows below
//     its length in all of its sets, in the same order.
//  4. A kept selection is used only while the versions of all sets that the
//     query names are those with which it was begun.
//
// # Cost
//
// Adding or removing a component touches its set and one signature word,
// whatever else the entity has. Despawning costs that for each component. A
// first pass over a query compares entity lists (0.2 ns a row and set), or,
// where the orders differ, looks each row up (about 1 ns a row and set); later
// passes over the kept selection cost nothing but the loop. After a change in
// one place only the blocks that changed are compared again. All selections
// together keep at most two rows (8 bytes) for each value of the world, and 256
// KiB; what is beyond is found anew at each pass.
//
// # Not done
//
// No nested or partial groups, and no sorting of a set by another. A query that
// implies no presence walks the directory anew at each pass.
package sparse
