package iterate

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// object: every entity has so many bytes of components, of which a pass reads
// and writes one of 16. That is what components in columns are for: the rest is
// not touched.
//
// Floors: a slice of just that component; and a slice of objects that hold all
// of it ("object"), which is how one writes it without columns.
var object = scenarios.Scenario{
	Name:   "iterate/object",
	Doc:    "What does it cost to visit one component of entities that have many, beside an array of objects?",
	Source: "claim B1.2",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "bytes", Value: "size of all components of one"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000, 100000}, []int{1000, 10000, 100000, 1000000}) {
			for _, bytes := range p.Sizes(nil, []int{64, 512}, []int{64, 128, 256, 512}) {
				if p == scenarios.Small {
					bytes = 64
				}
				if p == scenarios.Standard && n == 10000 && bytes == 64 {
					continue
				}
				if n*bytes > 256<<20 { // each backend holds that much at the same time
					continue
				}
				out = append(out, scenarios.Family{
					Scenario: "iterate/object", Params: []scenarios.Param{scenarios.Int("n", n), scenarios.Int("bytes", bytes)},
					N: n, Unit: "entity", Bytes: 32,
					Cells: append(objectFloors(n, bytes), scenarios.Cells(scenarios.Storages(backends), "",
						func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) { return newParts(b, n, bytes) })...),
				})
			}
		}
		return out
	},
}

func newParts(b ecs.Backend, n, bytes int) (scenarios.Kernel, error) {
	w := &wide{world: world(b), es: make([]ecs.Entity, n), count: 1, pos: ecs.Write[position]()}
	kinds := component.Others(16, bytes/16-1)
	component.Register(w.world, kinds)
	sp, err := w.world.Spawner(ecs.All(component.Names(kinds)...), ecs.All(ecs.Of[position]()))
	if err != nil {
		return scenarios.Kernel{}, err
	}
	if err := sp.Into(w.es, nil); err != nil {
		return scenarios.Kernel{}, err
	}
	if w.query, err = w.world.Query(w.pos); err != nil {
		return scenarios.Kernel{}, err
	}
	return scenarios.Kernel{Check: w.check, Run: func(n int) {
		for range n {
			if err := w.query.Open(); err != nil {
				panic(err)
			}
			for c := w.query.Next(); c != nil; c = w.query.Next() {
				w.one(c)
			}
		}
		w.passes += n
	}}, nil
}

func objectFloors(n, bytes int) []scenarios.Cell {
	out := wideFloors(n, 1)
	switch bytes {
	case 64:
		return append(out, fatFloor[[4]position](n))
	case 128:
		return append(out, fatFloor[[8]position](n))
	case 256:
		return append(out, fatFloor[[16]position](n))
	}
	return append(out, fatFloor[[32]position](n))
}

// fatFloor keeps objects whose first 16 bytes are the component.
func fatFloor[O [4]position | [8]position | [16]position | [32]position](n int) scenarios.Cell {
	return scenarios.FloorCell("object", func(seed uint64) scenarios.Kernel {
		objects, passes := scenarios.Slice[O](scenarios.NewPlacement(seed), n), 0
		return scenarios.Kernel{
			Run: func(n int) {
				for range n {
					for i := range objects {
						objects[i][0].X++
						objects[i][0].Y++
					}
				}
				passes += n
			},
			Check: func() error {
				for i := range objects {
					if p, want := objects[i][0], float64(passes); p.X != want || p.Y != want {
						return fmt.Errorf("object %d is at %v after %d passes, expected %v twice", i, p, passes, want)
					}
				}
				return nil
			},
		}
	})
}
