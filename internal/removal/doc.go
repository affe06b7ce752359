// Package removal keeps removals as events: which entity lost a component, and
// when. Trackers whose model has an event per removal share it.
//
// # Terms
//
//   - An event is one removal: the handle, which may no longer live, and a stamp.
//   - A stamp is a time on the tracker's clock; all that is asked of it is that
//     it never falls. A window is the stamps after a bound, for no event can
//     be younger than now.
//   - A generation of events is what came in one frame. The present one and a
//     fixed number before it are kept.
//
// # Layout
//
//	Log ─▶ component ─▶ ring of generations, the oldest dropped whole at a frame end
//	             │        [e s][e s][e s] │ [e s] │ (empty) │ [e s][e s] ◀─ present
//	             └─────▶ Sets: the living entities with an event after a bound,
//	                     a bit per entity index, for the bounds last asked for
//
// A ring of two is Bevy's double buffer; a ring of four is Estella's list, of
// which frame N drops what is older than N-2 at its end.
//
// # Invariants
//
//  1. Stamps never fall from one event to the next of a component, the
//     generations taken from oldest to youngest. So a window is a suffix, found
//     by binary search.
//  2. A Set is right for the version of the log at which it was built. Each
//     event, drop, clear, load and death raises the version; a birth does not,
//     for a new handle has no events, and its index went out of the Sets when
//     the version rose with the death of the one before.
//
// # Costs
//
// An event is an append of 16 bytes, a frame end one slice header a component.
// A list of a window costs its events. A Set costs its events once, each with a
// look whether the entity lives, and then a chunk of matches with consecutive
// indices a shift a word, another chunk a bit test a match. Nothing is kept by
// entity, so a component without removals takes no memory.
package removal
