//go:build notrack

package ecs

// Tracking is false: this program was built with the tag notrack.
const Tracking = false
