// Package backends is the one list of storage × tracker pairs that exist here.
//
//	table    archetype tables                     ┐     ┌  none         nothing is tracked
//	sparse   a sparse set for each component      │     │  ticks        two ticks beside each value
//	hybrid   tables, and sparse sets as declared  ├  ×  ┤  bitmap       a bit an entity, kind and frame
//	bitset   columns under presence masks         ┘     │  frame        frame numbers by entity index
//	                                                    └  frame-exact  the same, without its losses
//
// A pair is an [ecs.Backend]: names, and functions that make storage and tracker
// of a new world. A program that wants one storage needs no list; it hands it to
// the world itself, as examples/library does:
//
//	w := ecs.NewWorld(table.New, nil, ecs.DefaultOptions())
//
// A new storage or tracker is one line in this package. Nothing else names
// them all: tests, traces, scenarios and reports take the list. That it is a
// list of functions also keeps the compiler from seeing which storage a
// measured loop runs on, as no user's program lets it.
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
		list = append(list, Of(s.name, s.make)...)
	}
	return list
}

// With are all pairs and those of one more storage, with every tracker.
func With(name string, storage func(driver.Env) driver.Storage) []ecs.Backend {
	return append(All(), Of(name, storage)...)
}

// Of are the pairs of a storage, with every tracker.
func Of(name string, storage func(driver.Env) driver.Storage) []ecs.Backend {
	var list []ecs.Backend
	for _, t := range trackers {
		list = append(list, ecs.Backend{Storage: name, Tracker: t.name, NewStorage: storage, NewTracker: t.make})
	}
	return list
}
