package spawn

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// created: as fill, one by one, in worlds that track what is created (form
// "on") and in worlds with the same tracker that do not ("off"); no component is
// tracked. The pairs without a tracker are there beside them, in the form "off".
//
// Checked is, beside the values, that an entity that comes is reported as
// created, and no other.
//
// Floors: as fill.
var created = scenarios.Scenario{
	Name:       "spawn/created",
	Doc:        "What does tracking of creation add to a spawn, switched on and switched off?",
	Source:     "StaticEcs, tracking of creation; claim S13",
	Parameters: []scenarios.Param{{Key: "n", Value: "entities"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		pairs := scenarios.Homes(p, backends)
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{1000, 10000, 100000}) {
			f := scenarios.Family{
				Scenario: "spawn/created", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: n, Unit: "entity", Bytes: 32, Allocs: true, // some trackers drop their pages with a reset
				Cells: fillFloors(n, pairOnly),
			}
			add := func(pairs []ecs.Backend, form string) {
				f.Cells = append(f.Cells, scenarios.Cells(pairs, form, func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
					return newCreated(b, n, form == "on")
				})...)
			}
			add(pairs, "on")
			add(pairs, "off")
			add(scenarios.Untracked(backends, pairs), "off")
			out = append(out, f)
		}
		return out
	},
}

func newCreated(b ecs.Backend, n int, track bool) (scenarios.Kernel, error) {
	f, err := newFlock(b, n, pairOnly, func(o *ecs.Options) { o.Created = track })
	if err != nil {
		return scenarios.Kernel{}, err
	}
	f.single(f.es, 0)
	check := f.check
	if track {
		check = func() error {
			if err := f.check(); err != nil {
				return err
			}
			return checkCreated(f)
		}
	}
	return scenarios.Kernel{Check: check, Run: func(n int) {
		for range n {
			must(f.world.Reset())
			f.single(f.es, 0)
		}
	}}, nil
}

// checkCreated spawns one entity more and looks whether just that one is
// reported as created since.
func checkCreated(f *flock) error {
	since, err := scenarios.Settled(f.world)
	if err != nil {
		return err
	}
	q, err := f.world.Query(ecs.IsCreated().Since(&since))
	if err != nil {
		return err
	}
	e, _, err := f.spawner.Spawn()
	if err != nil {
		return err
	}
	if err := f.world.EndFrame(1); err != nil {
		return err
	}
	n, err := q.Count()
	if err != nil {
		return err
	}
	if n != 1 {
		return fmt.Errorf("%d entities are reported as created, expected 1", n)
	}
	return f.world.Despawn(e)
}
