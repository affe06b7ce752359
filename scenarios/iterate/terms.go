package iterate

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// terms: as pair, but the query also asks that entities have some components
// which all of them have, and lack as many which none of them has. The form is
// the number of such terms, half of each.
var terms = scenarios.Scenario{
	Name:       "iterate/terms",
	Doc:        "What do with and without terms cost a pass in which all entities match?",
	Source:     "claim B7.1",
	Parameters: []scenarios.Param{{Key: "n", Value: "entities"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, usual) {
			f := scenarios.Family{
				Scenario: "iterate/terms", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: n, Unit: "entity", Bytes: motionBytes, Cells: denseFloors(n),
			}
			for _, count := range []int{0, 2, 4} {
				f.Cells = append(f.Cells, motionCells(backends, fmt.Sprintf("terms%d", count), func(b ecs.Backend, _ uint64) (*motion, error) {
					return buildTerms(b, n, count/2)
				})...)
			}
			out = append(out, f)
		}
		return out
	},
}

func buildTerms(b ecs.Backend, n, each int) (*motion, error) {
	w := world(b)
	kinds := component.Names(component.Others(8, 4))
	component.Register(w, component.Others(8, 4))
	es, err := spawnBoth(w, n, kinds[:2]...)
	if err != nil {
		return nil, err
	}
	return newMotion(w, es, ecs.All(kinds[:each]...), ecs.None(kinds[2:2+each]...))
}
