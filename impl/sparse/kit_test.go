package sparse

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
	}
}

// TestKit proves the storage by the kit.
func TestKit(t *testing.T) { ecstest.Run(t, pairs("sparse", New)) }

// TestKitTiny proves it with chunks of a few matches.
func TestKitTiny(t *testing.T) { ecstest.Run(t, pairs("tiny", NewTiny)) }

// TestKitGrouped proves it with groups over the kit's first components.
func TestKitGrouped(t *testing.T) {
	ecstest.Run(t, pairs("grouped", func(env driver.Env) driver.Storage {
		return &groupedStorage{Storage: newStorage(env, usual)}
	})[:3])
}

// groupedStorage groups components as soon as an entity is spawned.
type groupedStorage struct {
	*Storage
	done bool
}

func (g *groupedStorage) group() {
	if n := len(g.env.Schema.Components); !g.done && n >= 5 {
		g.done = true
		for _, set := range []driver.Mask{driver.MaskOf(0, 2), driver.MaskOf(1, 3, 4)} {
			if err := g.Group(&set); err != nil {
				panic(err)
			}
		}
	}
}

func (g *groupedStorage) Spawn(es []driver.Entity, set *driver.Mask, ch *driver.Chunk) (int, error) {
	g.group()
	return g.Storage.Spawn(es, set, ch)
}

func (g *groupedStorage) PrepareSpawn(set *driver.Mask) driver.Spawner {
	g.group()
	return g.Storage.PrepareSpawn(set)
}
