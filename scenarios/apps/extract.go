package apps

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// extract: a share of n transforms of 64 bytes is written; then transforms are
// copied to the renderer's own array, to the place that a map from entity index
// to place names. In the form "changed" only those that changed since the last
// copy are, in the form "all" all of them, and nothing is tracked. In preset
// full the map is also a Go map from handle to place, which is what a renderer
// keeps whose entities are of another world. The map is looked up inside of what
// is timed, and its memory counts.
//
// Floors: slices, with a list of what was written ("list") and without ("all").
var extract = scenarios.Scenario{
	Name:   "apps/extract",
	Doc:    "What does it save to copy only changed transforms to a renderer?",
	Source: "Bevy, extract; claim B14.2",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "transforms"},
		{Key: "moving", Value: "share of them that is written in every frame, in percent"},
		{Key: "map", Value: "hash: the place is found through a Go map; where it is not named, through an array by entity index"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		moving := []string{"1", "10", "100"}
		if p == scenarios.Full {
			moving = append([]string{"0.1"}, moving...)
		}
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{100000}, []int{10000, 100000}) {
			for _, percent := range moving {
				out = append(out, extractFamily(p, backends, n, percent, false))
				if p == scenarios.Full || p == scenarios.Small {
					out = append(out, extractFamily(p, backends, n, percent, true))
				}
			}
		}
		return out
	},
}

func extractFamily(p scenarios.Preset, backends []ecs.Backend, n int, percent string, hash bool) scenarios.Family {
	k := share(n, shares[percent])
	f := scenarios.Family{
		Scenario: "apps/extract", Params: []scenarios.Param{scenarios.Int("n", n), {Key: "moving", Value: percent}},
		N: 1, Unit: "frame", Cells: extractFloors(n, k),
	}
	if hash {
		f.Params = append(f.Params, scenarios.Param{Key: "map", Value: "hash"})
	}
	for _, form := range []string{"changed", "all"} {
		f.Cells = append(f.Cells, scenarios.Cells(scenarios.Homes(p, backends), form, func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
			return newExtraction(b, n, k, form == "changed", hash)
		})...)
	}
	return f
}

// transform is a matrix; one number of it says how often it was written.
type transform [16]float32

// renderer holds what was extracted.
type renderer struct {
	placeOf    []uint32              // by entity index
	byHandle   map[ecs.Entity]uint32 // the same by handle; nil where the array is used
	transforms []transform
}

func newRenderer(n int) *renderer {
	r := &renderer{placeOf: make([]uint32, n), transforms: make([]transform, n)}
	for i, place := range newTurns(n, 1).order { // the renderer sorts as it likes
		r.placeOf[i] = place
	}
	return r
}

// extraction is a world whose transforms are copied.
type extraction struct {
	world  *ecs.World
	es     []ecs.Entity
	turns  *turns
	access *ecs.Access[transform]
	system *ecs.System
	query  *ecs.Query
	view   *ecs.View[transform]
	*renderer
}

func newExtraction(b ecs.Backend, n, k int, track, hash bool) (scenarios.Kernel, error) {
	o := ecs.DefaultOptions()
	o.Created = false
	x := &extraction{world: b.New(o), es: make([]ecs.Entity, n), turns: newTurns(n, k), view: ecs.Read[transform](), renderer: newRenderer(n)}
	kinds := ecs.Kinds(0)
	if track {
		kinds = ecs.Changed
	}
	ecs.Register[transform](x.world, ecs.Track(kinds))
	sp, err := x.world.Spawner(ecs.All(ecs.Of[transform]()))
	if err != nil {
		return scenarios.Kernel{}, err
	}
	if err := sp.Into(x.es, nil); err != nil {
		return scenarios.Kernel{}, err
	}
	if hash {
		x.byHandle = make(map[ecs.Entity]uint32, n)
		for _, e := range x.es {
			x.byHandle[e] = x.placeOf[e.Index()]
		}
	}
	if x.access, err = ecs.NewAccess[transform](x.world); err != nil {
		return scenarios.Kernel{}, err
	}
	terms := []ecs.Term{x.view}
	if track {
		terms = append(terms, ecs.AllChanged(ecs.Of[transform]()))
	}
	if x.query, err = x.world.Query(terms...); err != nil {
		return scenarios.Kernel{}, err
	}
	x.system = x.world.System("extract")
	for range 2 {
		x.extract()
		must(x.world.EndFrame(1))
	}
	return everyFrame(x.frame, x.check), nil
}

func (x *extraction) frame() {
	a, b := x.turns.frame()
	for _, part := range [2][]uint32{a, b} {
		for _, i := range part {
			x.access.Mut(x.es[i])[12]++
		}
	}
	x.extract()
	must(x.world.EndFrame(1))
}

func (x *extraction) extract() {
	must(x.world.Begin(x.system))
	must(x.query.Open())
	for c := x.query.Next(); c != nil; c = x.query.Next() {
		if x.byHandle != nil {
			x.copyByHandle(c)
		} else {
			x.copyByIndex(c)
		}
	}
	must(x.world.End())
}

func (x *extraction) copyByIndex(c *ecs.Chunk) {
	placeOf, out := x.placeOf, x.transforms
	if c.Dense {
		for k, t := range x.view.Slice(c) {
			out[placeOf[c.Entities.At(k).Index()]] = t
		}
		return
	}
	ts, rows := x.view.Rows(c)
	for k, row := range rows {
		out[placeOf[c.Entities.At(k).Index()]] = ts[row]
	}
}

func (x *extraction) copyByHandle(c *ecs.Chunk) {
	places, out := x.byHandle, x.transforms
	ts, rows := x.view.Rows(c)
	for k, row := range rows {
		out[places[c.Entities.At(k)]] = ts[row]
	}
}

func (x *extraction) check() error {
	x.extract() // of what shows a frame late
	if err := x.world.EndFrame(1); err != nil {
		return err
	}
	for i, writes := range x.turns.of() {
		if got := x.transforms[x.placeOf[x.es[i].Index()]][12]; got != float32(writes) {
			return fmt.Errorf("transform %d was extracted as of write %v, expected %d", i, got, writes)
		}
	}
	return nil
}

// write writes those whose turn it is, and copies them at once or not.
func (r *renderer) write(transforms []transform, part []uint32, copies bool) {
	if !copies {
		for _, i := range part {
			transforms[i][12]++
		}
		return
	}
	out, placeOf := r.transforms, r.placeOf
	for _, i := range part {
		t := &transforms[i]
		t[12]++
		out[placeOf[i]] = *t
	}
}

func (r *renderer) copyAll(transforms []transform) {
	out, placeOf := r.transforms, r.placeOf[:len(transforms)]
	for i := range transforms {
		out[placeOf[i]] = transforms[i]
	}
}

func extractFloors(n, k int) []scenarios.Cell {
	floor := func(form string) scenarios.Cell {
		list := form == "list"
		return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
			transforms, turns, r := scenarios.Slice[transform](scenarios.NewPlacement(seed), n), newTurns(n, k), newRenderer(n)
			frame := func() {
				a, b := turns.frame()
				for _, part := range [2][]uint32{a, b} {
					r.write(transforms, part, list)
				}
				if !list {
					r.copyAll(transforms)
				}
			}
			return everyFrame(frame, func() error {
				for i, writes := range turns.of() {
					if got := r.transforms[r.placeOf[i]][12]; got != float32(writes) {
						return fmt.Errorf("transform %d was extracted as of write %v, expected %d", i, got, writes)
					}
				}
				return nil
			})
		})
	}
	return []scenarios.Cell{floor("list"), floor("all")}
}
