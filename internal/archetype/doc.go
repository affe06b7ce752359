// Package archetype keeps rows of components in tables: the machinery that the
// storages share which keep entities with the same components together.
//
// # Terms
//
//   - A set is a set of components; a Graph numbers the sets that were met and
//     knows the way from one to another.
//   - A table keeps, for the components of one set, the values of its
//     entities, one entity a row.
//   - A column is one array of a table: the values of a component, or one of the
//     tracker's uint32 columns beside them. A tag has no values.
//   - A chunk is a stretch of rows, up to 4096, in which every column is one
//     array. A table is a list of chunks.
//   - An archetype is the set of all components that an entity has. Where every
//     component lies in tables, archetype and table are the same and a SetID is
//     a TableID. Where some lie elsewhere, several archetypes share a table: then
//     there are two graphs, one of archetypes and one of tables, and the tables
//     know nothing of the archetypes.
//
// # Layout
//
//	directory:  place = chunk id │ row (12 bits)
//	                       │
//	Store.chunks  ─────────▼
//	                 ┌───────────┐ table ──▶ Table: set, columns, chunks
//	                 │ Chunk     │ entities ─▶ [ e0 e1 e2 … ]
//	                 │ n, cap    │ bases[0] ─▶ [ v0 v1 v2 … ]   values of the first component
//	                 │ run,first │ bases[1] ─▶ [ s0 s1 s2 … ]   a tracker's column beside them
//	                 └───────────┘ bases[2] ─▶ …
//
// A chunk id is the store's, not the table's: a chunk can go from one table to
// another, and the places of its entities stay right.
//
// # Invariants
//
//  1. All chunks of a table are full (n = the store's rows) but the last, its
//     tail. Only a table without rows has an empty chunk, and only one.
//  2. The entity in row r of chunk c has the place c.id<<12 | r.
//  3. Values with pointers are zero in all rows from n on. Pointer-free values
//     are zero in all rows from clean on; what lies between n and clean is
//     cleared when a row is given out again.
//  4. run is true only if the entities' indices are first, first+1, …; it is
//     true for a chunk of one row.
//  5. shape changes whenever a chunk comes to have rows, stops having any, or
//     changes its table. While it stands, the list of chunks with rows stands.
//  6. Lookups have the bases of every chunk that a place can name.
//
// # Costs
//
// Spawn, despawn and a move touch one row of each column, and one more where a
// hole is filled from the end of the table. Batches do the same by ranges of
// rows, and a chunk whose rows all move, or most of them, changes its table
// instead. A table's first chunk starts with 4 rows and grows seven times by
// copying; no chunk of full size is ever copied. Making a table allocates no rows.
//
// # Not done
//
// Rows are not kept in any order, chunks that lose rows are not merged with
// others than their table's tail, and tables are never taken away: an empty one
// costs some hundred bytes after Shrink.
package archetype
