// Package replay reads the trace language: a plain-text workload that runs on every storage
// backend with every tracker and checks what it expects.
//
// Parse turns the text into a File, a syntax tree whose names are small indices, and refuses as
// a SyntaxError all that the text alone can show to be wrong. File.Format is its inverse.
//
//	text ──Parse──▶ File ─┬─ Settings, Components, tables of names
//	                      └─ Body: []Stmt ─ run and repeat hold a Body of their own
//	text ◀─Format─┘
//
// Invariants of a parsed File:
//
//  1. Every index (ComponentID, LabelID, ...) is within its table, or the No... constant where
//     its field allows it.
//  2. Values stand exactly as many as their component has fields; tags stand nowhere that TRACE.md
//     forbids them.
//  3. Marks, snapshots, labels and components stand on an earlier line than their use; a member
//     a.N of a batch is below the sum of what earlier lines can have made.
//  4. Statements nest as TRACE.md says, so an interpreter recurses at most 17 deep.
//
// Parsing takes time and memory linear in the text: ranges and repetitions keep their short form.
package replay
