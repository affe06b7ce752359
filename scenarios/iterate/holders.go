package iterate

import (
	"ecslab/ecs"
	"ecslab/scenarios"
)

// holders: of n entities only some have the two components, evenly spread over
// all indices; the others have none. The pass visits those that do. What it
// takes in memory is as much a part of the answer as the time: see the live
// bytes of its cells.
//
// Floors: as pair, for those that have the components; "unpaged" keeps a
// number for every entity beside that, as a sparse set without pages does.
var holders = scenarios.Scenario{
	Name:   "iterate/holders",
	Doc:    "What does it cost to visit, and to hold, components that few of many entities have?",
	Source: "claims B5.6, BD",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "holders", Value: "how many of them have the components"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		points := [][2]int{{10000, 10}, {10000, 10000}, {1000000, 10}}
		switch p {
		case scenarios.Quick:
			return nil
		case scenarios.Full:
			points = append(points, [2]int{10000, 100}, [2]int{10000, 1000}, [2]int{100000, 10}, [2]int{100000, 1000}, [2]int{100000, 100000})
		case scenarios.Small:
			points = [][2]int{{scenarios.SmallSize, 7}}
		}
		var out []scenarios.Family
		for _, at := range points {
			n, some := at[0], at[1]
			out = append(out, scenarios.Family{
				Scenario: "iterate/holders", Params: []scenarios.Param{scenarios.Int("n", n), scenarios.Int("holders", some)},
				N: some, Unit: "holder", Bytes: motionBytes,
				Cells: append(append(denseFloors(some), unpagedFloor(n, some)), scenarios.Cells(scenarios.Storages(backends), "",
					func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
						m, err := buildHolders(b, n, some)
						if err != nil {
							return scenarios.Kernel{}, err
						}
						return scenarios.Kernel{Run: m.run, Check: m.checkValues}, nil
					})...),
			})
		}
		return out
	},
}

func buildHolders(b ecs.Backend, n, some int) (*motion, error) {
	w := world(b)
	sp, err := w.Spawner()
	if err != nil {
		return nil, err
	}
	all := make([]ecs.Entity, n)
	if err := sp.Into(all, nil); err != nil {
		return nil, err
	}
	es := make([]ecs.Entity, some)
	for i := range es {
		es[i] = all[n*i/some]
	}
	x, err := w.Exchange(ecs.Adding(ecs.Of[position](), ecs.Of[velocity]()))
	if err != nil {
		return nil, err
	}
	if err := x.Batch(es, nil); err != nil {
		return nil, err
	}
	return newMotion(w, es)
}

func unpagedFloor(n, some int) scenarios.Cell {
	return scenarios.FloorCell("unpaged", func(seed uint64) scenarios.Kernel {
		c := newColumns(some, seed)
		c.sparse = make([]uint32, n)
		for i := range some {
			c.sparse[n*i/some] = uint32(i)
		}
		return c.kernel(c.byIndex)
	})
}
