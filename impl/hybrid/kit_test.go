package hybrid

import (
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest"
	"ecslab/tracker/bitmap"
	"ecslab/tracker/frame"
	"ecslab/tracker/ticks"
)

// pairs are a storage with every tracker.
func pairs(name string, storage func(driver.Env) driver.Storage) []ecs.Backend {
	return []ecs.Backend{
		{Storage: name, Tracker: "none", NewStorage: storage},
		{Storage: name, Tracker: "ticks", NewStorage: storage,
			NewTracker: func(o ecs.Options) driver.Tracker { return ticks.New(o.Clock) }},
		{Storage: name, Tracker: "bitmap", NewStorage: storage,
			NewTracker: func(o ecs.Options) driver.Tracker { return bitmap.New(o.Ring, o.OverflowError) }},
		{Storage: name, Tracker: "frame", NewStorage: storage,
			NewTracker: func(ecs.Options) driver.Tracker { return frame.New(false) }},
		{Storage: name, Tracker: "frame-exact", NewStorage: storage,
			NewTracker: func(ecs.Options) driver.Tracker { return frame.New(true) }},
	}
}

// where are storages in which components lie otherwise than they say.
var where = map[string]func(*driver.Component) bool{
	"in tables": func(*driver.Component) bool { return false },
	"in sets":   func(*driver.Component) bool { return true },
	"the other": func(c *driver.Component) bool { return !c.Sparse },
	"by turns":  func(c *driver.Component) bool { return c.ID%2 == 0 },
}

// TestKit proves the storage by the kit.
func TestKit(t *testing.T) { ecstest.Run(t, pairs("hybrid", New)) }

// TestKitTiny proves it with chunks of a few matches.
func TestKitTiny(t *testing.T) { ecstest.Run(t, pairs("tiny", NewTiny)[1:3]) }

// TestKitElsewhere proves it with components in other places.
func TestKitElsewhere(t *testing.T) {
	for name, lies := range where {
		ecstest.Run(t, pairs(name, func(env driver.Env) driver.Storage {
			return newStorage(env, limits{rows: 7, stretch: 2, block: 2, kept: 1 << 16, lies: lies})
		})[1:2])
	}
}

func TestTraces(t *testing.T) {
	ecstest.Traces(t, pairs("hybrid", New), 10, 120)
	ecstest.Traces(t, pairs("tiny", NewTiny), 10, 120)
}
