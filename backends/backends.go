// Package backends is the one list of storage × tracker pairs that exist here.
// A new storage or tracker is one line in it.
package backends

import (
	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/impl/bitset"
	"ecslab/impl/hybrid"
	"ecslab/impl/sparse"
	"ecslab/impl/table"
	"ecslab/tracker/bitmap"
	"ecslab/tracker/frame"
	"ecslab/tracker/ticks"
)

var storages = []struct {
	name string
	make func(driver.Env) driver.Storage
}{
	{"table", table.New},
	{"sparse", sparse.New},
	{"hybrid", hybrid.New},
	{"bitset", bitset.New},
}

var trackers = []struct {
	name string
	make func(ecs.Options) driver.Tracker
}{
	{"none", nil},
	{"ticks", func(o ecs.Options) driver.Tracker { return ticks.New(o.Clock) }},
	{"bitmap", func(o ecs.Options) driver.Tracker { return bitmap.New(o.Ring, o.OverflowError) }},
	{"frame", func(ecs.Options) driver.Tracker { return frame.New(false) }},
	{"frame-exact", func(ecs.Options) driver.Tracker { return frame.New(true) }},
}

// All are the pairs, storage by storage.
func All() []ecs.Backend {
	var list []ecs.Backend
	for _, s := range storages {
		for _, t := range trackers {
			list = append(list, ecs.Backend{Storage: s.name, Tracker: t.name, NewStorage: s.make, NewTracker: t.make})
		}
	}
	return list
}
