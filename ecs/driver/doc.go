// Package driver is the contract between the typed front end (package ecs)
// and the backends: what a storage and a tracker must implement, and the
// concrete values that cross between them. Callers of an ECS use package ecs;
// this package is for authors of backends.
//
// # Who does what
//
//	caller ─▶ ecs.World ──handles──▶ Directory   index → generation, place
//	             │  │
//	             │  └─chunks, blocks─▶ Tracker    when was what touched?
//	             └────prepared ops───▶ Storage    where do the values lie?
//
// The world owns the entity handles: it allocates, checks and releases them in
// a Directory, so a storage only ever sees handles that live. The world also
// does all marking: it hands the tracker the chunks that the storage hands
// out. A storage knows of tracking only that each component may have up to two
// uint32 columns beside its values (Tracker.Beside), which it moves with the
// values and never interprets.
//
// # Terms
//
//   - An entity is a 32-bit index with a 32-bit generation.
//   - A component is a registered Go type; a tag is one of size zero.
//   - A chunk is what a storage hands out at once: up to ChunkRows matches
//     with a Column per requested component. A column has rows of its own, for
//     in some storages one entity stands in different rows of different columns.
//   - A record is what a tracker remembers: that at some time a component of
//     an entity was added, changed or removed, or an entity created.
//   - An index chunk is a stretch of ChunkRows entity indices, 64 blocks of 64.
//
// # A chunk
//
//	          Cols[0] "Pos"        Cols[1] "Vel"          Entities
//	match k   row Rows[k]          row Rows[k]            row Rows[k]
//	          ┌──────┐             ┌──────┐               ┌──────┐
//	Base ───▶ │ row 0│   Base ───▶ │ row 0│     Base ───▶ │ row 0│
//	          │ row 1│             │ row 1│               │ row 1│
//	          └──────┘             └──────┘               └──────┘
//	Rows == nil: match k is row k; a chunk is dense when that holds for all.
//
// # Invariants
//
//  1. Dynamic dispatch happens once per structural operation, batch or chunk.
//  2. A pointer that crosses an interface points into something prepared
//     (an ecs.Query, a Spawner, an Exchange), never at a caller's variable:
//     what crosses escapes to the heap.
//  3. A storage is called by one goroutine at a time, but for Locate and the
//     lookups, which the workers of a parallel pass use together.
//  4. Rows that Spawn and Exchange hand out for gained components are zero, but
//     for what an Overwriter hands out.
//  5. What a Cursor has put into a Chunk stays valid until the next call with
//     the same Chunk, and no longer than the structure stays as it is.
//  6. The structure does not change while a pass over a query is open; the
//     world sees to it.
//
// # A new storage
//
// The required part is the eight methods of Storage and the two of Cursor.
// Everything else (prepared spawns and exchanges, inlined random access,
// starting from records) is optional, found by type assertion when an
// operation is prepared, with a correct default in package ecs. Package
// ecs/ecstest proves a storage right, with fast paths on and hidden.
package driver
