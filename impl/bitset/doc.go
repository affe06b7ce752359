// Package bitset stores components in columns that go by entity index, under
// masks that say who has what: the model of StaticEcs and specs. A query is an
// AND of words. Nothing ever moves: an entity keeps its rows while it lives,
// and gaining or losing a component is a bit.
//
// # Terms
//
//   - A block is 64 entity indices: one word of presence. A segment is 256, an
//     index chunk 4096. (Each multiple of 64 begins a block, and so on.)
//   - The presence of a component in an index chunk is 64 words under two
//     summaries of a bit a word: which words are not zero, and which are full.
//   - The top of a component is the set of the index chunks with any presence.
//   - The rows of an index chunk are its values of one component, by index.
//
// # Layout
//
//	column "Pos"   top      {0, 2}
//	               blocks   ▼        nil      ▼
//	               ┌────────────────┐   ┌────────────────┐
//	               │ summary, full  │   │                │   1 bit a word
//	               │ words [64]     │   │                │   1 bit an entity
//	               │ values ────────┼─▶ │ row 0 … 4095   │   grown 64, 256, 1024, 4096
//	               │ beside ────────┼─▶ │ stamps         │
//	               └────────────────┘   └────────────────┘
//	alive          the same without values: who lives
//	region         for each index chunk: its blocks by component, and for each segment
//	               which components anyone in it has
//	directory      the entry of a living entity is its handle, so that a page is
//	               the column of handles of its index chunk
//
// # Invariants
//
//  1. The place of a living entity is its index, and the living are those of
//     the directory.
//  2. Whoever has a component lives.
//  3. has[segment] holds exactly the components that someone in it has.
//  4. What presence, column and block say of themselves.
//
// # Costs
//
//   - A pass over a query: a few operations on summaries an index chunk, and
//     nothing more for full words. Where words are partial, an AND each and about
//     a nanosecond a match, once: the list of rows is kept with the query, 4 bytes
//     a match, until something in its index chunk changes. From records, an AND a
//     word and the list anew.
//   - Spawn, despawn, exchange of one entity: a bit and a value a component.
//     A despawn also asks for each component of the segment whether the entity
//     has it, so entities of a kind should stand together.
//   - The same for entities at consecutive indices: a word for 64 of them.
//   - What an entity has: a bit for each component that the segment has.
//   - Memory: the values of a component take rows for all indices up to the
//     highest holder of each index chunk. A few holders that are scattered over
//     all indices cost as much as if everyone had the component; this is the
//     model's own weakness.
//
// Blocks whose last holder went are kept for the next until Shrink, so that
// nothing is allocated in steady state.
//
// # Deliberately not done
//
// No archetypes, so nothing is kept a component set. No rows of 256 apart from
// those of their index chunk: a chunk of a query has one base a column, and
// the loop over 4096 rows is what this storage is for.
package bitset
