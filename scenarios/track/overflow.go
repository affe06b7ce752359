package track

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// overflow: so many frames pass at once, nothing happening in them, that a
// tracker with a wrapping clock has to look at every stamp and clamp those that
// are too old. At 60 frames a second that is once in 100 days; an iteration is
// one such scan. Only trackers by ticks have it.
//
// Floor: two stamps for each value compared and clamped.
var overflow = scenarios.Scenario{
	Name:       "track/overflow",
	Doc:        "What does the scan cost that keeps ticks from wrapping?",
	Source:     "Bevy, check_change_ticks; claim B10e",
	Parameters: []scenarios.Param{{Key: "n", Value: "values"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var pairs []ecs.Backend
		for _, b := range scenarios.Homes(p, backends) {
			if b.Tracker == "ticks" {
				pairs = append(pairs, b)
			}
		}
		if len(pairs) == 0 {
			return nil
		}
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{100000}, []int{10000, 100000, 1000000}) {
			out = append(out, scenarios.Family{
				Scenario: "track/overflow", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: n, Unit: "value", Allocs: true, // stamps are visited through a callback
				Cells: append(clampFloors(n), scenarios.Cells(pairs, "", func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
					h, err := newHerd(b, n, nil, true)
					if err != nil {
						return scenarios.Kernel{}, err
					}
					return scenarios.Kernel{
						Run: func(n int) {
							for range n {
								must(h.world.EndFrame(scanInterval))
							}
						},
						Check: func() error { return h.checkChanged(0) },
					}, nil
				})...),
			})
		}
		return out
	},
}

// scanInterval is the number of ticks after which Bevy scans.
const scanInterval = 518_400_000

func clampFloors(n int) []scenarios.Cell {
	return []scenarios.Cell{scenarios.FloorCell("stamps", func(seed uint64) scenarios.Kernel {
		place := scenarios.NewPlacement(seed)
		added, changed := scenarios.Slice[uint32](place, n), scenarios.Slice[uint32](place, n)
		const oldest = 1<<32 - 1 - (2*scanInterval - 1)
		now := uint32(0)
		scan := func(stamps []uint32, now uint32) {
			for i, s := range stamps {
				if now-s > oldest {
					stamps[i] = now - oldest
				}
			}
		}
		return scenarios.Kernel{
			Run: func(n int) {
				for range n {
					now += scanInterval
					scan(added, now)
					scan(changed, now)
				}
			},
			Check: func() error {
				for i := range added {
					if now-added[i] > oldest || now-changed[i] > oldest {
						return fmt.Errorf("value %d is too old: %d and %d at %d", i, added[i], changed[i], now)
					}
				}
				return nil
			},
		}
	})}
}
