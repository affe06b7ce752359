package track

import (
	"math/bits"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// roll is the floor of a search for handles: they lie in a slice, and something
// happened to some of them.
type roll struct {
	handles []ecs.Entity
	stamps  []uint32 // frame in which it last happened
	words   []uint64 // a bit a handle
	summary []uint64 // a bit a word that is not zero
	top     []uint64 // a bit a word of the summary that is not zero
	tally   tally
}

func newRoll(n int, found []int, seed uint64) *roll {
	place := scenarios.NewPlacement(seed)
	words := (n + 63) / 64
	summary := (words + 63) / 64
	r := &roll{
		handles: scenarios.Slice[ecs.Entity](place, n), stamps: scenarios.Slice[uint32](place, n),
		words: scenarios.Slice[uint64](place, words), summary: scenarios.Slice[uint64](place, summary),
		top: make([]uint64, (summary+63)/64),
	}
	for i := range r.handles {
		r.handles[i] = ecs.Entity(7<<32 | uint64(i))
	}
	for _, i := range found {
		r.stamps[i] = 2
		r.words[i>>6] |= 1 << (i & 63)
		r.summary[i>>12] |= 1 << (i >> 6 & 63)
		r.top[i>>18] |= 1 << (i >> 12 & 63)
	}
	r.tally = handlesOf(found, r.handles)
	return r
}

// byStamps compares every stamp.
func (r *roll) byStamps() (sum int64, count int) {
	stamps, handles := r.stamps, r.handles
	handles = handles[:len(stamps)]
	for i, stamp := range stamps {
		if stamp > 1 {
			sum += int64(handles[i].Index())
			count++
		}
	}
	return sum, count
}

// bySummary looks only at words that are not zero, found by two levels.
func (r *roll) bySummary() (sum int64, count int) {
	words, handles := r.words, r.handles
	for j, top := range r.top {
		for ; top != 0; top &= top - 1 {
			k := j<<6 + bits.TrailingZeros64(top)
			for summary := r.summary[k]; summary != 0; summary &= summary - 1 {
				i := k<<6 + bits.TrailingZeros64(summary)
				word := words[i]
				if word == ^uint64(0) {
					sum += indices(handles[i<<6 : (i+1)<<6])
					count += 64
					continue
				}
				count += bits.OnesCount64(word)
				for ; word != 0; word &= word - 1 {
					sum += int64(handles[i<<6+bits.TrailingZeros64(word)].Index())
				}
			}
		}
	}
	return sum, count
}

// all does not ask.
func (r *roll) all() (sum int64, count int) { return indices(r.handles), len(r.handles) }

//go:noinline
func indices(handles []ecs.Entity) (sum int64) {
	for _, e := range handles {
		sum += int64(e.Index())
	}
	return sum
}

func rollFloors(n int, found []int) []scenarios.Cell {
	floor := func(form string, pass func(*roll) (int64, int)) scenarios.Cell {
		return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
			r := newRoll(n, found, seed)
			return searching(r, &r.tally, pass)
		})
	}
	out := []scenarios.Cell{floor("stamps", (*roll).byStamps), floor("summary", (*roll).bySummary)}
	if len(found) == n {
		out = append(out, floor("all", (*roll).all))
	}
	return out
}
