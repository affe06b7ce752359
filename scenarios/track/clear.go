package track

import (
	"errors"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// forget: some entities are marked through mutable access, and then all records
// of changes of that component are cleared. The marks are a part of what is
// timed; track/mark has them by themselves.
//
// Floor: bits set, and then cleared under summary words.
var forget = scenarios.Scenario{
	Name:   "track/clear",
	Doc:    "What does it cost to clear the records of a kind, by how many there are?",
	Source: "claim S9",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "dirty", Value: "share of them that is marked in every iteration, in percent"},
		{Key: "cluster", Value: "scattered: drawn at random; clustered: neighbours"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		pairs := scenarios.Homes(p, backends, "table/bitmap")
		points := []point{{100000, "0", "clustered"}, {100000, "1", "scattered"}}
		switch p {
		case scenarios.Quick:
			return nil
		case scenarios.Full, scenarios.Small:
			points = nil
			for _, n := range p.Sizes(nil, nil, []int{10000, 100000, 1000000}) {
				for _, share := range []string{"0", "0.1", "1", "10"} {
					points = append(points, point{n, share, "scattered"}, point{n, share, "clustered"})
				}
			}
		}
		var out []scenarios.Family
		for _, at := range points {
			out = append(out, scenarios.Family{
				Scenario: "track/clear",
				Params:   []scenarios.Param{scenarios.Int("n", at.n), {Key: "dirty", Value: at.dirty}, {Key: "cluster", Value: at.cluster}},
				N:        1, Unit: "clear", Allocs: true, // stamps are visited through a callback
				Cells: append(clearFloors(at), scenarios.Cells(pairs, "", func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
					return newClear(b, at)
				})...),
			})
		}
		return out
	},
}

func newClear(b ecs.Backend, at point) (scenarios.Kernel, error) {
	h, err := newHerd(b, at.n, choose(at.n, at.dirty, at.cluster), true)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	component, runs := []ecs.Component{ecs.Of[health]()}, 0
	return scenarios.Kernel{
		Run: func(n int) {
			access := h.access
			for range n {
				for _, e := range h.list {
					access.Mut(e).Points++
				}
				must(h.world.Clear(ecs.Changed, component...))
			}
			runs += n
		},
		Check: func() error { return errors.Join(h.checkPoints(runs), h.checkChanged(0)) },
	}, nil
}

func clearFloors(at point) []scenarios.Cell {
	marked := choose(at.n, at.dirty, at.cluster)
	return []scenarios.Cell{scenarios.FloorCell("words", func(seed uint64) scenarios.Kernel {
		r, order, runs := newRecords(at.n, nil, seed), rowsOf(marked), 0
		return scenarios.Kernel{
			Run: func(n int) {
				values, words, summary := r.values, r.words, r.summary
				for range n {
					for _, i := range order {
						values[i].Points++
						words[i>>6] |= 1 << (i & 63)
						summary[i>>12] |= 1 << (i >> 6 & 63)
					}
					for k, s := range summary {
						if s != 0 {
							clear(words[k<<6 : min((k+1)<<6, len(words))])
							summary[k] = 0
						}
					}
				}
				runs += n
			},
			Check: func() error {
				for _, w := range r.words {
					if w != 0 {
						return errors.New("a bit is set after the clear")
					}
				}
				return checkRows(r.values, marked, runs)
			},
		}
	})}
}
