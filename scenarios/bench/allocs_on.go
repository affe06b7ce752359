//go:build !invariants && !race

package bench

// countAllocs: checks of invariants and the race detector allocate themselves.
const countAllocs = true
