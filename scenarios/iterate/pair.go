package iterate

import (
	"ecslab/ecs"
	"ecslab/scenarios"
)

// pair: n entities spawned in one batch with both components and nothing else
// in the world. Every storage has them in one order and, from the second pass
// on, may have kept what it found in the first. It is the movement system of a
// particle or bullet world.
var pair = scenarios.Scenario{
	Name:       "iterate/pair",
	Doc:        "What does it cost to visit every entity that has two components?",
	Source:     "go-ecs-benchmarks, query 2 components",
	Parameters: []scenarios.Param{{Key: "n", Value: "entities"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(usual, usual, usual) {
			out = append(out, scenarios.Family{
				Scenario: "iterate/pair", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: n, Unit: "entity", Bytes: motionBytes,
				Cells: append(denseFloors(n), motionCells(backends, "", func(b ecs.Backend, _ uint64) (*motion, error) {
					return build(b, n)
				})...),
			})
		}
		return out
	},
}

// usual are the sizes of the speed tables: in the first cache, in the second,
// in the last.
var usual = []int{1000, 10000, 100000}

// motionBytes are read or written an entity: 16 of each component read, 16 of
// the position written.
const motionBytes = 48
