//go:build !invariants

package ecs

// checking is true in a program built with the tag invariants: see handed.
const checking = false
