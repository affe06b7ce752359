// Package bitmap is the tracker `bitmap`: a bit per entity, kind and tick. The
// model is that of StaticEcs (2.1, 2.2), as its documents describe it.
//
// # Terms
//
//	tick   what one frame wrote; it can be read when the frame has ended
//	clock  cur, from 1; a frame end adds 1; what is marked now has the stamp cur+1
//	ring   one kind of one component: the layers of the ticks that are kept
//	slot   a place in a ring; B can be read, one is written
//	layer  what a ring wrote in one tick: a block for each index chunk touched
//	block  4096 bits, one for each entity of an index chunk, in 64 words, with a
//	       summary of the words that are not zero
//	view   the union of a ring's layers in a window, kept for the chunks of a pass
//
// # Layout
//
//	rings         slots (B = 3)                    layer                    block
//	created   ┌────┬────┬────┬────┐      blocks   dirty             Summary  Words
//	reborn    │ -1 │  0 │  w │ -2 │        nil      0             ┌────────┬─┬─┬─┬─┐
//	died      └────┴──┼─┴──┼─┴────┘         ●───────1────────────▶│ 64 bits│ │ │ │…│
//	Pos added         │    └─ write view   nil      0             └────────┴─┴─┴─┴─┘
//	Pos changed       └─────────▶ layer     ●───────1───▶ …
//	…             w: written now; 0: stamp cur; -1: stamp cur-1 …; no layer: nothing happened
//
// The slots of all rings turn together. A mark is an OR into the block that the
// write view has for the entity's index chunk; the first mark of a tick in an
// index chunk takes a block from the pool. At the end of a frame the layers
// written become readable where they are, and the slot that is written next
// gives its blocks back.
//
// # Windows
//
// A run sees the stamps after the end of its last run, up to cur, so that every
// system sees a mark from the next frame on and no two of them differ. Only the
// last B stamps are there: a system that sleeps longer misses what came before
// (overflow clamp) or gets an error (overflow error). So B must be at least the
// tick rate divided by the rate of the slowest system: 60 ticks a second and a
// system that runs ten times a second want a ring of 6.
//
// Bits never cancel one another. An entity to which a component was added and
// then taken away in one tick has both bits, so that a record never proves
// presence.
//
// # Clean bits on reused indices
//
// A new entity on an old index must not show what its predecessor did (the
// published implementation lets it). Nothing is erased for that: the ring
// reborn notes in which tick an index was given out again, and a window is read
// from its oldest slot to the one being written as
//
//	acc = acc &^ reborn[slot] | bits[slot]
//
// where the steps after the window's end only clean. It costs nothing where no
// index was reused. This leaves what was marked before the death in the very
// tick of the rebirth. The directory is asked to hold a released index back
// until the frame ends; where it does not, the ring died, kept for one tick,
// tells that the write views must be erased, block by block.
//
// # Invariants
//
//  1. A ring's write view is the blocks of its layer in the write slot, nil
//     without a layer.
//  2. The summary of a block is its words that are not zero; dirty has exactly
//     the chunks with a block; touched has every ring with a layer in the slot.
//  3. A pooled block is zero; a pooled layer has no blocks.
//  4. Slots that are not in the last B ticks, and not written now, do not exist:
//     a slot is emptied before it is written again.
//  5. high is above every index that was ever born, so that an index at or above
//     it has no bits.
//  6. Clear leaves reborn alone: a predecessor's bits of rings that are not
//     cleared must not come back.
//  7. A view stands only while nothing that can be read changes: frame ends,
//     rebirths, Clear, Load and Reset drop all views.
//
// # Costs
//
// Measured by the benchmarks of this package on a shared 2-core virtual machine
// with Go 1.26; a floor is an OR, or a test, in one flat array of words.
//
//	mark, consecutive indices       a store a word: 0.01 ns an entity
//	mark, neighbours side by side   0.6 × floor: eight are looked at at once
//	mark, shuffled                  2.3 × floor: the block is looked up each time
//	single mutable access           an OR in the write view, no call of the tracker
//	frame end, nothing marked       10 to 20 ns, whatever the number of rings
//	first mark in an index chunk    30 to 40 ns, with the frame ends that turn and wipe it
//	nothing in the window           3 to 5 ns a question, a load a slot of the window if the
//	                                ring has older records; the same from 1 k to 1 M entities
//	Words, one tick                 a copy; with the scan of 1 % scattered about the scan alone
//	Words, eight ticks              two passes over 64 words of four blocks each
//	Filter, consecutive indices     a shift a word: 0.005 ns an entity
//	Filter, shuffled                about the floor: a bit test a match
//	birth, death                    an OR each, and one more if the index may be stale
//
// A block takes 520 bytes and serves one ring, one tick and one index chunk.
// Memory that lay unused for 64 ticks is left to the collector.
//
// # Not done
//
// Removed is not recorded for entities that die, for dead entities are never
// reported. There is no record per value and no order among the marks of a
// tick. Marking from several goroutines at a time is not supported: the world
// marks a chunk before a worker gets it.
package bitmap
