// Package sparseset keeps one component's values in a sparse set: the model of
// EnTT's storages and of Bevy's sparse-set components. The storages sparse and
// hybrid are made of it.
//
// # Terms
//
//   - A member is an entity that has the component.
//   - The dense side is parallel arrays by row: entities, values, the tracker's
//     uint32 columns. Rows 0 … Len-1 are in use, without holes.
//   - The sparse side finds a member's row by its entity index: a root slice of
//     pages of 4096 entries, taken when the first member of their range comes and
//     given back by Shrink.
//   - The run is the longest known prefix of rows with consecutive indices.
//
// # Layout
//
//	sparse                                     dense
//	pages[index>>12] ─▶ entry[index&4095]      row   entities  values  beside
//	                    generation:32 │ row:32 ──▶ 0   e         v       s s
//	no member: 0 │ NoPlace                         1   e         v       s s
//	no page:   driver.DeadPage()                   …   (reserved: see 2)
//
// An entry has the shape of a directory entry, so one load answers whether a
// handle is a member's, alive, and where its value lies; driver.Lookup reads
// the pages as they are.
//
// # Invariants
//
//  1. entry(entities[r]) is the generation of entities[r] and the row r; all
//     other entries are absent.
//  2. Values from row Len on are zero, but for those below row dirty: a batch that
//     goes leaves them, if they have no pointers, and they are cleared when their
//     rows are used again, unless another batch writes them all.
//  3. The dead page is never written. After Shrink all others have members.
//  4. Version changes whenever membership or order does, and a block of 256 rows
//     carries the version with which one of its rows last lost its member to
//     another or to nobody.
//  5. Rows below the run have consecutive indices.
//  6. A watched Lookup shows the pages and the arrays as they are.
//
// # Cost
//
// Append, Remove, Row: O(1), no allocation in steady state; arrays double.
// Batches that stand in consecutive rows are moved and cleared as ranges.
//
// # Not done
//
// Values are contiguous and move when the array grows: in chunks of their own
// a column could not be addressed from one base. There is no tombstone mode:
// removal swaps, so order is not kept.
package sparseset
