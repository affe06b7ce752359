package archetype

import "ecslab/ecs/driver"

// MakePlan is a plan that no exchange keeps.
func MakePlan(from, to *Table) Plan { return makePlan(from, to, new(arena[pair])) }

// NewMove likewise.
func NewMove(from, to *Table, add *driver.Mask) *Move { return new(Moves).New(from, to, add) }
