package track

import (
	"math/bits"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// window: in each of 64 frames another hundredth of the entities was changed,
// neighbours each time. An iteration asks for what changed in the last so many
// of these frames, as a system does that runs only every so often. A tracker
// with a limited history is given one of 64 frames.
//
// Floor: bits for each frame under summary words, put together where any are set.
var window = scenarios.Scenario{
	Name:   "track/window",
	Doc:    "What does it cost to look back over many frames?",
	Source: "claim S6",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "frames", Value: "frames looked back, in each of which another hundredth changed"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		pairs := scenarios.Homes(backends)
		if p == scenarios.Full || p == scenarios.Small {
			pairs = scenarios.Tracked(backends)
		}
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{10000, 100000, 1000000}) {
			for _, frames := range p.Sizes(nil, []int{1, 8, 64}, []int{1, 2, 8, 64}) {
				if p == scenarios.Small {
					frames = 5
				}
				out = append(out, scenarios.Family{
					Scenario: "track/window", Params: []scenarios.Param{scenarios.Int("n", n), scenarios.Int("frames", frames)},
					N: n, Unit: "entity",
					Cells: append(windowFloors(n, frames), scenarios.Cells(pairs, "", func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
						return newWindow(b, n, frames)
					})...),
				})
			}
		}
		return out
	},
}

const history = 64

// changedIn are the numbers of the entities that change in a frame.
func changedIn(n, frame int) []int {
	k := max(n/100, 1)
	list := make([]int, k)
	for i := range list {
		list[i] = (frame*k + i) % n
	}
	return list
}

func newWindow(b ecs.Backend, n, frames int) (scenarios.Kernel, error) {
	h, err := newHerd(b, n, nil, true, func(o *ecs.Options) { o.Ring = history })
	if err != nil {
		return scenarios.Kernel{}, err
	}
	var seen []int
	for frame := range history {
		if frame == history-frames {
			if err := h.settle(); err != nil { // asks since here, and adds an empty frame
				return scenarios.Kernel{}, err
			}
		}
		list := changedIn(n, frame)
		if frame >= history-frames {
			seen = append(seen, list...)
		}
		for _, i := range list {
			h.access.Mut(h.es[i])
		}
		if err := h.world.EndFrame(1); err != nil {
			return scenarios.Kernel{}, err
		}
	}
	f := &find{herd: h, health: ecs.Read[health](), tally: newTally(seen)}
	if f.query, err = h.world.Query(f.health, ecs.AllChanged(ecs.Of[health]()).Since(&h.since)); err != nil {
		return scenarios.Kernel{}, err
	}
	return scenarios.Kernel{Run: f.run, Check: f.tally.check}, nil
}

// slot is the bits of one frame under summary words.
type slot struct{ words, summary []uint64 }

func windowFloors(n, frames int) []scenarios.Cell {
	return []scenarios.Cell{windowFloor("summary", n, frames, (*records).bySummary), windowFloor("words", n, frames, (*records).byWords)}
}

// windowFloor puts the frames together and visits the sum in one of two ways.
func windowFloor(form string, n, frames int, visit func(*records) (int64, int)) scenarios.Cell {
	return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
		r := newRecords(point{n, "0", "clustered"}, seed)
		place := scenarios.NewPlacement(seed)
		var ring []slot
		var seen []int
		for frame := history - frames; frame < history; frame++ {
			s := slot{scenarios.Slice[uint64](place, len(r.words)), scenarios.Slice[uint64](place, len(r.summary))}
			for _, i := range changedIn(n, frame) {
				s.words[i>>6] |= 1 << (i & 63)
				s.summary[i>>12] |= 1 << (i >> 6 & 63)
				seen = append(seen, i)
			}
			ring = append(ring, s)
		}
		r.tally = newTally(seen)
		return scenarios.Kernel{Check: r.tally.check, Run: func(n int) {
			for range n {
				r.gather(ring)
				sum, count := visit(r)
				r.tally.sum += sum
				r.tally.count += count
			}
			r.tally.passes += n
		}}
	})
}

// gather puts the slots together, as far as they have anything.
func (r *records) gather(ring []slot) {
	words, summary := r.words, r.summary
	for i := range summary {
		for rest := summary[i]; rest != 0; rest &= rest - 1 {
			words[i<<6+bits.TrailingZeros64(rest)] = 0
		}
		summary[i] = 0
	}
	for _, s := range ring {
		for i, some := range s.summary {
			summary[i] |= some
			for ; some != 0; some &= some - 1 {
				k := i<<6 + bits.TrailingZeros64(some)
				words[k] |= s.words[k]
			}
		}
	}
}
