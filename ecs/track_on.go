//go:build !notrack

package ecs

// Tracking is false in a program built with the tag notrack: every branch on a
// tracker is then compiled out, so that "free when not used" can be measured
// as two binaries. Worlds of such a program have no tracker.
const Tracking = true
