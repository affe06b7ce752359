package track

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// frameEnd: n entities with 16 components, each of which is tracked for added,
// changed and removed. An iteration marks some values changed, each of another
// component or in another stretch of 4096 entities, and ends the frame. With
// none, it is what tracking costs a frame in which nothing happens.
//
// Floors: the number of the frame written for each mark ("stamps"); and a bit for
// each value in two sets, one written and one cleared, of which only those are
// cleared that were written ("sets").
var frameEnd = scenarios.Scenario{
	Name:   "track/frame-end",
	Doc:    "What does the end of a frame cost, by how much was marked in it?",
	Source: "claim S8",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "types", Value: "component types that are tracked for all kinds"},
		{Key: "marks", Value: "values marked in the frame, each in a segment of its own"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		pairs := scenarios.Homes(p, backends, "table/bitmap")
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{10000, 100000}) {
			for _, types := range p.Sizes(nil, []int{16}, []int{1, 4, 16, 32}) {
				for _, marks := range p.Sizes(nil, []int{0, 48}, []int{0, 1, 16, 48, 384}) {
					if p == scenarios.Small {
						types, marks = 4, 3
					}
					if marks > types*((n+segment-1)/segment) {
						continue
					}
					out = append(out, scenarios.Family{
						Scenario: "track/frame-end",
						Params:   []scenarios.Param{scenarios.Int("n", n), scenarios.Int("types", types), scenarios.Int("marks", marks)},
						N:        1, Unit: "frame",
						Cells: append(frameEndFloors(n, types, marks), scenarios.Cells(pairs, "", func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
							return newFrameEnd(b, n, types, marks)
						})...),
					})
				}
			}
		}
		return out
	},
}

// segment is how many entities lie in one stretch.
const segment = 4096

// touched is a value that is marked.
type touched struct{ kind, entity int }

// spread are so many values, first of all the types, then of other stretches.
func spread(types, marks int) []touched {
	out := make([]touched, marks)
	for i := range out {
		out[i] = touched{i % types, i / types * segment}
	}
	return out
}

const allKinds = ecs.Added | ecs.Changed | ecs.Removed

func newFrameEnd(b ecs.Backend, n, types, marks int) (scenarios.Kernel, error) {
	w := b.New(ecs.DefaultOptions())
	kinds := component.Others(8, types)
	for _, k := range kinds {
		k.Register(w, ecs.Track(allKinds))
	}
	sp, err := w.Spawner(ecs.All(component.Names(kinds)...))
	if err != nil {
		return scenarios.Kernel{}, err
	}
	es := make([]ecs.Entity, n)
	if err := sp.Into(es, nil); err != nil {
		return scenarios.Kernel{}, err
	}
	type mark struct {
		touch func(ecs.Entity)
		e     ecs.Entity
	}
	touches := spread(types, marks)
	var list []mark
	for _, t := range touches {
		touch, err := kinds[t.kind].Mut(w)
		if err != nil {
			return scenarios.Kernel{}, err
		}
		list = append(list, mark{touch, es[t.entity]})
	}
	var since ecs.Moment
	settle := func() (err error) {
		since, err = scenarios.Settled(w)
		return err
	}
	run := func(n int) {
		for range n {
			for i := range list {
				list[i].touch(list[i].e)
			}
			must(w.EndFrame(1))
		}
	}
	// No tracker may remember the build, whatever its history.
	if err := w.EndFrame(1000); err != nil {
		return scenarios.Kernel{}, err
	}
	run(50)
	ran := 0
	return scenarios.Kernel{
		Run: func(n int) {
			run(n)
			ran += n
		},
		Check: func() error {
			want := map[touched]bool{}
			if ran > 0 {
				for _, t := range touches {
					want[t] = true
				}
			}
			ran = 0
			for kind := range kinds {
				for entity := 0; entity < n; entity += segment / 2 {
					at := touched{kind, entity}
					got, err := w.Was(es[entity], ecs.Changed, &since, kinds[kind].Of)
					if err != nil {
						return err
					}
					if got != want[at] {
						return fmt.Errorf("component %d of entity %d is reported as changed: %t, expected %t", kind, entity, got, want[at])
					}
				}
			}
			return settle()
		},
	}, settle()
}

func frameEndFloors(n, types, marks int) []scenarios.Cell {
	return []scenarios.Cell{stampFloor(n, types, marks), scenarios.FloorCell("sets", func(seed uint64) scenarios.Kernel {
		type set struct {
			dirty uint64 // a bit a stretch
			words [][segment / 64]uint64
		}
		place := scenarios.NewPlacement(seed)
		sets := make([][2]set, types*3)
		for i := range sets {
			for k := range sets[i] {
				sets[i][k].words = scenarios.Slice[[segment / 64]uint64](place, (n+segment-1)/segment)
			}
		}
		touches, now, frames := spread(types, marks), 0, 0
		return scenarios.Kernel{
			Run: func(n int) {
				for range n {
					for _, t := range touches {
						s := &sets[t.kind*3][now]
						s.dirty |= 1 << (t.entity / segment)
						s.words[t.entity/segment][t.entity%segment/64] |= 1 << (t.entity & 63)
					}
					now ^= 1
					for i := range sets {
						s := &sets[i][now]
						for k := 0; s.dirty != 0; k++ {
							if s.dirty>>k&1 != 0 {
								clear(s.words[k][:])
								s.dirty &^= 1 << k
							}
						}
					}
				}
				frames += n
			},
			Check: func() error {
				got, want := 0, 0
				for i := range sets {
					for _, words := range sets[i][now^1].words {
						for _, w := range words {
							if w != 0 {
								got++
							}
						}
					}
				}
				if frames > 0 {
					want = marks
				}
				if got != want {
					return fmt.Errorf("%d words are set, expected %d", got, want)
				}
				return nil
			},
		}
	})}
}

// stampFloor writes the number of the frame for each mark, and counts frames.
func stampFloor(n, types, marks int) scenarios.Cell {
	return scenarios.FloorCell("stamps", func(seed uint64) scenarios.Kernel {
		place, touches := scenarios.NewPlacement(seed), spread(types, marks)
		stamps := make([][]uint32, types)
		for i := range stamps {
			stamps[i] = scenarios.Slice[uint32](place, n)
		}
		now := uint32(1)
		return scenarios.Kernel{
			Run: func(n int) {
				for range n {
					for _, t := range touches {
						stamps[t.kind][t.entity] = now
					}
					now++
				}
			},
			Check: func() error {
				for _, t := range touches {
					if got := stamps[t.kind][t.entity]; now > 1 && got != now-1 {
						return fmt.Errorf("component %d of row %d was marked in frame %d, expected %d", t.kind, t.entity, got, now-1)
					}
				}
				return nil
			},
		}
	})
}
