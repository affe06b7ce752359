// Package ecs is the front end of an entity-component system whose storage and
// change tracker can be exchanged. A World is made of one of each (package
// backends lists ours); what is written against this package runs on all of them.
//
// # Terms
//
// An entity is a handle, an index with a generation. A component is a Go type
// registered with a world; a tag is one of size zero. A structural change
// (spawn, despawn, add, remove) moves entities about in the storage; writing a
// value does not. A system is code that asks what changed since it last ran.
//
// # Prepared operations
//
// Work is prepared once against a world and run many times, as a statement of
// a database is. What crosses the interface to a backend crosses once an
// operation, a batch or a chunk, never once an entity in a loop.
//
//	Query      conditions and views  ─▶ chunks
//	Spawner    views                 ─▶ entities, one or a batch
//	Exchange   adding, setting, removing, in one move: of one, a batch, or all matches of a query
//	Access     random access to one component by entity
//	Commands   structural changes and writes queued while a system runs
//
// # Loops
//
// A query hands out chunks. Each column of a chunk has rows of its own, because
// in sparse sets one entity stands in different rows of different columns; a
// chunk in which all columns go in step is Dense. A workload is two loops over
// plain slices:
//
//	pos, vel := ecs.Write[Pos](), ecs.Read[Vel]()
//	q, err := w.Query(pos, vel, ecs.None(ecs.Of[Frozen]()))
//	…
//	if err := q.Open(); err != nil { … }
//	for c := q.Next(); c != nil; c = q.Next() {
//		if c.Dense {
//			ps, vs := pos.Slice(c), vel.Slice(c)
//			for i := range ps {
//				ps[i].X += vs[i].X
//			}
//			continue
//		}
//		ps, pr := pos.Rows(c)
//		vs, vr := vel.Rows(c)
//		for k := range pr {
//			ps[pr[k]].X += vs[vr[k]].X
//		}
//	}
//
// The callback form (Each) and the range form (Range) are for convenience; the
// benchmark BenchmarkForms of this package measures what they cost:
//
//	form                    × the slice loop, pos += vel, table storage
//	slices, dense           1
//	slices, by rows         about 2
//	At of every match       about 3
//	Each2, a callback       about 4.5
//	Range2, an iterator     about 7
//
// # Tracking
//
// Component types opt in to the kinds added, changed and removed, by an option
// (Track) or by marker methods (TracksAdded, …); creation is tracked per world.
// What is marked when is the same on every tracker; when a mark is seen differs
// by model, and is documented with each tracker. Mutable access marks, written
// or not: Go has no hook on a write through a pointer.
//
// # Snapshots
//
// Save copies a whole world with its records and clocks, Load puts it back, on any
// storage; WriteTo and ReadSnapshot do so through a stream. SaveChunk and LoadChunk
// are for a part of the entities, without their records.
//
// # Invariants
//
//  1. A handle is valid from its spawn to its despawn and never again; a zero
//     or foreign handle never is.
//  2. While a pass over a query is open, a fill of a batch runs or a watcher is
//     told something, the structure cannot change (ErrOpen).
//  3. What is prepared belongs to one world, a view to one operation.
//  4. Pointers and slices into components are valid until the structure changes.
//  5. A mutable column marks every match of its chunk before the caller, or a
//     worker, gets the chunk.
//  6. Where one operation names several entities, either all live or nothing changes.
//
// A world is for one goroutine at a time; Query.Parallel is the exception.
//
// # Misuse
//
// Wrong use is an error, the same on every backend, and nothing has changed then:
// a handle that does not live (ErrDead), a structural change where invariant 2
// forbids it (ErrOpen), what another world or operation has (ErrForeign), a term
// that the operation cannot take (ErrTerm), nil and zero values where something
// prepared or a function is needed (ErrZero). Methods
// that return no error give nil or false for a handle that does not live, and panic
// for a zero value or a component that is not registered.
//
// A callback or a watcher may panic or leave its goroutine (runtime.Goexit): its
// pass ends, its run ends as ever, what its batch was still to do is not done, what
// it queued in a pass waits on, and the world is usable.
//
// What a loop would pay for is not checked: views on chunks of another operation or
// beyond their matches (programs built with the tag invariants do), pointers and
// slices kept over a structural change, two goroutines at once.
//
// Deliberately not here: a schedule graph, reflection over values, rendering,
// assets, input, relations.
package ecs
