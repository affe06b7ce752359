// Package ecstest proves a backend right, ours or a stranger's. A test of an
// outside module is:
//
//	func TestBackend(t *testing.T) { ecstest.Run(t, backends.Of("mine", mine.New)) }
//
// Those are the pairs with every tracker of ecslab. A storage alone is
//
//	ecstest.Run(t, []ecs.Backend{{Storage: "mine", Tracker: "none", NewStorage: mine.New}})
//
// and is asked for columns beside its values as well, but what a tracker reads there
// through the fast paths only a tracker can tell.
//
// Three judges are used, and none of them shares code with what it judges:
//
//   - a model of Go maps holds which entity has which component with which value;
//   - the same tracker on the naive storage, given the same operations, must
//     give the same answers to every tracked question (Sequence);
//   - traces made at random, with the answers that the oracle of package model
//     computes from the documents alone, are replayed (Traces).
//
// Everything is done first without the backend's fast paths and, where that is
// right, with them; go test -v says which were found. Each optional interface of
// package driver is checked: a test tells one lie of each. A failure prints the seed
// and the shortest sequence, or trace, that was found to fail from there. Where a
// storage breaks the letter of the contract (a chunk of Spawn that is not dense, a
// match that comes twice), the message names the method and the promise. A storage
// that can be full has a check of its own (Full).
//
// # What a failure says
//
// The operations are listed, the last one being that which failed; a shrunk sequence
// has few. Entities are numbered in the order of their spawn, across worlds; a handle
// is index:generation. Where the numbers of the components are apart, no entity has
// what is registered between them. They are
//
//	pair {X, Y float64}   small int8   string   padded {uint8; uint64; [3]byte}
//	wide [300]byte        slice []uint64        linked {*uint64; [40]byte}
//	func func() uint64    map map[string]uint64 three [3]uint64
//	mark, flag: tags
//
// of which small, slice, flag and three ask for a sparse set. A value is told by the
// number that it is made from, 0 being the zero value. An exchange adds components
// (zero where they were lacking), sets others (with values) and removes others. A
// query is (all {…} none of {…} any of {…} perhaps {…} writing {…} [tracked terms]),
// in which what is "perhaps" there is a Maybe column, and "or:" says that any of and
// the tracked terms are alternatives.
package ecstest
