//go:build invariants || race

package bench

const countAllocs = false
