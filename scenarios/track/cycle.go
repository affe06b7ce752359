package track

import (
	"fmt"
	"math/bits"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// cycle: a whole frame. A share of the entities gets one more point each
// through mutable access; a system adds up the points of those that changed
// since it last ran; the frame ends. The same entities change in every frame.
// A tracker that shows changes from the next frame on reports those of the
// frame before, which are the same.
//
// Floors: a list of what changed, filled and emptied; and a bit for each value
// in two words, one written and one read.
var cycle = scenarios.Scenario{
	Name:   "track/cycle",
	Doc:    "What does a frame cost in which some entities are marked and then found?",
	Source: "claim E1",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "dirty", Value: "share of them that changes in every frame, in percent"},
		{Key: "cluster", Value: "scattered: drawn at random; clustered: neighbours"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		pairs := scenarios.Homes(p, backends, "table/frame-exact", "table/bitmap", "sparse/bitmap")
		var out []scenarios.Family
		for _, at := range cyclePoints(p) {
			out = append(out, scenarios.Family{
				Scenario: "track/cycle",
				Params:   []scenarios.Param{scenarios.Int("n", at.n), {Key: "dirty", Value: at.dirty}, {Key: "cluster", Value: at.cluster}},
				N:        at.n, Unit: "entity",
				Cells: append(cycleFloors(at), scenarios.Cells(pairs, "", func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
					return newFrames(b, at)
				})...),
			})
		}
		return out
	},
}

func cyclePoints(p scenarios.Preset) []point {
	switch p {
	case scenarios.Quick:
		return []point{{10000, "1", "scattered"}}
	case scenarios.Standard:
		return []point{{10000, "1", "scattered"}}
	}
	var out []point
	for _, n := range p.Sizes(nil, nil, []int{1000, 10000, 100000}) {
		for _, share := range []string{"0", "0.1", "1", "10", "50", "100"} {
			out = append(out, point{n, share, "scattered"}, point{n, share, "clustered"})
		}
	}
	return out
}

// frames runs cycle.
type frames struct {
	*herd
	system *ecs.System
	query  *ecs.Query
	health *ecs.View[health]
	sum    int64
	count  int
	run    int // frames
	hidden int // frames whose finds do not count
}

func newFrames(b ecs.Backend, at point) (scenarios.Kernel, error) {
	h, err := newHerd(b, at.n, choose(at.n, at.dirty, at.cluster), true)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	f := &frames{herd: h, system: h.world.System("find"), health: ecs.Read[health]()}
	if f.query, err = h.world.Query(f.health, ecs.AllChanged(ecs.Of[health]())); err != nil {
		return scenarios.Kernel{}, err
	}
	// The first run sees the build, and where marks show a frame later the
	// second frame is the first that shows any.
	for range 2 {
		f.frame()
	}
	f.run, f.hidden, f.sum, f.count = 2, 2, 0, 0
	return scenarios.Kernel{Run: f.frames, Check: f.check}, nil
}

func (f *frames) frames(n int) {
	for range n {
		f.frame()
	}
	f.run += n
}

func (f *frames) frame() {
	access := f.access
	for _, e := range f.list {
		access.Mut(e).Points++
	}
	must(f.world.Begin(f.system))
	f.find()
	must(f.world.End())
	must(f.world.EndFrame(1))
}

func (f *frames) find() {
	sum, count := addUp(f.query, f.health)
	f.sum += sum
	f.count += count
}

// must ends a kernel that cannot go on; the harness reports it as incorrect.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func (f *frames) check() error {
	if err := f.checkPoints(f.run); err != nil {
		return err
	}
	return checkFound(f.marked, f.sum, f.count, f.hidden, f.run)
}

// checkFound compares what was found from frame hidden+1 to frame last with
// what was there to be found.
func checkFound(marked []int, sum int64, count, hidden, last int) error {
	k, frames := int64(len(marked)), int64(last-hidden)
	upto := func(frame int) int64 { return int64(frame) * int64(frame+1) / 2 }
	wantSum := frames*newTally(marked).sumInPass + k*(upto(last)-upto(hidden))
	wantCount := frames * k
	if int64(count) != wantCount || sum != wantSum {
		return fmt.Errorf("%d entities of %d points found in frames %d to %d, expected %d of %d",
			count, sum, hidden+1, last, wantCount, wantSum)
	}
	return nil
}

func cycleFloors(at point) []scenarios.Cell {
	marked := choose(at.n, at.dirty, at.cluster)
	order := rowsOf(marked)
	floor := func(form string, frame func(*records, *[]uint32) (int64, int)) scenarios.Cell {
		return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
			r := newRecords(at.n, nil, seed)
			list := make([]uint32, 0, at.n)
			sum, count, frames := int64(0), 0, 0
			return scenarios.Kernel{
				Run: func(n int) {
					for range n {
						s, c := frame(r, &list)
						sum += s
						count += c
					}
					frames += n
				},
				Check: func() error {
					if err := checkRows(r.values, marked, frames); err != nil {
						return err
					}
					return checkFound(marked, sum, count, 0, frames)
				},
			}
		})
	}
	return []scenarios.Cell{
		floor("list", func(r *records, list *[]uint32) (sum int64, count int) {
			values, changed := r.values, (*list)[:0]
			for _, i := range order {
				values[i].Points++
				changed = append(changed, i)
			}
			for _, i := range changed {
				sum += values[i].Points
			}
			*list = changed
			return sum, len(changed)
		}),
		floor("words", func(r *records, _ *[]uint32) (sum int64, count int) {
			values, words, summary := r.values, r.words, r.summary
			for _, i := range order {
				values[i].Points++
				words[i>>6] |= 1 << (i & 63)
				summary[i>>12] |= 1 << (i >> 6 & 63)
			}
			for k := range summary {
				for s := summary[k]; s != 0; s &= s - 1 {
					i := k<<6 + bits.TrailingZeros64(s)
					word := words[i]
					words[i] = 0
					count += bits.OnesCount64(word)
					for ; word != 0; word &= word - 1 {
						sum += values[i<<6+bits.TrailingZeros64(word)].Points
					}
				}
				summary[k] = 0
			}
			return sum, count
		}),
	}
}
