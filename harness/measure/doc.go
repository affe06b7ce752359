// Package measure is what a child process does: it measures one group of
// families, once, and writes a raw file to its standard output.
//
// The time pass takes the families in shuffled order, and each of them so:
//
//	build every cell, in shuffled order, with seeded padding between them
//	run each once and check it                         wrong ─▶ INCORRECT
//	collect garbage, switch the collector off
//	calibrate: iterations that fill the cell's time    once a run, then fixed
//	R+1 rounds: collect; each cell in shuffled order: warm, time
//	check each again                                   wrong ─▶ INCORRECT
//	close; throw the first round away; write
//
// A family that allocates by design is then measured again, each cell alone in
// the process and with GOGC=100, since what the collector costs is a part of
// its price; in the paired rounds the collector would mark the worlds of the
// other cells.
//
// The memory pass builds each cell alone and weighs it: live heap, objects,
// time of a forced collection, allocations per operation.
//
// A profile pass builds one cell, alone in the process, and runs it under the
// profiler of the runtime: CPU at 100 Hz under the labels family, cell and
// backend, or the heap with every allocation counted.
//
// Nothing but Kernel.Run stands between the two readings of the clock. Two
// readings cost about 50 ns together, a cell's round lasts at least 500 µs.
package measure
