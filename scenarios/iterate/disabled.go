package iterate

import (
	"ecslab/ecs"
	"ecslab/scenarios"
)

// disabled: a share of n entities has the tag Disabled, which a query leaves
// out unless it says otherwise. The pass visits the others. In the form "hidden"
// the disabled ones are in the world, every so manieth; in the form "absent"
// they are not, and the tag is not registered.
//
// Floor: as pair, for those that are visited.
var disabled = scenarios.Scenario{
	Name:   "iterate/disabled",
	Doc:    "What does it cost a pass to leave out disabled entities?",
	Source: "claim B4.5",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "disabled", Value: "share of them that is disabled, in percent"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{1000, 10000, 100000}) {
			for _, share := range p.Sizes(nil, []int{0, 50}, []int{0, 1, 10, 50}) {
				if p == scenarios.Small {
					share = 10
				}
				active := n - n*share/100
				f := scenarios.Family{
					Scenario: "iterate/disabled", Params: []scenarios.Param{scenarios.Int("n", n), scenarios.Int("disabled", share)},
					N: active, Unit: "entity", Bytes: motionBytes, Cells: denseFloors(active),
				}
				for _, form := range []string{"hidden", "absent"} {
					f.Cells = append(f.Cells, scenarios.Cells(scenarios.Storages(backends), form,
						func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
							m, err := buildDisabled(b, n, active, form)
							if err != nil {
								return scenarios.Kernel{}, err
							}
							return scenarios.Kernel{Run: m.run, Check: m.checkValues}, nil
						})...)
				}
				out = append(out, f)
			}
		}
		return out
	},
}

func buildDisabled(b ecs.Backend, n, active int, form string) (*motion, error) {
	w := world(b)
	if form == "absent" {
		es, err := spawnBoth(w, active)
		if err != nil {
			return nil, err
		}
		return newMotion(w, es)
	}
	ecs.Register[ecs.Disabled](w)
	all, err := spawnBoth(w, n)
	if err != nil {
		return nil, err
	}
	var on, off []ecs.Entity
	for i, e := range all {
		if (i+1)*(n-active)/n != i*(n-active)/n {
			off = append(off, e)
		} else {
			on = append(on, e)
		}
	}
	x, err := w.Exchange(ecs.Adding(ecs.Of[ecs.Disabled]()))
	if err != nil {
		return nil, err
	}
	if err := x.Batch(off, nil); err != nil {
		return nil, err
	}
	return newMotion(w, on)
}
