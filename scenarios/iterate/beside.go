package iterate

import (
	"fmt"
	"math/bits"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// beside: as pair, in a world in which ten times as many entities have a
// position and no velocity, spread over many component sets.
var beside = scenarios.Scenario{
	Name:   "iterate/beside",
	Doc:    "What does it cost to visit some entities among many that do not match?",
	Source: "go-ecs-benchmarks, query among 256 archetypes",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities that match; ten times as many do not"},
		{Key: "archetypes", Value: "component sets among those that do not"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{1000, 10000, 100000}) {
			for _, sets := range p.Sizes(nil, []int{256}, []int{1, 256, 1024, 16384}) {
				if p == scenarios.Small {
					sets = 16
				}
				if sets > 10*n {
					continue
				}
				out = append(out, scenarios.Family{
					Scenario: "iterate/beside", Params: []scenarios.Param{scenarios.Int("n", n), scenarios.Int("archetypes", sets)},
					N: n, Unit: "entity", Bytes: motionBytes,
					Cells: append(denseFloors(n), scenarios.Cells(scenarios.Storages(backends), "",
						func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
							m, err := buildBeside(b, n, sets)
							if err != nil {
								return scenarios.Kernel{}, err
							}
							return scenarios.Kernel{Run: m.run, Check: m.checkValues}, nil
						})...),
				})
			}
		}
		return out
	},
}

func buildBeside(b ecs.Backend, n, sets int) (*motion, error) {
	w := world(b)
	kinds := component.Others(8, bits.Len(uint(sets-1)))
	component.Register(w, kinds)
	others := func(from, to int) error {
		for set := from; set < to; set++ {
			sp, err := w.Spawner(ecs.Write[position](), ecs.All(component.Names(component.Subset(kinds, set))...))
			if err != nil {
				return err
			}
			if err := sp.Batch(share(10*n, sets, set), nil); err != nil {
				return fmt.Errorf("component set %d: %w", set, err)
			}
		}
		return nil
	}
	if err := others(0, sets/2); err != nil {
		return nil, err
	}
	es, err := spawnBoth(w, n)
	if err != nil {
		return nil, err
	}
	if err := others(sets/2, sets); err != nil {
		return nil, err
	}
	return newMotion(w, es)
}
