package spawn

import (
	"ecslab/ecs"
	"ecslab/scenarios"
)

// fill: the world is emptied, and n entities are spawned; two of their
// components are written, the others stay zero. In the form "single" they are
// spawned one by one, as code does that reacts: a shot, a hit, an arrival. In
// the form "batch" they are spawned in one call and written a chunk at a time,
// as a level is loaded.
var fill = scenarios.Scenario{
	Name:   "spawn/fill",
	Doc:    "What does it cost to spawn entities and write their values, one by one or in one call?",
	Source: "go-ecs-benchmarks, create 2 and 10 components; Bevy, spawn; claim B6.6",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "components", Value: "components of each: a position and a velocity that are written, others that stay zero"},
		{Key: "bytes", Value: "size of each of the others"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, at := range fillPoints(p) {
			f := scenarios.Family{
				Scenario: "spawn/fill", Params: []scenarios.Param{scenarios.Int("n", at.n), scenarios.Int("components", at.components)},
				N: at.n, Unit: "entity", Bytes: float64(32 + (at.components-2)*at.bytes),
				Cells: fillFloors(at.n, at.shape),
			}
			if at.components > 2 {
				f.Params = append(f.Params, scenarios.Int("bytes", at.bytes))
			}
			f.Cells = append(f.Cells, cells(backends, "single", at.n, at.shape, func(f *flock) {
				must(f.world.Reset())
				f.single(f.es, 0)
			})...)
			f.Cells = append(f.Cells, cells(backends, "batch", at.n, at.shape, func(f *flock) {
				must(f.world.Reset())
				f.batch(f.es, 0)
			})...)
			out = append(out, f)
		}
		return out
	},
}

type fillPoint struct {
	n int
	shape
}

func fillPoints(p scenarios.Preset) []fillPoint {
	switch p {
	case scenarios.Quick:
		return []fillPoint{{10000, pairOnly}}
	case scenarios.Standard:
		return []fillPoint{{10, pairOnly}, {1000, pairOnly}, {10000, pairOnly}, {100000, pairOnly}, {10000, shape{10, 16}}}
	}
	var out []fillPoint
	for _, n := range p.Sizes(nil, nil, []int{1, 10, 100, 1000, 10000, 100000}) {
		out = append(out, fillPoint{n, pairOnly}, fillPoint{n, shape{10, 16}})
	}
	for _, n := range p.Sizes(nil, nil, []int{10000}) {
		for _, bytes := range []int{8, 16, 32, 64, 128, 256} {
			out = append(out, fillPoint{n, shape{3, bytes}})
		}
	}
	return out
}
