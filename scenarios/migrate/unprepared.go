package migrate

import (
	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// unprepared: as edges, in the form "prepared"; in the form "unprepared" the
// exchange is prepared anew for every move, as code pays that names the
// component at each call and keeps nothing.
//
// Floors: those of edges.
var unprepared = scenarios.Scenario{
	Name:   "migrate/unprepared",
	Doc:    "What does it save to prepare an exchange once, by how many components an entity has?",
	Source: "claim B6.3",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "components", Value: "tags that they carry along"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, nil, []int{1000}) {
			for _, carry := range p.Sizes(nil, nil, []int{2, 16, 64}) {
				if p == scenarios.Small {
					carry = 9
				}
				f := scenarios.Family{
					Scenario: "migrate/unprepared", Params: []scenarios.Param{scenarios.Int("n", n), scenarios.Int("components", carry)},
					N: n, Unit: "entity", Allocs: true, Cells: edgeFloors(n, carry),
				}
				for _, form := range []string{"prepared", "unprepared"} {
					f.Cells = append(f.Cells, scenarios.Cells(scenarios.Storages(backends), form, func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
						r, err := newTagged(b, n, carry)
						if err != nil {
							return scenarios.Kernel{}, err
						}
						if form == "prepared" {
							return r.kernel(r.singly), nil
						}
						return scenarios.Kernel{Check: r.check, Run: func(n int) {
							for range n {
								r.preparing(ecs.Adding(ecs.ByID(r.given)))
								r.preparing(ecs.Removing(ecs.ByID(r.given)))
							}
						}}, nil
					})...)
				}
				out = append(out, f)
			}
		}
		return out
	},
}

// preparing moves the entities one by one, each by an exchange of its own.
func (r *bearers) preparing(term ecs.ExchangeTerm) {
	for _, e := range r.list {
		x, err := r.world.Exchange(term)
		must(err)
		_, err = x.One(e)
		must(err)
	}
}

// newTagged are entities with so many tags, who are given one more.
func newTagged(b ecs.Backend, n, carry int) (*bearers, error) {
	return newBearers(b, n, component.Labels(carry), func(w *ecs.World) (given, kept ecs.ComponentID) {
		id := ecs.Register[frozen](w)
		return id, id
	})
}
