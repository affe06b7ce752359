// Package profile reads what runtime/pprof wrote of one cell and says where
// time or memory went: functions with their own share and that of what they
// call, and a flame graph as one SVG file that needs nothing else.
//
//	bytes ─Parse─▶ Profile ─Top──▶ []Function    the names "go tool pprof -top" gives
//	                        └Flame─▶ SVG
//
// Terms: a sample is a stack with a value (nanoseconds of CPU time, bytes of
// live heap); flat is what a function's own instructions or allocations have,
// cum what those of its callees have too. Where the compiler inlined a
// function, it counts as a function all the same.
//
// Invariants:
//
//  1. A profile that Scrub has passed names no path of the machine: files are
//     import path and base name, as a build with -trimpath has them.
//  2. A function counts once in a sample's cum, however often it recurs.
//  3. The same profile gives the same tables and the same SVG.
//
// Deliberately not done: graphs, which need graphviz; sources, which need the
// tree. "go tool pprof" does both from the same files.
package profile
