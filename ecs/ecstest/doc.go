// Package ecstest proves a backend right, ours or a stranger's. A test of an
// outside module is:
//
//	func TestBackend(t *testing.T) {
//		ecstest.Run(t, []ecs.Backend{{Storage: "mine", Tracker: "none", NewStorage: mine.New}})
//	}
//
// Three judges are used, and none of them shares code with what it judges:
//
//   - a model of Go maps holds which entity has which component with which value;
//   - the same tracker on the naive storage, given the same operations, must
//     give the same answers to every tracked question (Sequence);
//   - traces made at random, with the answers that the oracle of package model
//     computes from the documents alone, are replayed (Traces).
//
// Everything is done twice, with the backend's fast paths and without. Each optional
// interface of package driver is checked: a test tells one lie of each. A failure
// prints the seed, and for a trace the shrunk trace itself. Where a storage
// breaks the letter of the contract (a chunk of Spawn that is not dense, a match
// that comes twice), the panic names the method and the promise.
//
// With a tracker, a pair needs a constructor of it too; the trackers of ecslab are
// those of package backends:
//
//	for _, b := range backends.All() {
//		if b.Storage == "table" {
//			b.Storage, b.NewStorage = "mine", mine.New
//			pairs = append(pairs, b)
//		}
//	}
package ecstest
