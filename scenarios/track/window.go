package track

import (
	"math/bits"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// window: in each of 64 frames another hundredth of the entities was changed,
// neighbours each time. An iteration asks for what changed in the last so many
// of these frames, as a system does that runs only every so often. A tracker
// with a limited history is given one of 64 frames. In preset full it is another
// share too, and entities that lie far from each other; with shares of a tenth,
// the same ones change again after ten frames.
//
// Floor: bits for each frame under summary words, put together where any are set.
var window = scenarios.Scenario{
	Name:   "track/window",
	Doc:    "What does it cost to look back over many frames?",
	Source: "claim S6",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "frames", Value: "frames looked back, in each of which others changed"},
		{Key: "dirty", Value: "share of them that changed in a frame, in percent; 1 where it is not named"},
		{Key: "cluster", Value: "scattered: far from each other; clustered: neighbours, also where it is not named"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		pairs := scenarios.Homes(p, backends)
		var out []scenarios.Family
		for _, at := range windowPoints(p) {
			out = append(out, scenarios.Family{
				Scenario: "track/window", Params: at.params(), N: at.n, Unit: "entity",
				Cells: append(windowFloors(at), scenarios.Cells(pairs, "", func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
					return newWindow(b, at)
				})...),
			})
		}
		return out
	},
}

type windowPoint struct {
	point
	frames int
}

// usually is what changes in a frame if the parameters do not say.
func usually(n int) point { return point{n, "1", "clustered"} }

func windowPoints(p scenarios.Preset) (out []windowPoint) {
	for _, n := range p.Sizes(nil, []int{10000}, []int{10000, 100000, 1000000}) {
		for _, frames := range p.Sizes(nil, []int{1, 8, 64}, []int{1, 2, 8, 64}) {
			if p == scenarios.Small {
				frames = 5
			}
			out = append(out, windowPoint{usually(n), frames})
		}
	}
	if p != scenarios.Full && p != scenarios.Small {
		return out
	}
	for _, n := range p.Sizes(nil, nil, []int{10000, 100000}) {
		for _, frames := range p.Sizes(nil, nil, []int{1, 8, 64}) {
			if p == scenarios.Small {
				frames = 13
			}
			for _, dirty := range []string{"0.1", "1", "10"} {
				for _, cluster := range []string{"scattered", "clustered"} {
					if at := (point{n, dirty, cluster}); at != usually(n) {
						out = append(out, windowPoint{at, frames})
					}
				}
			}
		}
	}
	return out
}

func (at windowPoint) params() []scenarios.Param {
	out := []scenarios.Param{scenarios.Int("n", at.n), scenarios.Int("frames", at.frames)}
	if at.point != usually(at.n) {
		out = append(out, scenarios.Param{Key: "dirty", Value: at.dirty}, scenarios.Param{Key: "cluster", Value: at.cluster})
	}
	return out
}

const history = 64

// apart is how far scattered entities lie from each other: a prime, so that no
// two in a frame are the same.
const apart = 7919

// changedIn are the numbers of the entities that change in a frame.
func (at windowPoint) changedIn(frame int) []int {
	k, step := max(int(float64(at.n)*dirty[at.dirty]/100), 1), 1
	if at.cluster == "scattered" {
		step = apart
	}
	list := make([]int, k)
	for i := range list {
		list[i] = (frame*k + i) * step % at.n
	}
	return list
}

// seen are the numbers of those that changed in the frames that are looked at,
// each once.
func (at windowPoint) seen() (list []int) {
	known := make([]bool, at.n)
	for frame := history - at.frames; frame < history; frame++ {
		for _, i := range at.changedIn(frame) {
			if !known[i] {
				known[i] = true
				list = append(list, i)
			}
		}
	}
	return list
}

func newWindow(b ecs.Backend, at windowPoint) (scenarios.Kernel, error) {
	h, err := newHerd(b, at.n, nil, true, func(o *ecs.Options) { o.Ring = history })
	if err != nil {
		return scenarios.Kernel{}, err
	}
	for frame := range history {
		if frame == history-at.frames {
			if err := h.settle(); err != nil { // asks since here, and adds an empty frame
				return scenarios.Kernel{}, err
			}
		}
		for _, i := range at.changedIn(frame) {
			h.access.Mut(h.es[i])
		}
		if err := h.world.EndFrame(1); err != nil {
			return scenarios.Kernel{}, err
		}
	}
	f := &find{herd: h, health: ecs.Read[health](), tally: newTally(at.seen())}
	if f.query, err = h.world.Query(f.health, ecs.AllChanged(ecs.Of[health]()).Since(&h.since)); err != nil {
		return scenarios.Kernel{}, err
	}
	return searching(f, &f.tally, (*find).pass), nil
}

// slot is the bits of one frame under summary words.
type slot struct{ words, summary []uint64 }

func windowFloors(at windowPoint) []scenarios.Cell {
	return []scenarios.Cell{windowFloor("summary", at, (*records).bySummary), windowFloor("words", at, (*records).byWords)}
}

// windowFloor puts the frames together and visits the sum in one of two ways.
func windowFloor(form string, at windowPoint, visit func(*records) (int64, int)) scenarios.Cell {
	return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
		r := newRecords(at.n, nil, seed)
		place := scenarios.NewPlacement(seed)
		var ring []slot
		for frame := history - at.frames; frame < history; frame++ {
			s := slot{scenarios.Slice[uint64](place, len(r.words)), scenarios.Slice[uint64](place, len(r.summary))}
			for _, i := range at.changedIn(frame) {
				s.words[i>>6] |= 1 << (i & 63)
				s.summary[i>>12] |= 1 << (i >> 6 & 63)
			}
			ring = append(ring, s)
		}
		r.tally = newTally(at.seen())
		return searching(r, &r.tally, func(r *records) (int64, int) {
			r.gather(ring)
			return visit(r)
		})
	})
}

// gather puts the slots together, as far as they have anything.
func (r *records) gather(ring []slot) {
	words, summary := r.words, r.summary
	clear(r.top)
	for i := range summary {
		for rest := summary[i]; rest != 0; rest &= rest - 1 {
			words[i<<6+bits.TrailingZeros64(rest)] = 0
		}
		summary[i] = 0
	}
	for _, s := range ring {
		for i, some := range s.summary {
			if some == 0 {
				continue
			}
			r.top[i>>6] |= 1 << (i & 63)
			summary[i] |= some
			for ; some != 0; some &= some - 1 {
				k := i<<6 + bits.TrailingZeros64(some)
				words[k] |= s.words[k]
			}
		}
	}
}
