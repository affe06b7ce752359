package track

import (
	"math/bits"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// bevy: the workloads of Bevy's benchmarks of change detection, under their
// names and at their sizes. Entities have one float32, tracked for added and
// changed as every component is there. Something happened to it in the frame
// before, and an iteration goes through the handles of those to which it did; no
// value is read. What is timed is the search alone, not the marks.
//
//	all_added_detection     all of them were spawned
//	all_changed_detection   all were written, by a pass over a mutable column
//	few_changed_detection   a tenth was written one by one, drawn at random
//	none_changed_detection  nothing happened
//	multiple_archetypes_none_changed_detection
//	                        nothing happened to it, in entities of many component
//	                        sets of which all else was written
//
// There every search has a world of its own, which is built outside of what is
// timed; here the moment since which is asked does not move. Where Bevy keeps
// the component in a sparse set, here sparse/ticks stands. It is what a system
// does that only wants to know who changed.
//
// Checked are the number of the handles and the sum of their indices.
//
// Floors: handles in a slice, with a stamp for each that is compared; with bits
// under summary words; and where all are found, the handles alone.
var bevy = scenarios.Scenario{
	Name:   "track/bevy",
	Doc:    "What do the workloads of Bevy's benchmarks of change detection cost?",
	Source: "Bevy, benches of change_detection",
	Parameters: []scenarios.Param{
		{Key: "bench", Value: "Bevy's name: all_added, all_changed, few_changed (a tenth) and none_changed; in multiple_archetypes, of the other components all changed"},
		{Key: "n", Value: "entities"},
		{Key: "archetypes", Value: "component sets"},
		{Key: "each", Value: "entities of each set"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		pairs := scenarios.Homes(p, backends, "table/bitmap", "sparse/ticks")
		var out []scenarios.Family
		for _, at := range bevyPoints(p) {
			out = append(out, scenarios.Family{
				Scenario: "track/bevy", Params: at.params(), N: at.n(), Unit: "entity",
				Cells: append(rollFloors(at.n(), at.found()), scenarios.Cells(pairs, "", func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
					return newDetection(b, at)
				})...),
			})
		}
		return out
	},
}

const (
	allAdded       = "all_added_detection"
	allChanged     = "all_changed_detection"
	fewChanged     = "few_changed_detection"
	noneChanged    = "none_changed_detection"
	manyArchetypes = "multiple_archetypes_none_changed_detection"
)

type bevyPoint struct {
	bench      string
	sets, each int
}

func bevyPoints(p scenarios.Preset) []bevyPoint {
	switch p {
	case scenarios.Quick:
		return nil
	case scenarios.Standard:
		return []bevyPoint{{fewChanged, 1, 50000}, {manyArchetypes, 20, 1000}}
	}
	var out []bevyPoint
	for _, bench := range []string{allAdded, allChanged, fewChanged, noneChanged} {
		for _, n := range p.Sizes(nil, nil, []int{5000, 50000}) {
			out = append(out, bevyPoint{bench, 1, n})
		}
	}
	for _, sets := range p.Sizes(nil, nil, []int{5, 20, 100}) {
		for _, each := range p.Sizes(nil, nil, []int{10, 100, 1000, 10000}) {
			if p == scenarios.Small {
				sets, each = 5, 11
			}
			out = append(out, bevyPoint{manyArchetypes, sets, each})
		}
	}
	return out
}

func (at bevyPoint) n() int { return at.sets * at.each }

func (at bevyPoint) params() []scenarios.Param {
	bench := scenarios.Param{Key: "bench", Value: at.bench}
	if at.bench == manyArchetypes {
		return []scenarios.Param{bench, scenarios.Int("archetypes", at.sets), scenarios.Int("each", at.each)}
	}
	return []scenarios.Param{bench, scenarios.Int("n", at.n())}
}

// found are the numbers of the entities that a search finds.
func (at bevyPoint) found() []int {
	switch at.bench {
	case allAdded, allChanged:
		return choose(at.n(), "100", "clustered")
	case fewChanged:
		return choose(at.n(), "10", "scattered")
	}
	return nil
}

// charge is the component.
type charge struct{ Value float32 }

// detection is a search for handles, again and again.
type detection struct {
	world *ecs.World
	es    []ecs.Entity
	kinds []component.Kind // what entities may have beside the charge
	since ecs.Moment
	query *ecs.Query
	tally tally
}

func newDetection(b ecs.Backend, at bevyPoint) (scenarios.Kernel, error) {
	d := &detection{
		world: b.New(ecs.DefaultOptions()), es: make([]ecs.Entity, at.n()),
		kinds: component.Others(8, bits.Len(uint(at.sets-1))),
	}
	const both = ecs.Added | ecs.Changed
	ecs.Register[charge](d.world, ecs.Track(both))
	for _, k := range d.kinds {
		k.Register(d.world, ecs.Track(both))
	}
	happened := ecs.AllChanged(ecs.Of[charge]())
	steps := []func() error{func() error { return d.spawn(at) }, d.settle, func() error { return d.write(at) }}
	if at.bench == allAdded {
		happened = ecs.AllAdded(ecs.Of[charge]())
		steps[0], steps[1] = steps[1], steps[0]
	}
	var err error
	if d.query, err = d.world.Query(ecs.All(ecs.Of[charge]()), happened.Since(&d.since)); err != nil {
		return scenarios.Kernel{}, err
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return scenarios.Kernel{}, err
		}
	}
	d.tally = handlesOf(at.found(), d.es)
	return searching(d, &d.tally, (*detection).pass), d.world.EndFrame(1)
}

// handlesOf is the tally of a search that finds the entities of these numbers.
func handlesOf(found []int, es []ecs.Entity) tally {
	t := tally{countInPass: int64(len(found))}
	for _, i := range found {
		t.sumInPass += int64(es[i].Index())
	}
	return t
}

func (d *detection) spawn(at bevyPoint) error {
	for set := range at.sets {
		sp, err := d.world.Spawner(ecs.All(ecs.Of[charge]()), ecs.All(component.Names(component.Subset(d.kinds, set))...))
		if err != nil {
			return err
		}
		if err := sp.Into(d.es[set*at.each:(set+1)*at.each], nil); err != nil {
			return err
		}
	}
	return nil
}

func (d *detection) settle() (err error) {
	d.since, err = scenarios.Settled(d.world)
	return err
}

// write does what the search is to find, or is not to find.
func (d *detection) write(at bevyPoint) error {
	switch at.bench {
	case allChanged:
		charges := ecs.Write[charge]()
		q, err := d.world.Query(charges)
		if err != nil {
			return err
		}
		return ecs.Each(q, charges, func(_ ecs.Entity, c *charge) { c.Value++ })
	case fewChanged:
		access, err := ecs.NewAccess[charge](d.world)
		if err != nil {
			return err
		}
		for _, i := range at.found() {
			access.Mut(d.es[i]).Value++
		}
	}
	for _, k := range d.kinds {
		mark, err := k.Mut(d.world)
		if err != nil {
			return err
		}
		for _, e := range d.es {
			mark(e)
		}
	}
	return nil
}

func (d *detection) pass() (sum int64, count int) {
	must(d.query.Open())
	for c := d.query.Next(); c != nil; c = d.query.Next() {
		count += c.N
		for k := range c.N {
			sum += int64(c.Entities.At(k).Index())
		}
	}
	return sum, count
}
