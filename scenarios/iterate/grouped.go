package iterate

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// grouped: as shuffled, but then the storage is asked to keep both components
// in one order (World.Group). Storages that cannot are left out.
var grouped = scenarios.Scenario{
	Name:       "iterate/grouped",
	Doc:        "What does it cost to visit two components that the storage keeps in one order?",
	Source:     "EnTT, owning groups",
	Parameters: []scenarios.Param{{Key: "n", Value: "entities"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var able []ecs.Backend
		for _, b := range scenarios.Storages(backends) {
			if ok, err := group(world(b)); ok && err == nil {
				able = append(able, b)
			}
		}
		if len(able) == 0 {
			return nil
		}
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, nil, usual) {
			out = append(out, scenarios.Family{
				Scenario: "iterate/grouped", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: n, Unit: "entity", Bytes: motionBytes,
				Cells: append(denseFloors(n), motionCells(able, "", func(b ecs.Backend, seed uint64) (*motion, error) {
					m, err := buildShuffled(b, n, seed)
					if err != nil {
						return nil, err
					}
					if ok, err := group(m.world); !ok || err != nil {
						return nil, fmt.Errorf("group: %t, %w", ok, err)
					}
					return m, nil
				})...),
			})
		}
		return out
	},
}

func group(w *ecs.World) (bool, error) {
	return w.Group(ecs.Of[position](), ecs.Of[velocity]())
}
