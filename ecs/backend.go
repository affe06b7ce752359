package ecs

// Backend is one storage × tracker pair that worlds can be made of. Lists of
// backends (ours is package backends; an outside module has its own) are what
// the conformance kit, the scenarios and the harness are given, so that none
// of them names a backend.
type Backend struct {
	Storage string // "table", "sparse", …: the /backend= of a benchmark name
	Tracker string // "none", "ticks", "bitmap", …: the /track= of it

	// New makes an empty world. It is called through this field on purpose:
	// a construction that the compiler can see gets devirtualised, and the
	// benchmark would then measure a program that no user has.
	New func(Options) (*World, error)
}

// Pair is the backend's name, "table/ticks".
func (b Backend) Pair() string { return b.Storage + "/" + b.Tracker }
