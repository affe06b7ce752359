package migrate

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// arrivals: as archetypes, and behind every step, which makes a component set
// that nobody had before, 32 queries are asked that were prepared before the
// first. None of them matches anything, so that what they cost is finding that
// out: of the one set that is new, if that is all they look at, or of all that
// there are by then. The unit is a step, with its questions; archetypes has the
// steps by themselves.
//
// Floors: those of archetypes.
var arrivals = scenarios.Scenario{
	Name:       "migrate/arrivals",
	Doc:        "What do queries that are kept cost in frames in which an archetype is new, by how many are old?",
	Source:     "claim B7.2",
	Parameters: []scenarios.Param{{Key: "archetypes", Value: "component sets that are made"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, sets := range p.Sizes(nil, []int{2048, 8192}, []int{2048, 8192, 16384}) {
			if p == scenarios.Small {
				sets = 64
			}
			out = append(out, scenarios.Family{
				Scenario: "migrate/arrivals", Params: []scenarios.Param{scenarios.Int("archetypes", sets)},
				N: sets, Unit: "archetype", Allocs: true,
				Cells: append(walkFloors(sets), scenarios.Cells(scenarios.Storages(backends), "",
					func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return newArrivals(b, sets) })...),
			})
		}
		return out
	},
}

// asking is how many queries are asked after each step: so many that their cost
// stands out beside that of the step, and so few that preparing them does not.
const asking = 32

func newArrivals(b ecs.Backend, sets int) (scenarios.Kernel, error) {
	var w walk
	queries := make([]*ecs.Query, asking)
	matches := 0
	begin := func(world *ecs.World) (err error) {
		ecs.Register[stun](world)
		for i := range queries {
			if queries[i], err = world.Query(ecs.Read[stun]()); err != nil {
				return err
			}
		}
		return nil
	}
	each := func() {
		for _, q := range queries {
			if err := q.Open(); err != nil {
				panic(err)
			}
			for c := q.Next(); c != nil; c = q.Next() {
				matches += c.N
			}
		}
	}
	return scenarios.Kernel{
		Run: func(n int) {
			for range n {
				if err := w.visit(b, sets, begin, each); err != nil {
					panic(err)
				}
			}
		},
		Check: func() error {
			if matches != 0 {
				return fmt.Errorf("%d matches, expected none", matches)
			}
			return w.check()
		},
	}, w.visit(b, 1, begin, each)
}
