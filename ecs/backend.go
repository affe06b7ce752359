package ecs

import "ecslab/ecs/driver"

// Backend is one storage × tracker pair that worlds can be made of. Lists of
// backends (ours is package backends; an outside module has its own) are what
// the conformance kit, the scenarios and the harness are given, so that none
// of them names a backend.
//
// The constructors are called through these fields on purpose: a construction
// that the compiler can see gets devirtualised, and a benchmark would then
// measure a program that no user has.
type Backend struct {
	Storage string // "table", "sparse", …: the /backend= of a benchmark name
	Tracker string // "none", "ticks", "bitmap", …: the /track= of it

	NewStorage func(driver.Env) driver.Storage
	NewTracker func(Options) driver.Tracker // nil: none
}

// Pair is the backend's name, "table/ticks".
func (b Backend) Pair() string { return b.Storage + "/" + b.Tracker }

// New makes an empty world of the pair.
func (b Backend) New(o Options) *World {
	var t driver.Tracker
	if b.NewTracker != nil {
		t = b.NewTracker(o)
	}
	return NewWorld(b.NewStorage, t, o)
}
