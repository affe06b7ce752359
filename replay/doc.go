// Package replay reads and runs the trace language: a plain-text workload that runs on every
// storage backend with every tracker and checks what it expects.
//
// Parse turns the text into a File, a syntax tree whose names are small indices, and refuses as
// a SyntaxError all that the text alone can show to be wrong. File.Format is its inverse. Run runs
// a File on a backend and says whether all answers were as expected; Time measures it on several,
// and Survey counts what it does.
//
//	text ──Parse──▶ File ─┬─ Settings, Components, tables of names
//	                      └─ Body: []Stmt ─ run and repeat hold a Body of their own
//	text ◀─Format─┘         │
//	                     compile, once against a world
//	                        ▼
//	                 machine ─┬─ []step: one for each Stmt, with what it has prepared
//	                          ├─ []label: LABEL ─▶ the handles of what it names
//	                          ├─ marks, snapshots, the generator of samples
//	                          └─ Result: verdict, first Disagreement
//
// # Invariants of a parsed File
//
//  1. Every index (ComponentID, LabelID, ...) is within its table, or the No... constant where
//     its field allows it.
//  2. Values stand exactly as many as their component has fields; tags stand nowhere that docs/traces.md
//     forbids them.
//  3. Marks, snapshots, labels and components stand on an earlier line than their use; a member
//     a.N of a batch is below the sum of what earlier lines can have made.
//  4. Statements nest as docs/traces.md says, so an interpreter recurses at most 17 deep.
//
// # Invariants of a machine
//
//  1. An operation that gives an error has changed nothing: its label, its references and, of mut,
//     update and ref, every component of every entity are checked before anything is written.
//  2. A living entity is what its label names now; so the living are compared by handle, and only
//     the answers of removed, which can be dead, by name.
//  3. Queries, spawns and exchanges are prepared once for each set of components or terms, however
//     many statements of the file ask for the same.
//
// # Costs
//
// Parsing takes time and memory linear in the text: ranges and repetitions keep their short form.
// A step costs some nanoseconds beside the backend's work: an indirect call and a label looked up
// in a table. A reference to several entities asks each of its members whether it lives. A batch
// takes a handle of 8 bytes a member. Names are put together only where a disagreement is shown.
//
// # Not done
//
// A run is single-threaded, and what a backend does in its own goroutines is not waited for. A
// trace that asks for more memory or time than the machine has is not stopped.
package replay
