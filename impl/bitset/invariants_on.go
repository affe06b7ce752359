//go:build invariants

package bitset

// invariants says whether validate runs after every mutation.
const invariants = true
