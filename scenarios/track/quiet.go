package track

import (
	"math/bits"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// quiet: entities with a health, spread over many component sets, of which
// nothing changed. An iteration asks what did.
//
// Floors: as density.
var quiet = scenarios.Scenario{
	Name:   "track/quiet",
	Doc:    "What does it cost to ask for changes over many component sets when there are none?",
	Source: "Bevy, none_changed_detection over multiple archetypes",
	Parameters: []scenarios.Param{
		{Key: "archetypes", Value: "component sets"},
		{Key: "each", Value: "entities of each"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		pairs := scenarios.Homes(backends, "table/bitmap")
		points := [][2]int{{20, 1000}}
		switch p {
		case scenarios.Quick:
			return nil
		case scenarios.Small:
			pairs, points = scenarios.Tracked(backends), [][2]int{{5, 11}}
		case scenarios.Full:
			pairs, points = scenarios.Tracked(backends), nil
			for _, sets := range []int{5, 20, 100} {
				for _, each := range []int{10, 100, 1000, 10000} {
					points = append(points, [2]int{sets, each})
				}
			}
		}
		var out []scenarios.Family
		for _, at := range points {
			sets, each := at[0], at[1]
			out = append(out, scenarios.Family{
				Scenario: "track/quiet", Params: []scenarios.Param{scenarios.Int("archetypes", sets), scenarios.Int("each", each)},
				N: sets * each, Unit: "entity",
				Cells: append(findFloors(point{sets * each, "0", "clustered"}), scenarios.Cells(pairs, "",
					func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return newQuiet(b, sets, each) })...),
			})
		}
		return out
	},
}

func newQuiet(b ecs.Backend, sets, each int) (scenarios.Kernel, error) {
	w := b.New(ecs.DefaultOptions())
	h := &herd{world: w}
	ecs.Register[health](w, ecs.Track(ecs.Changed))
	kinds := component.Others(8, bits.Len(uint(sets-1)))
	component.Register(w, kinds)
	for set := range sets {
		terms := []ecs.Term{ecs.Write[health]()}
		for i, k := range kinds {
			if set>>i&1 != 0 {
				terms = append(terms, ecs.All(k.Of))
			}
		}
		sp, err := w.Spawner(terms...)
		if err != nil {
			return scenarios.Kernel{}, err
		}
		if err := sp.Batch(each, nil); err != nil {
			return scenarios.Kernel{}, err
		}
	}
	f := &find{herd: h, health: ecs.Read[health]()}
	var err error
	if h.changed, err = w.Query(f.health, ecs.AllChanged(ecs.Of[health]()).Since(&h.since)); err != nil {
		return scenarios.Kernel{}, err
	}
	f.query = h.changed
	return scenarios.Kernel{Run: f.run, Check: f.tally.check}, h.settle()
}
