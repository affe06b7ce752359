package spawn

import (
	"ecslab/ecs"
	"ecslab/scenarios"
)

// single: the world is emptied, and n entities are spawned one by one; two of
// their components are written at once, the others stay zero. It is what code
// does that reacts: a shot, a hit, an arrival.
var single = scenarios.Scenario{
	Name:       "spawn/single",
	Doc:        "What does it cost to spawn an entity by itself and write its values?",
	Source:     "go-ecs-benchmarks, create 2 and 10 components; Bevy, spawn; claim B6.6",
	Parameters: spawnParameters,
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		return spawnFamilies(p, backends, "spawn/single", func(f *flock) {
			must(f.world.Reset())
			f.single(f.es, 0)
		})
	},
}

// batch: the world is emptied, and n entities are spawned in one call, their
// values written a chunk at a time. It is how a level is loaded.
var batch = scenarios.Scenario{
	Name:       "spawn/batch",
	Doc:        "What does it cost to spawn entities in one call and write their values?",
	Source:     "go-ecs-benchmarks, create 2 and 10 components; Bevy, insert_commands; claim B6.6",
	Parameters: spawnParameters,
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		return spawnFamilies(p, backends, "spawn/batch", func(f *flock) {
			must(f.world.Reset())
			f.batch(f.es, 0)
		})
	},
}

var spawnParameters = []scenarios.Param{
	{Key: "n", Value: "entities"},
	{Key: "components", Value: "components of each: a position and a velocity that are written, others that stay zero"},
	{Key: "bytes", Value: "size of each of the others"},
}

func spawnFamilies(p scenarios.Preset, backends []ecs.Backend, name string, step func(*flock)) []scenarios.Family {
	var out []scenarios.Family
	for _, at := range spawnPoints(p) {
		f := scenarios.Family{
			Scenario: name, Params: []scenarios.Param{scenarios.Int("n", at.n), scenarios.Int("components", at.components)},
			N: at.n, Unit: "entity", Bytes: float64(32 + (at.components-2)*at.bytes),
			Cells: append(spawnFloors(at.n, at.shape), cells(backends, "", at.n, at.shape, step)...),
		}
		if at.components > 2 {
			f.Params = append(f.Params, scenarios.Int("bytes", at.bytes))
		}
		out = append(out, f)
	}
	return out
}

type spawnPoint struct {
	n int
	shape
}

func spawnPoints(p scenarios.Preset) []spawnPoint {
	switch p {
	case scenarios.Quick:
		return []spawnPoint{{10000, pairOnly}}
	case scenarios.Standard:
		return []spawnPoint{{10, pairOnly}, {1000, pairOnly}, {10000, pairOnly}, {100000, pairOnly}, {10000, shape{10, 16}}}
	}
	var out []spawnPoint
	for _, n := range p.Sizes(nil, nil, []int{1, 10, 1000, 10000, 100000}) {
		out = append(out, spawnPoint{n, pairOnly}, spawnPoint{n, shape{10, 16}})
	}
	for _, n := range p.Sizes(nil, nil, []int{10000}) {
		for _, bytes := range []int{8, 64, 256} {
			out = append(out, spawnPoint{n, shape{3, bytes}})
		}
	}
	return out
}
