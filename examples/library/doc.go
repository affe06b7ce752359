// Package library uses one storage as a plain library: packages ecs and
// impl/table, and nothing of the suite around them. A tracker is one argument
// more; without one, nothing is tracked and nothing is paid.
package library
