package iterate

import (
	"fmt"
	"math/bits"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// archetypes: the same n entities, spread evenly over component sets that
// differ in components which the pass does not ask for. In tables that is as
// many tables, visited one after another; sparse sets and bitsets do not see
// it. It is a world in which many traits combine.
//
// Floors: one pair of slices for all, and a pair for each set.
var archetypes = scenarios.Scenario{
	Name:   "iterate/archetypes",
	Doc:    "What does it cost to visit entities that are spread over many component sets?",
	Source: "go-ecs-benchmarks, query 32 archetypes; claim B6.1",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "archetypes", Value: "component sets among them"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes([]int{10000}, []int{10000}, usual) {
			for _, sets := range p.Sizes([]int{32}, []int{32, 256, 4096}, []int{1, 4, 32, 256, 4096, 16384}) {
				if p == scenarios.Small {
					sets = 32
				}
				if sets > n {
					continue
				}
				out = append(out, scenarios.Family{
					Scenario: "iterate/archetypes",
					Params:   []scenarios.Param{scenarios.Int("n", n), scenarios.Int("archetypes", sets)},
					N:        n, Unit: "entity", Bytes: motionBytes,
					Cells: append(append(denseFloors(n), slicesFloor(n, sets)), motionCells(backends, "", func(b ecs.Backend, _ uint64) (*motion, error) {
						return buildSpread(b, n, sets)
					})...),
				})
			}
		}
		return out
	},
}

// buildSpread is build with the entities spread over as many component sets.
func buildSpread(b ecs.Backend, n, sets int) (*motion, error) {
	w := world(b)
	kinds := component.Others(8, bits.Len(uint(sets-1)))
	component.Register(w, kinds)
	es := make([]ecs.Entity, 0, n)
	for set := range sets {
		some, err := spawnBoth(w, share(n, sets, set), component.Names(component.Subset(kinds, set))...)
		if err != nil {
			return nil, fmt.Errorf("component set %d: %w", set, err)
		}
		es = append(es, some...)
	}
	return newMotion(w, es)
}

// share is how many of n fall to part i of k.
func share(n, k, i int) int { return n*(i+1)/k - n*i/k }

// slicesFloor keeps a pair of slices for each component set.
func slicesFloor(n, sets int) scenarios.Cell {
	return scenarios.FloorCell("slices", func(seed uint64) scenarios.Kernel {
		c := newColumns(n, seed)
		type part struct {
			ps []position
			vs []velocity
		}
		parts := make([]part, sets)
		for i := range parts {
			from, to := n*i/sets, n*(i+1)/sets
			parts[i] = part{c.ps[from:to], c.vs[from:to]}
		}
		return c.kernel(func() {
			for k := range parts {
				component.Advance(parts[k].ps, parts[k].vs)
			}
		})
	})
}
