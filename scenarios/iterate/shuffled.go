package iterate

import (
	"ecslab/ecs"
	"ecslab/scenarios"
)

// shuffled: n entities are spawned with a position, and then given their
// velocities in random order. In a table both columns follow that order; in
// sparse sets the two stand in different orders and every pass is a gather; in
// a bitset nothing stands in any order but the entities'. It is what a world
// comes to after some minutes of adding and removing.
var shuffled = scenarios.Scenario{
	Name:       "iterate/shuffled",
	Doc:        "What does it cost to visit two components that were added in different orders?",
	Parameters: []scenarios.Param{{Key: "n", Value: "entities"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes([]int{10000}, []int{10000}, usual) {
			out = append(out, scenarios.Family{
				Scenario: "iterate/shuffled", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: n, Unit: "entity", Bytes: motionBytes,
				Cells: append(append(denseFloors(n), gatherFloor(n)), motionCells(backends, "", func(b ecs.Backend, seed uint64) (*motion, error) {
					return buildShuffled(b, n, seed)
				})...),
			})
		}
		return out
	},
}

// buildShuffled is build with the velocities added in random order.
func buildShuffled(b ecs.Backend, n int, seed uint64) (*motion, error) {
	w := world(b)
	sp, err := w.Spawner(ecs.Write[position]())
	if err != nil {
		return nil, err
	}
	es := make([]ecs.Entity, n)
	if err := sp.Into(es, nil); err != nil {
		return nil, err
	}
	x, err := w.Exchange(ecs.Adding(ecs.Of[velocity]()))
	if err != nil {
		return nil, err
	}
	if err := x.Batch(scenarios.Shuffled(es, seed), nil); err != nil {
		return nil, err
	}
	return newMotion(w, es)
}

func gatherFloor(n int) scenarios.Cell {
	return scenarios.FloorCell("gather", func(seed uint64) scenarios.Kernel {
		c := newColumns(n, seed)
		c.shuffle(permutation(n, seed))
		return c.kernel(c.gather)
	})
}

// permutation is a random order of n rows.
func permutation(n int, seed uint64) []uint32 {
	order := make([]uint32, n)
	for i := range order {
		order[i] = uint32(i)
	}
	return scenarios.Shuffled(order, seed)
}
