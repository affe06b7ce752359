package ecs

import (
	"errors"
	"math"
	"time"
)

// SystemGroup runs systems in order, some only every k-th step, some switched
// off. Each sees what came since it itself last ran: a system that sits out
// keeps its window open. A frame may run several groups, an update and a fixed
// update, say, and ends with World.EndFrame, which is the caller's.
type SystemGroup struct {
	world   *World
	members []*Member
	steps   uint64

	// Of fixed groups; see Fixed.
	step     time.Duration
	maxSteps int
	owed     time.Duration
}

// Member is a system in a group.
type Member struct {
	system *System
	body   func() error
	every  uint64
	off    bool
}

// SystemGroup makes an empty group.
func (w *World) SystemGroup() *SystemGroup { return &SystemGroup{world: w} }

// Add puts a new system at the end of the group.
func (g *SystemGroup) Add(name string, body func() error) *Member {
	m := &Member{system: g.world.System(name), body: body, every: 1}
	g.members = append(g.members, m)
	return m
}

// System is the member's system.
func (m *Member) System() *System { return m.system }

// Every makes the member run only at every k-th step of the group, the first
// among them; 0 and 1 are every step.
func (m *Member) Every(k int) *Member {
	m.every = uint64(max(k, 1))
	return m
}

// Switch turns the member on or off.
func (m *Member) Switch(on bool) *Member {
	m.off = !on
	return m
}

// Run makes one step. A system that fails does not keep the others from
// running; the error joins theirs.
func (g *SystemGroup) Run() error {
	var errs []error
	for _, m := range g.members {
		if m.off || g.steps%m.every != 0 {
			continue
		}
		if err := g.world.Run(m.system, m.body); err != nil {
			errs = append(errs, err)
		}
	}
	g.steps++
	return errors.Join(errs...)
}

// Fixed makes the group a fixed update: Advance runs it once for each step of
// time that has passed, but at most maxSteps times; the time of the steps that
// this skips is dropped, so that a slow frame does not make the next ones slower.
func (g *SystemGroup) Fixed(step time.Duration, maxSteps int) *SystemGroup {
	g.step, g.maxSteps = step, max(maxSteps, 1)
	return g
}

// Advance lets time pass for a fixed group and makes the steps that are due.
// It returns how many those were. Time does not go back: a negative one is none. A
// group that was not made Fixed has no steps to make, which is an error.
func (g *SystemGroup) Advance(elapsed time.Duration) (steps int, err error) {
	if g.step <= 0 {
		return 0, errors.New("the group has no fixed step")
	}
	g.owed += min(max(elapsed, 0), math.MaxInt64-g.owed)
	var errs []error
	for ; g.owed >= g.step && steps < g.maxSteps; steps++ {
		g.owed -= g.step
		if err := g.Run(); err != nil {
			errs = append(errs, err)
		}
	}
	g.owed %= g.step
	return steps, errors.Join(errs...)
}
