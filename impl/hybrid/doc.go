// Package hybrid is the storage in which each component says where it lies, in
// tables or in a sparse set, as in Bevy and flecs: what is iterated lies dense,
// and what comes and goes does not move the rest.
//
// # Terms
//
//   - Those of package internal/archetype for tables, rows and chunks, and those
//     of package internal/sparseset for sets and members.
//   - A table keeps the components in tables of its entities; every entity has a
//     row in one, if only in that of no components.
//   - A signature is the components in sparse sets that an entity has. It is
//     numbered as it is met; number 0 is the empty one.
//   - An archetype is a table with a signature: several share a table.
//   - A turn is what an exchange does to the signature of an entity, a move what
//     it does to its row.
//
// # Layout
//
//	directory   index ─▶ chunk │ row         where is e in its table?
//	signatures  index ─▶ number              which sparse components has e?
//	table 1     row   ─▶ e, Pos, Vel
//	table 2     row   ─▶ e, Pos
//	set Frozen  index ─▶ row ─▶ e, value     where is Frozen of e?
//
// # Invariants
//
//  1. Set i of the graph of tables is the set of table i of the store, and has no
//     component that lies in a sparse set.
//  2. The signature of an entity has exactly the components in whose sets it is;
//     an index without a living entity has the empty one.
//  3. A page of signatures that is not noPage belongs to one index chunk.
//  4. moves is another number after anything that changed a table.
//  5. What a cursor has kept is used only while moves and the versions of the
//     sets that its query names are those with which it was begun.
//
// # Costs
//
// What concerns components in tables only costs what it costs in the storage
// table: signatures are not looked at, so that a chunk can change its table with
// all its rows, which numbers of whole archetypes, beside the rows or by index,
// would not allow. Adding or removing a component in a sparse set touches its
// set and one number, whatever else the entity has. A query over tables is that
// of the storage table. One that names sparse components either walks the
// matching tables and looks each row up in the sets, or, where one set has far
// fewer members than there are rows, starts from those, or, where nobody looks
// at the tables' columns, walks a set. To look up costs about 1 ns a row and set.
// Where rows and members stand in the same order, entity lists are compared
// instead, at 0.2 ns a row, and the chunk is dense. What a pass found is kept
// while nothing changes, and then costs nothing but the loop.
//
// # Not done
//
// Archetypes themselves have no number and no list of entities, so that a query
// cannot skip the signatures that do not match. Sets are not sorted by tables.
package hybrid
