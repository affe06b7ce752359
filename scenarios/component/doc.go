// Package component holds the component types that scenarios of several
// packages use.
package component

// Position and Velocity are the pair of most workloads: two float64 each, as
// in go-ecs-benchmarks. Scenarios give them small whole numbers, so that any
// number of additions is exact and an oracle can say what they must be.
type (
	Position struct{ X, Y float64 }
	Velocity struct{ X, Y float64 }
)

// Health is what trackers are asked about. Its sums are of integers: a chain
// of float64 additions would take four cycles a value and hide the query.
type Health struct{ Points, Max int64 }

// Stun is what workloads add and remove.
type Stun struct{ Left, Strength float64 }
